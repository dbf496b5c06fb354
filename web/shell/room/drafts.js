/**
 * Drafts: what was typed into an editor and not run yet, per room and tool, so that it survives a reload.
 * @typedef {{markup: string, style: string, script: string, base: number}} Draft `base`: the seq it began
 *   from, or 0
 */

import { isObject } from "../hub/wire.js";

export class Drafts {
  #store;
  #prefix;

  /**
   * @param {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} store
   * @param {string} room
   */
  constructor(store, room) {
    this.#store = store;
    this.#prefix = `chatos.draft/${room}/`;
  }

  /** @param {string} tool @returns {Draft | null} */
  read(tool) {
    try {
      const draft = JSON.parse(this.#store.getItem(this.#prefix + tool) ?? "null");
      if (!isObject(draft)) return null;
      const { markup, style, script, base } = draft;
      const text = (value) => (typeof value === "string" ? value : "");
      return {
        markup: text(markup),
        style: text(style),
        script: text(script),
        base: Number.isSafeInteger(base) ? base : 0,
      };
    } catch {
      return null;
    }
  }

  /** @param {string} tool @param {Draft} draft @returns {boolean} whether it will be there after a reload */
  write(tool, draft) {
    try {
      this.#store.setItem(this.#prefix + tool, JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} tool */
  forget(tool) {
    try {
      this.#store.removeItem(this.#prefix + tool);
    } catch {
      // Nothing was kept.
    }
  }

  /** The tools that have one. @returns {string[]} */
  names() {
    const names = [];
    try {
      for (let i = 0; i < this.#store.length; i++) {
        const key = this.#store.key(i);
        if (key?.startsWith(this.#prefix)) names.push(key.slice(this.#prefix.length));
      }
    } catch {
      return [];
    }
    return names.sort();
  }
}
