/**
 * Object literals as people type them: JSON, and beside it unquoted keys, single quotes and trailing commas.
 * It evaluates nothing. Every key is data: `__proto__` becomes an own member like any other.
 */

/** Deeper ops are refused by the hub; refusing here says where. */
const DEPTH_MAX = 100;

const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const ESCAPES = new Map([
  ["n", "\n"], ["t", "\t"], ["r", "\r"], ["b", "\b"], ["f", "\f"], ["v", "\v"], ["0", "\0"],
]);
const WORDS = new Map([["true", true], ["false", false], ["null", null]]);

/**
 * @param {string} source one object literal and nothing else
 * @returns {Record<string, unknown>}
 * @throws {SyntaxError} that says what was expected, and at which character
 */
export function parseObject(source) {
  const reader = new Reader(source);
  reader.space();
  if (reader.peek() !== "{") reader.fail("“{”");
  const value = reader.value(0);
  reader.space();
  if (!reader.atEnd) reader.fail("the end");
  return /** @type {Record<string, unknown>} */ (value);
}

class Reader {
  #source;
  #at = 0;

  constructor(source) {
    this.#source = source;
  }

  get atEnd() {
    return this.#at >= this.#source.length;
  }

  peek() {
    return this.#source[this.#at];
  }

  space() {
    while (!this.atEnd && /\s/.test(this.peek())) this.#at++;
  }

  /** @returns {never} */
  fail(expected) {
    const found = this.atEnd
      ? "the end"
      : `“${String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0)}”`;
    throw new SyntaxError(`expected ${expected} at character ${this.#at + 1}, found ${found}`);
  }

  /** @param {number} depth */
  value(depth) {
    this.space();
    const character = this.peek();
    if (character === "{" || character === "[") {
      if (depth >= DEPTH_MAX) throw new SyntaxError(`nested more than ${DEPTH_MAX} deep`);
      return character === "{" ? this.#object(depth + 1) : this.#array(depth + 1);
    }
    if (character === '"' || character === "'") return this.#string();
    const number = this.#match(NUMBER);
    if (number !== null) return this.#number(number);
    const word = this.#match(IDENTIFIER);
    if (word !== null && WORDS.has(word)) return WORDS.get(word);
    if (word !== null) this.#at -= word.length;
    return this.fail("a value (text needs quotes)");
  }

  #object(depth) {
    const object = {};
    this.#at++;
    for (;;) {
      this.space();
      if (this.peek() === "}") break;
      const key = this.#key();
      this.space();
      if (this.peek() !== ":") this.fail("“:”");
      this.#at++;
      const value = this.value(depth);
      // Assignment would call the setter of `__proto__`.
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      this.space();
      if (this.peek() === ",") this.#at++;
      else if (this.peek() !== "}") this.fail("“,” or “}”");
    }
    this.#at++;
    return object;
  }

  #array(depth) {
    const array = [];
    this.#at++;
    for (;;) {
      this.space();
      if (this.peek() === "]") break;
      array.push(this.value(depth));
      this.space();
      if (this.peek() === ",") this.#at++;
      else if (this.peek() !== "]") this.fail("“,” or “]”");
    }
    this.#at++;
    return array;
  }

  #key() {
    const character = this.peek();
    if (character === '"' || character === "'") return this.#string();
    const number = this.#match(/\d+/y);
    if (number !== null) return String(Number(number));
    return this.#match(IDENTIFIER) ?? this.fail("a key or “}”");
  }

  #string() {
    const quote = this.peek();
    let text = "";
    for (this.#at++; ; this.#at++) {
      if (this.atEnd) this.fail(`a closing ${quote}`);
      const character = this.peek();
      if (character === quote) break;
      text += character === "\\" ? this.#escape() : character;
    }
    this.#at++;
    return text;
  }

  /** Stands on the backslash; leaves at the last character of the escape. */
  #escape() {
    const letter = this.#source[++this.#at];
    if (letter === undefined) this.fail("a character after “\\”");
    if (letter !== "u" && letter !== "x") return ESCAPES.get(letter) ?? letter;
    const length = letter === "u" ? 4 : 2;
    const digits = this.#source.slice(this.#at + 1, this.#at + 1 + length);
    if (digits.length !== length || !/^[0-9a-fA-F]+$/.test(digits)) this.fail(`${length} hexadecimal digits`);
    this.#at += length;
    return String.fromCharCode(parseInt(digits, 16));
  }

  #number(digits) {
    const sign = digits[0] === "-" ? -1 : 1;
    const number = sign * Number(digits.replace(/^[+-]/, ""));
    // JSON knows no infinity: it would arrive as null.
    if (!Number.isFinite(number)) throw new SyntaxError(`${digits} is too large a number`);
    return number;
  }

  #match(pattern) {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (!match) return null;
    this.#at += match[0].length;
    return match[0];
  }
}
