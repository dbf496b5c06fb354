/**
 * What was edited in this browser's documents and not confirmed, so that it outlives the page. The rows of all its
 * tabs lie side by side: sending one twice does nothing, so nobody has to own them.
 *
 * @typedef {{id: string, update: Uint8Array}} Row
 */

import { openDatabase, Records } from "../hub/records.js";

const SHAPE = { name: "chatos-documents", version: 1, store: "unsent", index: "room" };

export class UnsentStore {
  #records;
  #room;

  /** @param {IDBDatabase | null} database null: nothing outlives the page @param {string} room */
  constructor(database, room) {
    this.#records = new Records(database, SHAPE.store);
    this.#room = room;
  }

  /** @returns {Promise<Map<string, Row[]>>} by document, in the order of their making */
  async read() {
    const found = (await this.#records.all("room", this.#room)).filter(isRow).sort((a, b) => a.at - b.at);
    const documents = new Map();
    for (const { id, doc, update } of found) {
      documents.set(doc, [...(documents.get(doc) ?? []), { id, update }]);
    }
    return documents;
  }

  /** The rows of one document. @param {string} doc @param {() => number} now */
  of(doc, now = Date.now) {
    return {
      put: ({ id, update }) => this.#records.put(id, { id, room: this.#room, doc, update, at: now() }),
      remove: (id) => this.#records.remove(id),
    };
  }
}

/** Older and younger versions of this page, and extensions, write here, too. */
const isRow = (found) => typeof found?.id === "string" && typeof found.doc === "string"
  && found.update instanceof Uint8Array && Number.isFinite(found.at);

/** @param {IDBFactory | undefined} factory @param {string} room */
export async function openUnsentStore(factory, room) {
  return new UnsentStore(await openDatabase(factory, SHAPE), room);
}
