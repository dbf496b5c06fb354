/**
 * A courier brings what a tab that is gone had not sent: over a connection of its own, since the hub knows a
 * re-send by the outbox that the hello names [ID4], and without being announced [PR2]. It brings one outbox,
 * once; whoever sent it sends another if it comes back with something left.
 *
 * @typedef {object} Parts
 * @property {() => WebSocket} open
 * @property {import("./outbox.js").Outbox} outbox
 * @property {{name: string, token: string | null}} identity
 * @property {import("./wire.js").Cursor} cursor where the room stands; only in that log the ops are wanted
 * @property {(id: string) => void} onTaken
 * @property {(id: string, why: string) => void} onRefused
 * @property {() => void} onEnd whether or not everything was brought
 * @property {(f: () => void, ms: number) => any} [setTimer]
 * @property {(timer: any) => void} [clearTimer]
 */

import { hello, parse } from "./wire.js";

/** A hub that says nothing for so long is gone. */
const SILENCE_MS = 10_000;

export class Courier {
  #parts;
  #socket;
  #timer;
  /** @type {Set<string>} */
  #waiting;
  #you = "";
  #isOver = false;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = {
      setTimer: (f, ms) => setTimeout(f, ms),
      clearTimer: (timer) => clearTimeout(timer),
      ...parts,
    };
    this.#waiting = new Set(parts.outbox.pending.map((entry) => entry.id));
    this.#socket = parts.open();
    this.#socket.addEventListener("open", () => this.#socket.send(this.#hello()));
    this.#socket.addEventListener("message", (event) => this.#receive(event.data));
    this.#socket.addEventListener("close", () => this.end());
    this.#listen();
  }

  /** Comes back, with whatever it has not got rid of. */
  end() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.clearTimer(this.#timer);
    if (this.#socket.readyState < 2) this.#socket.close(1000);
    this.#parts.onEnd();
  }

  #hello() {
    const { identity: { name, token }, outbox, cursor } = this.#parts;
    return hello({ name, token, client: outbox.client, cursor, quiet: true });
  }

  #listen() {
    this.#parts.clearTimer(this.#timer);
    this.#timer = this.#parts.setTimer(() => this.end(), SILENCE_MS);
  }

  #receive(data) {
    if (this.#isOver || typeof data !== "string") return;
    this.#listen();
    const frame = parse(data);
    switch (frame.kind) {
      case "welcome":
        this.#you = frame.you.id;
        if (frame.epoch !== this.#parts.cursor.epoch) this.end();
        break;
      case "reset":
        return this.end();
      case "ready":
        for (const { id, text } of this.#parts.outbox.pending) {
          if (this.#waiting.has(id)) this.#socket.send(text);
        }
        break;
      case "envelope": {
        const { seq, from, op } = frame.envelope;
        if (seq === undefined || from.id !== this.#you || !this.#waiting.delete(String(op.id))) break;
        this.#parts.onTaken(String(op.id));
        break;
      }
      case "error":
        if (frame.id !== null && this.#waiting.delete(frame.id)) {
          this.#parts.onRefused(frame.id, frame.message);
        }
        break;
    }
    if (frame.kind !== "welcome" && this.#waiting.size === 0) this.end();
  }
}
