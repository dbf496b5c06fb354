/**
 * The room's documents that this page has open: it brings them and the room's socket together. What is
 * unsent of others that a former page had open is sent, too. It shows none.
 *
 * @typedef {typeof import("../../vendor/yjs.js")} Yjs
 */

import { decodeFrame, encodeFrame } from "./frames.js";
import { Relay } from "./relay.js";
import { SharedDocument } from "./shared-document.js";

/** How long a document stays open after its user has gone: going back and forth opens nothing anew. */
const LINGER_MS = 2_000;

export class Documents {
  #parts;
  /** @type {Map<string, {document: any, users: number, isIdle: boolean, isBackground: boolean}>}
   *   `isBackground`: a relay whose holder has gone, until nothing of it is unsent */
  #open = new Map();
  /** @type {Promise<Yjs> | null} */
  #yjs = null;
  /** @type {Promise<Map<string, import("./unsent-store.js").Row[]>> | null} what former pages left */
  #left = null;
  #isReady = false;
  /** Whether this hub knows no documents. */
  #isForbidden = false;
  /** @type {string | null} */
  #epoch = null;

  /**
   * @param {{load: () => Promise<Yjs>, send: (bytes: Uint8Array) => boolean, limit: () => number,
   *   store: import("./unsent-store.js").UnsentStore, newId: () => string, onChange: () => void,
   *   setTimer?: (f: () => void, ms: number) => unknown}} parts
   */
  constructor(parts) {
    this.#parts = { setTimer: (f, ms) => setTimeout(f, ms), ...parts };
  }

  get isForbidden() {
    return this.#isForbidden;
  }

  /** This hub knows no documents: none is opened any more. */
  forbid() {
    this.#isForbidden = true;
    this.#parts.onChange();
  }

  /** How many documents have edits that the hub has not confirmed. */
  get unsent() {
    return [...this.#open.values()].filter(({ document }) => document.unsent > 0).length;
  }

  /** @param {string} name @returns {Promise<SharedDocument>} fails where Yjs is not there */
  acquire(name) {
    return this.#take(name, (parts) => new SharedDocument(parts));
  }

  /** A document that is held elsewhere: only its bytes pass here.
   * @param {string} name @param {{onMade: (relay: Relay) => void, onUpdate: (update: Uint8Array) => void,
   *   onWhole: () => void, onRefused: (reason: string) => void}} ends `onMade` hears of it before anything is told
   * @returns {Promise<Relay>} */
  relay(name, { onMade, ...ends }) {
    return this.#take(name, (parts) => {
      const relay = new Relay({ ...parts, ...ends });
      onMade(relay);
      return relay;
    });
  }

  /** Its user has gone. It stays while something of it is unsent. @param {string} name */
  release(name) {
    const entry = this.#open.get(name);
    if (!entry) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    if (entry.document instanceof Relay) {
      entry.document.mute();
      entry.isBackground = entry.isIdle = true;
      this.#closeIdle();
      return;
    }
    this.#parts.setTimer(() => {
      entry.isIdle = entry.users === 0;
      this.#closeIdle();
    }, LINGER_MS);
  }

  /** The room's socket is ready. @param {string} epoch of the log that is there now */
  ready(epoch) {
    if (this.#isForbidden) return;
    this.#isReady = true;
    const isAnother = this.#epoch !== null && this.#epoch !== epoch;
    this.#epoch = epoch;
    for (const { document } of this.#open.values()) {
      if (isAnother) document.replace();
      document.open();
    }
    void this.#sendLeft();
  }

  /** The room's socket is gone, or about to be another one. */
  lose() {
    if (!this.#isReady) return;
    this.#isReady = false;
    for (const { document } of this.#open.values()) document.lose();
  }

  /** @param {Uint8Array} bytes a binary message of the room's socket */
  receive(bytes) {
    const frame = decodeFrame(bytes);
    if (frame) this.#open.get(frame.name)?.document.receive(frame.message);
  }

  /** @param {string} name @param {string} reason @returns {boolean} whether such a document is open */
  refuse(name, reason) {
    const entry = this.#open.get(name);
    entry?.document.refuse(reason);
    return entry !== undefined;
  }

  async #take(name, make) {
    const [yjs, left] = await Promise.all([this.#load(), this.#readLeft()]);
    const known = this.#open.get(name);
    if (known && !known.isBackground) {
      known.users += 1;
      known.isIdle = false;
      return known.document;
    }
    const { send, limit, store, newId, onChange } = this.#parts;
    const document = make({
      yjs,
      name,
      newId,
      limit: () => limit() - encodeFrame(name).length,
      send: (message) => this.#isReady && send(encodeFrame(name, message)),
      keep: store.of(name),
      onChange: () => (onChange(), this.#closeIdle()),
      onRenewed: () => this.#isReady && document.open(),
    });
    this.#open.set(name, { document, users: 1, isIdle: false, isBackground: false });
    document.restore(known?.document.rows ?? left.get(name) ?? []);
    left.delete(name);
    if (this.#isReady) document.open();
    return document;
  }

  #load() {
    this.#yjs ??= this.#parts.load().catch((error) => {
      this.#yjs = null;
      throw error;
    });
    return this.#yjs;
  }

  #readLeft() {
    this.#left ??= this.#parts.store.read();
    return this.#left;
  }

  /** What a former page could not send is sent, whether or not somebody opens that document here. */
  async #sendLeft() {
    const left = await this.#readLeft();
    for (const name of [...left.keys()]) {
      // Without Yjs it waits for a page that has it.
      await this.#take(name, (parts) => new Relay(parts)).then(() => this.release(name), () => null);
    }
  }

  #closeIdle() {
    for (const [name, { document, isIdle }] of this.#open) {
      if (!isIdle || document.unsent > 0) continue;
      document.close();
      this.#open.delete(name);
      if (this.#isReady) this.#parts.send(encodeFrame(name));
    }
  }
}
