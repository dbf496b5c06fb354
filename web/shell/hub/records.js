/**
 * Records in the browser's database: what is written in one turn goes into one transaction, and what was not
 * taken is tried again with the next. It knows nothing of what is in them.
 */

/** A browser that is asked for its database and says nothing must not keep the room from opening. */
const OPEN_MS = 2_000;

export class Records {
  /** @type {IDBDatabase | null} */
  #database;
  #store;
  /** @type {Map<string, object | null>} what is to be written; null: removed */
  #queue = new Map();
  #writing = false;
  #failed = false;
  #onChange = () => {};

  /** @param {IDBDatabase | null} database null: nothing outlives the page @param {string} store */
  constructor(database, store) {
    this.#database = database;
    this.#store = store;
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

  /** @param {string} index @param {string} value @returns {Promise<any[]>} nothing where nothing is to be had */
  all(index, value) {
    return this.#read((store) => store.index(index).getAll(value));
  }

  /** @param {string} index @param {string} value @returns {Promise<IDBValidKey[]>} */
  keys(index, value) {
    return this.#read((store) => store.index(index).getAllKeys(value));
  }

  /** @param {string} id @param {object} record new, or in place of the one with its id */
  put(id, record) {
    this.#enqueue(id, record);
  }

  /** @param {string} id */
  remove(id) {
    this.#enqueue(id, null);
  }

  async #read(ask) {
    if (!this.#database) return [];
    try {
      return await answer(ask(this.#database.transaction(this.#store).objectStore(this.#store)));
    } catch {
      return [];
    }
  }

  #enqueue(id, record) {
    if (!this.#database) return;
    this.#queue.set(id, record);
    if (this.#writing) return;
    this.#writing = true;
    queueMicrotask(() => this.#write());
  }

  #write() {
    const batch = this.#queue;
    this.#queue = new Map();
    try {
      const transaction = this.#database?.transaction(this.#store, "readwrite");
      if (!transaction) throw new Error("no database");
      const store = transaction.objectStore(this.#store);
      for (const [id, record] of batch) record === null ? store.delete(id) : store.put(record);
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
 * @param {{name: string, version: number, store: string, index: string}} shape
 * @param {(f: () => void, ms: number) => unknown} [setTimer]
 * @returns {Promise<IDBDatabase | null>} null where the browser keeps nothing
 */
export async function openDatabase(factory, shape, setTimer = (f, ms) => setTimeout(f, ms)) {
  if (!factory) return null;
  try {
    return await Promise.race([open(factory, shape), silence(setTimer)]);
  } catch {
    return null;
  }
}

/** @param {IDBFactory} factory @returns {Promise<IDBDatabase>} */
function open(factory, { name, version, store, index }) {
  const request = factory.open(name, version);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(store, { keyPath: "id" }).createIndex(index, index);
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
