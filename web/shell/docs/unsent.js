/**
 * The edits of one document that the hub has not confirmed. An edit is confirmed when all that it wrote and
 * deleted was in what the hub said, whatever updates that came in: the hub merges, and so may others. It
 * sends nothing.
 *
 * @typedef {{id: string, update: Uint8Array}} Row
 */

import { coverage, Ranges } from "./ranges.js";

export class Unsent {
  #yjs;
  #keep;
  #newId;
  /** @type {(Row & {written: Ranges, deleted: Ranges})[]} in the order of their making */
  #rows = [];

  /**
   * @param {{yjs: typeof import("../../vendor/yjs.js"), newId: () => string,
   *   keep: {put: (row: Row) => void, remove: (id: string) => void}}} parts `keep`: outlives the page
   */
  constructor({ yjs, keep, newId }) {
    this.#yjs = yjs;
    this.#keep = keep;
    this.#newId = newId;
  }

  get size() {
    return this.#rows.length;
  }

  /** @returns {Row[]} */
  get rows() {
    return this.#rows.map(({ id, update }) => ({ id, update }));
  }

  /** @returns {Uint8Array[]} */
  get updates() {
    return this.#rows.map((row) => row.update);
  }

  /** What a former page left. @param {Row[]} rows @returns {Row[]} those that can be read */
  restore(rows) {
    const readable = rows.filter((row) => {
      try {
        this.#rows.push({ ...row, ...coverage(this.#yjs, row.update) });
        return true;
      } catch {
        this.#keep.remove(row.id);
        return false;
      }
    });
    return readable;
  }

  /** @param {Uint8Array} update */
  add(update) {
    const row = { id: this.#newId(), update };
    this.#rows.push({ ...row, ...coverage(this.#yjs, update) });
    this.#keep.put(row);
  }

  /** The hub has all this. @param {Uint8Array} update */
  confirm(update) {
    if (this.#rows.length === 0) return;
    const { written, deleted } = coverage(this.#yjs, update);
    this.#settle((row) => (row.written.removeAll(written), row.deleted.removeAll(deleted)));
  }

  /** The hub has all that each client wrote before a clock. @param {Uint8Array} vector */
  confirmBelow(vector) {
    if (this.#rows.length === 0) return;
    const known = new Ranges();
    for (const [client, clock] of this.#yjs.decodeStateVector(vector)) known.add(client, 0, clock);
    this.#settle((row) => row.written.removeAll(known));
  }

  /** Gives all of them up. */
  clear() {
    for (const { id } of this.#rows) this.#keep.remove(id);
    this.#rows = [];
  }

  #settle(remove) {
    this.#rows = this.#rows.filter((row) => {
      remove(row);
      const isConfirmed = row.written.isEmpty && row.deleted.isEmpty;
      if (isConfirmed) this.#keep.remove(row.id);
      return !isConfirmed;
    });
  }
}
