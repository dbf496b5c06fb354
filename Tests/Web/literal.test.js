import assert from "node:assert/strict";
import test from "node:test";
import { parseObject } from "#shared/literal.js";
import { ODD_NAMES } from "./fixtures.js";

test("what JSON can say is read as JSON reads it", () => {
  for (const json of [
    "{}",
    '{"a":1}',
    '{"a":{"b":[1,-2.5e3,"x",true,false,null]},"":""}',
    '{"a":"\\u00e9\\n\\"\\\\\\/"}',
    ' { "a" : [ ] } ',
    '{"a":1,"a":2}',
  ]) {
    assert.deepEqual(parseObject(json), JSON.parse(json), json);
  }
});

test("the relaxed form: unquoted keys, single quotes, trailing commas", () => {
  assert.deepEqual(parseObject("{delay:500, repeat: 20, text:'boo',}"), {
    delay: 500,
    repeat: 20,
    text: "boo",
  });
  assert.deepEqual(parseObject("{a:[1,2,], $b_1:'it\\'s \"so\"', 3:'three', größe:+1, hex:0x1F, half:.5}"), {
    a: [1, 2], $b_1: "it's \"so\"", 3: "three", größe: 1, hex: 31, half: 0.5,
  });
});

test("[O5] odd keys are own members and touch no prototype", () => {
  for (const key of ODD_NAMES) {
    for (const source of [`{${JSON.stringify(key)}: {polluted: 1}}`, `{'${key}': {polluted: 1}}`]) {
      const value = parseObject(source);
      assert.deepEqual(Object.keys(value), [key], source);
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
    }
  }
  const value = parseObject("{__proto__: {polluted: 1}, constructor: {prototype: {polluted: 1}}}");
  assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
  assert.equal({}.polluted, undefined);
  assert.equal(
    JSON.stringify(value),
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  );
});

test("nothing is evaluated: code is a syntax error", () => {
  globalThis.evaluated = false;
  for (const source of [
    "{a: globalThis.evaluated = true}",
    "{a: (() => 1)()}",
    "{[`x`]: 1}",
    "{a: `x`}",
    "{get a() { return 1 }}",
    "{...{a: 1}}",
    "{a: 1}; evaluated = true", "{a: 1} // b", "{a: undefined}", "{a: NaN}", "{a: Infinity}",
    "{a: -Infinity}", "{a: 1e999}", "{a: left}",
    "{a: trueish}", "{a: new Date}", "{a: 1 + 1}", "{a: /x/}", "{a}", "{a: 1 b: 2}", "{,}", "{a:,}",
    "{a: [,]}", "{a: 1,,}", "{'a: 1}", "{a: '\\u12'}",
    "{a: '\\x1'}", "{", "}", "", "[1]", "'x'", "{a: 0x}", "{a: 1.2.3}", "{a: --1}", "{1.5: 2}", "{a: '\\",
    "{-: 1}",
  ]) {
    assert.throws(() => parseObject(source), SyntaxError, source);
  }
  assert.equal(globalThis.evaluated, false);
});

test("an error says what was expected and where", () => {
  assert.throws(() => parseObject("{hand: left}"), {
    message: "expected a value (text needs quotes) at character 8, found “l”",
  });
  assert.throws(() => parseObject("{a: 1"), { message: "expected “,” or “}” at character 6, found the end" });
});

test("depth is bounded, and a hundred thousand brackets exhaust nothing", () => {
  const nested = (n) => `{a:${"[".repeat(n)}${"]".repeat(n)}}`;
  assert.ok(parseObject(nested(99)));
  assert.throws(() => parseObject(nested(100)), /deep/);
  assert.throws(() => parseObject(nested(100_000)), SyntaxError);
});

test("every cut of a literal is a syntax error and nothing else", () => {
  const source = "{a: 'x\\u00e9', \"b\": [1, {c: null}], d: -2.5e-3}";
  for (let i = 0; i < source.length; i++) {
    assert.throws(() => parseObject(source.slice(0, i)), SyntaxError, String(i));
  }
});
