/**
 * The outbox of one tab: ops that were given to the hub but whose envelopes have not come back yet, and those
 * that can't go by themselves any more. It sends nothing itself; who owns it sends what is pending, in order,
 * whenever a connection is ready.
 *
 *   pending -> (gone)      its envelope came: it is in the log
 *   pending -> held        the log is another than the one it was meant for; only its author may send it now
 *   pending -> refused     the hub did not take it
 *   held, refused -> (gone)   its author sent it as a new op, or discarded it
 *
 * An op is frozen as text the moment it gets its id. A later change of mind is another op with another id:
 * the hub takes the same id for the same op and would drop the change as a re-send.
 *
 * Ids are CLIENT-LOAD.N: an envelope names its author but not the author's tab, and two tabs of one person
 * share the author. LOAD is new with every load of the page, so that no id is given out twice even where the
 * last writes of a page that crashed are lost.
 *
 * @typedef {import("./wire.js").Op} Op
 * @typedef {import("./journal.js").Entry} Entry
 */

import { byAge } from "./journal.js";
import { encodeOp } from "./wire.js";

/** A tool that goes on talking while the hub is away must not fill the browser. */
const PENDING_MAX = 5_000;
/** Nor must one whose every op is refused. */
const KEPT_MAX = 200;

/** Whose op it is. @param {string} id as below */
export const clientOf = (id) => id.slice(0, id.indexOf("-"));

export class Outbox {
  #journal;
  #room;
  #client;
  #loadedAt;
  #load;
  #next = 1;
  /** @type {Map<string, Entry>} in the order of sending */
  #pending = new Map();
  /** @type {Map<string, Entry>} held and refused */
  #kept = new Map();
  /** Gives the outbox up, so that another tab may have it. */
  release;

  /**
   * @param {{room: string, client: string, journal: import("./journal.js").Journal, entries?: Entry[],
   *   loadedAt?: number, load?: string, release?: () => void}} parts `entries`: what a former page left
   */
  constructor({ room, client, journal, entries = [], loadedAt = 0, load = "0", release = () => {} }) {
    this.#room = room;
    this.#client = client;
    this.#journal = journal;
    this.#loadedAt = loadedAt;
    this.#load = load;
    this.release = release;
    for (const entry of [...entries].sort(byAge)) this.#mapOf(entry).set(entry.id, entry);
  }

  get client() {
    return this.#client;
  }

  /** How many are pending. */
  get size() {
    return this.#pending.size;
  }

  get isEmpty() {
    return this.#pending.size === 0 && this.#kept.size === 0;
  }

  /** Whether what is in here survives the page. */
  get isDurable() {
    return this.#journal.isDurable;
  }

  /** Oldest first. @returns {Entry[]} */
  get pending() {
    return [...this.#pending.values()];
  }

  /** What waits for a word of its author, oldest first. @returns {Entry[]} */
  get kept() {
    return [...this.#kept.values()];
  }

  /**
   * Gives an op its id and freezes it.
   * @param {Op} op
   * @param {{limit: number, epoch: string | null}} circumstances `limit` in bytes
   * @returns {Entry | {problem: string}}
   */
  add(op, { limit, epoch }) {
    if (this.#pending.size >= PENDING_MAX) {
      return {
        problem: `${PENDING_MAX.toLocaleString("en")} ops are waiting already; nothing more is kept.`,
      };
    }
    const number = this.#next;
    const id = `${this.#client}-${this.#load}.${number}`;
    const encoded = encodeOp(op, id, limit);
    if ("problem" in encoded) return encoded;
    this.#next = number + 1;
    const { text } = encoded;
    return this.#put({
      id, text, op: JSON.parse(text), epoch, state: "pending", why: "", at: [this.#loadedAt, number],
    });
  }

  /** The op's envelope came back. @param {string} id @returns {Entry | null} null where it was not pending */
  settle(id) {
    const entry = this.#pending.get(id);
    if (!entry) return null;
    this.#pending.delete(id);
    this.#journal.remove(id);
    return entry;
  }

  /** The hub did not take it. @param {string} id @param {string} why @returns {Entry | null} */
  refuse(id, why) {
    const entry = this.#pending.get(id);
    return entry ? this.#set(entry, { state: "refused", why }) : null;
  }

  /**
   * Holds back what was meant for another log. With `epoch` given, what was meant for no particular one is
   * meant for that from now on.
   * @param {string | null} epoch null: whatever it was meant for
   * @param {string} why
   * @returns {Entry[]} what is held now that was not before
   */
  hold(epoch, why) {
    const held = [];
    for (const entry of this.pending) {
      if (epoch !== null && entry.epoch === null) {
        this.#set(entry, { epoch });
      } else if (entry.epoch !== epoch) {
        held.push(this.#set(entry, { state: "held", why }));
      }
    }
    return held;
  }

  /** Its author has done with it. @param {string} id @returns {Entry | null} */
  discard(id) {
    const entry = this.#kept.get(id);
    if (!entry) return null;
    this.#kept.delete(id);
    this.#journal.remove(id);
    return entry;
  }

  /** Takes a discarded one back. @param {Entry} entry */
  restore(entry) {
    this.#put(entry);
  }

  #set(entry, change) {
    const changed = { ...entry, ...change };
    if (changed.state !== entry.state) this.#mapOf(entry).delete(entry.id);
    return this.#put(changed);
  }

  #put(entry) {
    this.#mapOf(entry).set(entry.id, entry);
    this.#journal.put({ ...entry, room: this.#room, client: this.#client });
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_MAX) break;
      this.discard(id);
    }
    return entry;
  }

  #mapOf(entry) {
    return entry.state === "pending" ? this.#pending : this.#kept;
  }
}
