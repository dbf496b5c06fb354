/**
 * A document of the room that is held elsewhere, by a tool's page: its updates pass as bytes. Nothing of it is
 * integrated here, for what strangers' code writes must not cost the shell's time. It keeps what is unsent.
 */

import { DocumentLink } from "./link.js";
import { Unsent } from "./unsent.js";

/** Nothing is known here, so the hub is asked for all. */
const NOTHING = new Uint8Array([0]);
/** For one that nobody holds any more. */
const DEAF = { onUpdate() {}, onWhole() {}, onRefused() {} };

export class Relay {
  /** Whether the holder was told all that the hub has. */
  isWhole = false;
  #parts;
  #unsent;
  /** @type {DocumentLink} */
  #link;

  /**
   * @param {{yjs: typeof import("../../vendor/yjs.js"), name: string, send: (message: Uint8Array) => boolean,
   *   limit: () => number, keep: ConstructorParameters<typeof Unsent>[0]["keep"], newId: () => string,
   *   onChange: () => void, onUpdate?: (update: Uint8Array) => void, onWhole?: () => void,
   *   onRefused?: (reason: string) => void}} parts
   */
  constructor(parts) {
    this.#parts = { ...DEAF, ...parts };
    this.#unsent = new Unsent(parts);
    this.#link = new DocumentLink({
      ...parts,
      unsent: this.#unsent,
      vector: () => NOTHING,
      onUpdate: (update) => this.#parts.onUpdate(update),
      onRefused: (reason) => this.#parts.onRefused(reason),
      onState: (state) => {
        if (state === "live" && !this.isWhole) {
          this.isWhole = true;
          for (const update of this.#unsent.updates) this.#parts.onUpdate(update);
          this.#parts.onWhole();
        }
        parts.onChange();
      },
    });
  }

  get unsent() {
    return this.#unsent.size;
  }

  get rows() {
    return this.#unsent.rows;
  }

  /** Its holder has gone. */
  mute() {
    Object.assign(this.#parts, DEAF);
  }

  /** @param {import("./unsent.js").Row[]} rows that a former page left */
  restore(rows) {
    this.#unsent.restore(rows);
  }

  /** @param {Uint8Array} update from the holder @returns {boolean} whether it is one */
  push(update) {
    try {
      this.#link.push(update);
    } catch {
      return false;
    }
    this.#parts.onChange();
    return true;
  }

  open() {
    this.#link.open();
  }

  lose() {
    this.#link.lose();
  }

  /** @param {Uint8Array} message */
  receive(message) {
    this.#link.receive(message);
  }

  /** @param {string} reason */
  refuse(reason) {
    this.#link.refuse(reason);
  }

  /** The hub has another log: its holder, whose page is built anew then, begins again. */
  replace() {
    this.#unsent.clear();
    this.isWhole = false;
  }

  close() {}
}
