/**
 * The outbox: ops that were given to the hub but whose envelopes have not come back yet.
 * It sends nothing itself; who owns it sends what is pending, in order, whenever a connection is ready.
 *
 * An op is frozen as text the moment it gets its id. A later change of mind is another op with another id:
 * the hub takes the same id for the same op and would drop the change as a re-send.
 *
 * Ids are CLIENT.N. An envelope names its author but not the author's tab, and two tabs of one person share
 * the author; with the tab's name in the id an echo can't settle another tab's op.
 *
 * @typedef {import("./wire.js").Op} Op
 * @typedef {{id: string, text: string, op: Op}} Entry
 * @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Store
 */

import { encodeOp, isObject } from "./wire.js";

/** A tool that goes on talking while the hub is away must not fill the browser. */
const PENDING_MAX = 5_000;

export class Outbox {
  #store;
  #prefix;
  /** @type {Map<string, Entry>} in the order of sending */
  #pending = new Map();
  #next = 1;
  #client;
  /** False once the store refused a write: what is pending then lives only as long as the page. */
  durable = true;

  /**
   * @param {Store} store one key per op, so that a write costs what the op costs
   * @param {string} room @param {() => string} newClient
   */
  constructor(store, room, newClient) {
    this.#store = store;
    this.#prefix = `chatos.outbox/${room}/`;
    const kept = readJson(store, this.#prefix + "meta");
    if (isObject(kept) && typeof kept.client === "string" && Number.isSafeInteger(kept.next)) {
      this.#client = kept.client;
      this.#next = kept.next;
      this.#load();
    } else {
      this.#client = newClient();
    }
  }

  get client() {
    return this.#client;
  }

  get size() {
    return this.#pending.size;
  }

  /** Frozen entries, oldest first. @returns {Entry[]} */
  get pending() {
    return [...this.#pending.values()];
  }

  /** @param {string} id */
  has(id) {
    return this.#pending.has(id);
  }

  /**
   * Gives an op its id and freezes it.
   * @param {Op} op @param {number} limit in bytes @returns {Entry | {problem: string}}
   */
  add(op, limit) {
    if (this.#pending.size >= PENDING_MAX) {
      return {
        problem: `${PENDING_MAX.toLocaleString("en")} ops are waiting already; nothing more is kept.`,
      };
    }
    const number = this.#next;
    const id = `${this.#client}.${number}`;
    const encoded = encodeOp(op, id, limit);
    if ("problem" in encoded) return encoded;
    const entry = { id, text: encoded.text, op: JSON.parse(encoded.text) };
    this.#next = number + 1;
    this.#pending.set(id, entry);
    // The counter first: an id that was used must never be given to another op after a crash.
    this.#write("meta", JSON.stringify({ client: this.#client, next: this.#next }));
    this.#write(`op/${number}`, entry.text);
    return entry;
  }

  /** The op's envelope came back, or the hub refused it: either way it is settled.
   * @param {string} id @returns {Entry | null} null where it was not pending */
  settle(id) {
    const entry = this.#pending.get(id);
    if (!entry) return null;
    this.#pending.delete(id);
    try {
      this.#store.removeItem(this.#prefix + "op/" + id.slice(this.#client.length + 1));
    } catch {
      this.durable = false;
    }
    return entry;
  }

  /** Leaves what is pending to the tab that this one was copied from, and starts anew.
   * @param {string} client */
  disown(client) {
    for (const id of [...this.#pending.keys()]) this.settle(id);
    this.#client = client;
    this.#next = 1;
    this.#write("meta", JSON.stringify({ client, next: 1 }));
  }

  #load() {
    const found = [];
    for (let i = 0; i < this.#store.length; i++) {
      const key = this.#store.key(i);
      if (!key?.startsWith(this.#prefix + "op/")) continue;
      const number = Number(key.slice(this.#prefix.length + 3));
      const text = this.#store.getItem(key);
      const op = text === null ? null : parseJson(text);
      if (Number.isSafeInteger(number) && isObject(op)) found.push({ number, id: String(op.id), text, op });
    }
    found.sort((a, b) => a.number - b.number);
    for (const { number, id, text, op } of found) {
      if (id !== `${this.#client}.${number}`) continue;
      this.#pending.set(id, { id, text, op });
      this.#next = Math.max(this.#next, number + 1);
    }
  }

  #write(key, text) {
    try {
      this.#store.setItem(this.#prefix + key, text);
    } catch {
      this.durable = false;
    }
  }
}

function readJson(store, key) {
  const text = store.getItem(key);
  return text === null ? null : parseJson(text);
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
