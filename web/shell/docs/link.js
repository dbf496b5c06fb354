/**
 * One document's part of the room's socket: it opens it there, sends what is edited here, and keeps what the hub
 * has not confirmed. It hands on bytes, and holds no document, since the document of a tool is not the shell's.
 *
 *   away -> opening -> live        refused: the hub did not take an edit; nothing after it can be taken either
 */

import { awareness, decodeMessage, step1, step2, update as updateMessage } from "./frames.js";

export class DocumentLink {
  /** @type {"away" | "opening" | "live" | "refused"} */
  #state = "away";
  /** What has come of an opening: the hub's state, and what it knows of ours. */
  #hasState = false;
  /** @type {Uint8Array | null} */
  #hubVector = null;
  #parts;

  /**
   * @param {{yjs: typeof import("../../vendor/yjs.js"), unsent: import("./unsent.js").Unsent,
   *   send: (message: Uint8Array) => boolean, limit: () => number, vector: () => Uint8Array,
   *   onUpdate: (update: Uint8Array) => void, onAwareness?: (update: Uint8Array) => void,
   *   onState: (state: "away" | "opening" | "live" | "refused") => void,
   *   onRefused: (reason: string) => void}} parts `vector`: what is here, as a state vector; `limit`: of a
   *   message in bytes; `onState` hears `live` with every synchronisation
   */
  constructor(parts) {
    this.#parts = parts;
  }

  get state() {
    return this.#state;
  }

  /** The socket is ready, maybe another one than before. */
  open() {
    if (this.#state === "refused") return;
    this.#hasState = false;
    this.#hubVector = null;
    this.#set("opening");
    this.#parts.send(step1(this.#parts.vector()));
  }

  /** The socket is gone. */
  lose() {
    if (this.#state !== "refused") this.#set("away");
  }

  /** Something was edited here. @param {Uint8Array} update */
  push(update) {
    if (this.#state === "refused") return;
    this.#parts.unsent.add(update);
    if (this.#state === "live") this.#parts.send(updateMessage(update));
  }

  /** @param {Uint8Array} states as y-protocols has them; worth nothing later */
  tell(states) {
    if (this.#state === "live") this.#parts.send(awareness(states));
  }

  /** @param {Uint8Array} bytes */
  receive(bytes) {
    const message = decodeMessage(bytes);
    // What comes late, for a socket or an opening that is over, says nothing any more.
    if (!message || this.#state === "away" || this.#state === "refused") return;
    switch (message.kind) {
      case "step1":
        this.#parts.unsent.confirmBelow(message.vector);
        this.#hubVector = message.vector;
        this.#synchronise();
        break;
      case "step2":
      case "update":
        this.#parts.unsent.confirm(message.update);
        this.#parts.onUpdate(message.update);
        this.#hasState ||= message.kind === "step2";
        if (message.kind === "step2") this.#synchronise();
        else this.#parts.onState(this.#state);
        break;
      case "awareness":
        this.#parts.onAwareness?.(message.update);
        break;
      case "denied":
        this.refuse(message.reason);
        break;
    }
  }

  /** @param {string} reason */
  refuse(reason) {
    if (this.#state === "refused") return;
    this.#parts.unsent.clear();
    this.#set("refused");
    this.#parts.onRefused(reason);
  }

  /** Both have told what they have: now the hub gets what it lacks, and all that follows goes out at once. */
  #synchronise() {
    if (this.#state !== "opening" || !this.#hasState || !this.#hubVector) return;
    const { unsent, yjs, send, limit } = this.#parts;
    if (unsent.size > 0) {
      const whole = step2(yjs.diffUpdate(yjs.mergeUpdates(unsent.updates), this.#hubVector));
      if (whole.length <= limit()) send(whole);
      else for (const update of unsent.updates) send(updateMessage(update));
    }
    this.#set("live");
  }

  #set(state) {
    this.#state = state;
    this.#parts.onState(state);
  }
}
