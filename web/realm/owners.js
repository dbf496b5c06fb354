/**
 * Whose code is running: the answer to "which tool did this?" for handlers, timers, listeners and errors.
 * It stops nothing; it keeps what is to be undone when a version goes.
 *
 * Three sources, in this order: the stack of owners (a handler or timer is running), the script element that
 * is executing, and the blob URLs in a stack trace (code after an await, observers, inline handlers).
 */

/** One version of one tool. */
export class Owner {
  #abort = new AbortController();
  /** @type {Set<() => void>} */
  #undo = new Set();
  /** Whether an error ended its script. */
  failed = false;

  /** @param {string} tool @param {number} seq */
  constructor(tool, seq) {
    this.tool = tool;
    this.seq = seq;
  }

  /** Aborted when this version goes. */
  get signal() {
    return this.#abort.signal;
  }

  /** What to do when this version goes. @param {() => void} undo @returns {() => void} forgets it again */
  onGone(undo) {
    this.#undo.add(undo);
    return () => this.#undo.delete(undo);
  }

  dispose() {
    this.#abort.abort();
    for (const undo of this.#undo) undo();
    this.#undo.clear();
  }
}

const BLOB = /blob:[^\s()]+?(?=:\d+:\d+|[\s()]|$)/g;

export class Owners {
  /** @type {Owner[]} innermost last */
  #stack = [];
  /** @type {WeakMap<object, Owner>} */
  #scripts = new WeakMap();
  /** @type {Map<string, Owner>} kept after a version went: its promises may still fail */
  #blobs = new Map();
  #report;
  /** Told whose code is on top of the stack, whenever that changes; null: nobody's any more. */
  onTop = (/** @type {Owner | null} */ _owner) => {};

  /** @param {(owner: Owner, error: unknown) => void} report */
  constructor(report) {
    this.#report = report;
  }

  /** @param {object} script @param {string} url @param {Owner} owner */
  ownScript(script, url, owner) {
    this.#scripts.set(script, owner);
    this.#blobs.set(url, owner);
    // Old versions' errors lose their line rather than the page its memory.
    if (this.#blobs.size > 500) this.#blobs.delete(this.#blobs.keys().next().value);
  }

  /** @param {string} url @returns {Owner | null} */
  ofBlob(url) {
    return this.#blobs.get(url) ?? null;
  }

  /** Whose script element is executing. @returns {Owner | null} */
  ofScript() {
    const script = globalThis.document?.currentScript;
    return (script && this.#scripts.get(script)) ?? null;
  }

  /** @returns {Owner | null} */
  current() {
    const top = this.#stack.at(-1);
    if (top) return top;
    const script = this.ofScript();
    if (script) return script;
    return this.#blobs.size === 0 ? null : (this.place(new Error().stack ?? "")?.owner ?? null);
  }

  /**
   * Whose code makes the call that this answers to. A library that one tool is and others use takes listeners
   * and timers for itself, once: they must not go with the first tool for which it took them.
   * @returns {Owner | null}
   */
  caller() {
    const current = this.current();
    return current && (this.place(new Error().stack ?? "")?.owner ?? current);
  }

  /** The innermost place of a tool's script in a stack trace.
   * @param {string} stack @returns {{owner: Owner, line: number, column: number} | null} */
  place(stack) {
    for (const match of stack.matchAll(BLOB)) {
      const owner = this.#blobs.get(match[0]);
      if (!owner) continue;
      const [, line, column] = /^:(\d+):(\d+)/.exec(stack.slice(match.index + match[0].length)) ?? [];
      return { owner, line: Number(line ?? 0), column: Number(column ?? 0) };
    }
    return null;
  }

  /** Runs f as the owner's. An error is reported and goes no further.
   * @param {Owner | null} owner @param {() => any} f @returns {{ok: boolean, value: any}} */
  run(owner, f) {
    if (!owner) return { ok: true, value: f() };
    this.#stack.push(owner);
    this.onTop(owner);
    try {
      return { ok: true, value: f() };
    } catch (error) {
      this.#report(owner, error);
      return { ok: false, value: undefined };
    } finally {
      this.#stack.pop();
      this.onTop(this.#stack.at(-1) ?? null);
    }
  }
}
