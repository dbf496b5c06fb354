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

import { isObject } from "./wire.js";

const NAME = "chatos";
const VERSION = 1;
const STORE = "ops";
/** A browser that is asked for its database and says nothing must not keep the room from opening. */
const OPEN_MS = 2_000;

export class Journal {
  /** @type {IDBDatabase | null} */
  #database;
  /** @type {Map<string, Omit<Kept, "op"> | null>} what is to be written; null: removed */
  #queue = new Map();
  #writing = false;
  #failed = false;
  #onChange = () => {};

  /** @param {IDBDatabase | null} database null: nothing outlives the page */
  constructor(database) {
    this.#database = database;
    // Cleared by the user, say. What is pending here is still in memory.
    if (database) database.onclose = () => this.#lose();
    if (database) database.onversionchange = () => (database.close(), this.#lose());
  }

  /** Whether all that was written will be there after the page, or is about to be. */
  get isDurable() {
    return this.#database !== null && !this.#failed;
  }

  /** @param {() => void} listener `isDurable` is another than before */
  set onChange(listener) {
    this.#onChange = listener;
  }

  /** @param {string} room @returns {Promise<Kept[]>} of all outboxes, in the order of their making */
  async read(room) {
    if (!this.#database) return [];
    try {
      const store = this.#database.transaction(STORE).objectStore(STORE);
      const found = await answer(store.index("room").getAll(room));
      return found.map(checked).filter((each) => each !== null).sort(byAge);
    } catch {
      return [];
    }
  }

  /** The ids alone: to be asked for often, however much there is.
   * @param {string} room @returns {Promise<string[]>} */
  async ids(room) {
    if (!this.#database) return [];
    try {
      const store = this.#database.transaction(STORE).objectStore(STORE);
      return (await answer(store.index("room").getAllKeys(room))).map(String);
    } catch {
      return [];
    }
  }

  /** @param {Kept} entry new, or in place of the one with its id */
  put({ op, ...entry }) {
    this.#enqueue(entry.id, entry);
  }

  /** @param {string} id */
  remove(id) {
    this.#enqueue(id, null);
  }

  #enqueue(id, entry) {
    if (!this.#database) return;
    this.#queue.set(id, entry);
    if (this.#writing) return;
    this.#writing = true;
    queueMicrotask(() => this.#write());
  }

  #write() {
    const batch = this.#queue;
    this.#queue = new Map();
    try {
      const transaction = this.#database?.transaction(STORE, "readwrite");
      if (!transaction) throw new Error("no database");
      const store = transaction.objectStore(STORE);
      for (const [id, entry] of batch) entry === null ? store.delete(id) : store.put(entry);
      transaction.oncomplete = () => this.#wrote();
      transaction.onabort = () => this.#refused(batch);
      // Otherwise it waits for a turn of this page, which may be about to go.
      transaction.commit?.();
    } catch {
      this.#refused(batch);
    }
  }

  #wrote() {
    this.#tell(false);
    if (this.#queue.size > 0) this.#write();
    else this.#writing = false;
  }

  #refused(batch) {
    // What was said since is newer. It is tried again with the next write, not in a loop.
    this.#queue = new Map([...batch, ...this.#queue]);
    this.#writing = false;
    this.#tell(true);
  }

  #lose() {
    this.#database = null;
    this.#onChange();
  }

  #tell(failed) {
    if (failed === this.#failed) return;
    this.#failed = failed;
    this.#onChange();
  }
}

/**
 * @param {IDBFactory | undefined} factory
 * @param {(f: () => void, ms: number) => unknown} [setTimer]
 * @returns {Promise<Journal>} one that forgets where the browser keeps nothing
 */
export async function openJournal(factory, setTimer = (f, ms) => setTimeout(f, ms)) {
  if (!factory) return new Journal(null);
  try {
    return new Journal(await Promise.race([open(factory), silence(setTimer)]));
  } catch {
    return new Journal(null);
  }
}

/** @param {IDBFactory} factory @returns {Promise<IDBDatabase>} */
function open(factory) {
  const request = factory.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "id" }).createIndex("room", "room");
  };
  return answer(request);
}

const silence = (setTimer) =>
  new Promise((_, reject) => setTimer(() => reject(new Error("no answer")), OPEN_MS));

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

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
