/**
 * The journal: what the outboxes of this browser hold, in IndexedDB, so that it outlives page, tab and hub.
 * It knows neither who may send an op nor when.
 *
 * Writes are answered from memory at once and reach the disk in their order, as many as there are in one
 * transaction. Where the browser refuses (a private window, a full disk) nothing is lost while the page
 * lives; `isDurable` says so, and the next write tries again.
 *
 * @typedef {object} Entry an op that was given an id, and what has become of it
 * @property {string} id
 * @property {string} text frozen: what goes over the wire, each time the same
 * @property {import("./wire.js").Op} op
 * @property {string | null} epoch of the log that it was meant for; null before any was known
 * @property {"pending" | "held" | "refused"} state
 * @property {string} why it was held or refused
 * @property {[number, number]} at when the page was loaded that made it, and its number there
 *
 * @typedef {Entry & {room: string, client: string}} Kept
 */

import { openDatabase, Records } from "./records.js";
import { isObject } from "./wire.js";

const NAME = "chatos";
const VERSION = 1;
const STORE = "ops";

export class Journal {
  #records;

  /** @param {IDBDatabase | null} database null: nothing outlives the page */
  constructor(database) {
    this.#records = new Records(database, STORE);
  }

  /** Whether all that was written will be there after the page, or is about to be. */
  get isDurable() {
    return this.#records.isDurable;
  }

  /** @param {() => void} listener `isDurable` is another than before */
  set onChange(listener) {
    this.#records.onChange = listener;
  }

  /** @param {string} room @returns {Promise<Kept[]>} of all outboxes, in the order of their making */
  async read(room) {
    const found = await this.#records.all("room", room);
    return found.map(checked).filter((each) => each !== null).sort(byAge);
  }

  /** The ids alone: to be asked for often, however much there is.
   * @param {string} room @returns {Promise<string[]>} */
  async ids(room) {
    return (await this.#records.keys("room", room)).map(String);
  }

  /** @param {Kept} entry new, or in place of the one with its id */
  put({ op, ...entry }) {
    this.#records.put(entry.id, entry);
  }

  /** @param {string} id */
  remove(id) {
    this.#records.remove(id);
  }
}

/**
 * @param {IDBFactory | undefined} factory
 * @param {(f: () => void, ms: number) => unknown} [setTimer]
 * @returns {Promise<Journal>} one that forgets where the browser keeps nothing
 */
export async function openJournal(factory, setTimer) {
  const shape = { name: NAME, version: VERSION, store: STORE, index: "room" };
  return new Journal(await openDatabase(factory, shape, setTimer));
}

/** Older and younger versions of this page, and extensions, write here, too. @returns {Kept | null} */
function checked(found) {
  if (!isObject(found) || typeof found.text !== "string" || typeof found.client !== "string") return null;
  if (!["pending", "held", "refused"].includes(found.state)) return null;
  if (!Array.isArray(found.at) || !found.at.every(Number.isFinite) || found.at.length !== 2) return null;
  const op = parse(found.text);
  if (!isObject(op) || op.id !== found.id || typeof op.type !== "string") return null;
  const epoch = typeof found.epoch === "string" ? found.epoch : null;
  return { ...found, op, epoch, why: String(found.why ?? "") };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {Entry} a @param {Entry} b */
export const byAge = (a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1];
