/**
 * `chat.os.setInterval`, `setTimeout` and `requestAnimationFrame`: timers that have a tool and a name, so
 * that the same name set again replaces the old one, and a replaced tool takes all of its timers with it.
 */

import { natives } from "#realm/natives.js";

export class NamedTimers {
  /** @type {Map<string, Map<string, () => void>>} tool, then kind and name -> cancel */
  #byTool = new Map();
  #owners;
  #ownerOf;

  /**
   * @param {import("#realm/owners.js").Owners} owners
   * @param {(tool: string) => import("#realm/owners.js").Owner | null} ownerOf the tool's present version
   */
  constructor(owners, ownerOf) {
    this.#owners = owners;
    this.#ownerOf = ownerOf;
  }

  setInterval(tool, name, f, ms) {
    const id = natives.setInterval(this.#bound(tool, f), ms);
    this.#keep(tool, `interval ${name}`, () => natives.clearInterval(id));
    return id;
  }

  setTimeout(tool, name, f, ms) {
    const id = natives.setTimeout(this.#bound(tool, f), ms);
    this.#keep(tool, `timeout ${name}`, () => natives.clearTimeout(id));
    return id;
  }

  requestAnimationFrame(tool, name, f) {
    const id = natives.requestAnimationFrame(this.#bound(tool, f));
    this.#keep(tool, `frame ${name}`, () => natives.cancelAnimationFrame(id));
    return id;
  }

  /** @param {string} tool */
  clear(tool) {
    for (const cancel of this.#byTool.get(tool)?.values() ?? []) cancel();
    this.#byTool.delete(tool);
  }

  #bound(tool, f) {
    if (typeof f !== "function") throw new TypeError("A timer needs a function.");
    const owner = this.#owners.current() ?? this.#ownerOf(String(tool));
    return (...args) => this.#owners.run(owner, () => f(...args));
  }

  #keep(tool, name, cancel) {
    const key = String(tool);
    const timers = this.#byTool.get(key) ?? new Map();
    timers.get(name)?.();
    timers.set(name, cancel);
    this.#byTool.set(key, timers);
  }
}
