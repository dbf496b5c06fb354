/**
 * What tabs that are gone had not sent: their outboxes, and a courier for each that has something pending.
 * Which outboxes those are is found out elsewhere.
 */

import { Courier } from "./courier.js";

/** One after another: a browser that crashed may have left many. */
const COURIERS_MAX = 2;

export class Deliveries {
  #parts;
  /** @type {Map<import("./outbox.js").Outbox, Courier | null>} */
  #outboxes = new Map();
  /** @type {import("./wire.js").Cursor | null} */
  #cursor = null;

  /**
   * @param {{open: () => WebSocket, identity: {name: string, token: string | null},
   *   onTaken: (id: string) => void, onRefused: (id: string, why: string) => void,
   *   setTimer?: (f: () => void, ms: number) => any, clearTimer?: (timer: any) => void}} parts
   */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @returns {import("./outbox.js").Outbox[]} */
  get outboxes() {
    return [...this.#outboxes.keys()];
  }

  get size() {
    let size = 0;
    for (const outbox of this.#outboxes.keys()) size += outbox.size;
    return size;
  }

  /** @param {import("./outbox.js").Outbox} outbox */
  adopt(outbox) {
    this.#outboxes.set(outbox, null);
  }

  /** The hub can be reached: sends couriers.
   * @param {import("./wire.js").Cursor} cursor where the room stands */
  dispatch(cursor) {
    this.#cursor = cursor;
    let busy = [...this.#outboxes.values()].filter((courier) => courier !== null).length;
    for (const [outbox, courier] of this.#outboxes) {
      if (busy >= COURIERS_MAX) return;
      if (courier !== null || outbox.size === 0) continue;
      busy += 1;
      this.#send(outbox, cursor);
    }
  }

  /** @param {string} id @returns {import("./outbox.js").Entry | null} */
  settle(id) {
    return this.#first((outbox) => outbox.settle(id));
  }

  /** @param {string} id @param {string} why @returns {import("./outbox.js").Entry | null} */
  refuse(id, why) {
    return this.#first((outbox) => outbox.refuse(id, why));
  }

  /** Gives up what is empty. */
  tidy() {
    for (const [outbox, courier] of this.#outboxes) {
      if (courier !== null || !outbox.isEmpty) continue;
      this.#outboxes.delete(outbox);
      outbox.release();
    }
  }

  #send(outbox, cursor) {
    const before = outbox.size;
    const onEnd = () => {
      this.#outboxes.set(outbox, null);
      this.tidy();
      // One that brought nothing would bring nothing again; the next occasion is a new connection.
      if (outbox.size < before && this.#cursor) this.dispatch(this.#cursor);
    };
    const { open, identity, onTaken, onRefused, setTimer, clearTimer } = this.#parts;
    const timers = setTimer && clearTimer ? { setTimer, clearTimer } : {};
    this.#outboxes.set(
      outbox,
      new Courier({ open, outbox, identity, cursor, onTaken, onRefused, onEnd, ...timers }),
    );
  }

  #first(change) {
    for (const outbox of this.#outboxes.keys()) {
      const entry = change(outbox);
      if (entry) return entry;
    }
    return null;
  }
}
