/**
 * A document of the room as the shell edits it: a Yjs document that follows the room, and who else is in it.
 * What its text means, and where it is shown, is its user's business.
 *
 * When the hub does not take an edit, or has another log than before, it begins anew with what the hub has; what
 * was here then is handed to its user, for only they can say what becomes of it.
 *
 * @typedef {typeof import("../../vendor/yjs.js")} Yjs
 * @typedef {{changed?: () => void, renewed?: (why: {reason: string, former: any}) => void}}
 *   Listener
 */

import { DocumentLink } from "./link.js";
import { Unsent } from "./unsent.js";

/** The origin of what came from the hub, or was kept from a former page. */
export const REMOTE = Symbol("remote");

export class SharedDocument {
  /** @type {import("../../vendor/yjs.js").Doc} */
  doc;
  /** @type {import("../../vendor/yjs.js").Awareness} */
  awareness;
  /** Whether it has been whole: edits before that would begin another document. */
  isWhole = false;
  #parts;
  /** @type {DocumentLink} */
  #link;
  #unsent;
  /** @type {Set<Listener>} */
  #listeners = new Set();
  #isClosed = false;

  /**
   * @param {{yjs: Yjs, name: string, send: (message: Uint8Array) => boolean, limit: () => number,
   *   keep: ConstructorParameters<typeof Unsent>[0]["keep"], newId: () => string, onChange: () => void}} parts
   */
  constructor(parts) {
    this.#parts = parts;
    this.#unsent = new Unsent(parts);
    this.#begin();
  }

  get name() {
    return this.#parts.name;
  }

  get unsent() {
    return this.#unsent.size;
  }

  get state() {
    return this.#link.state;
  }

  /** What a former page left here. @param {import("./unsent.js").Row[]} rows */
  restore(rows) {
    for (const { update } of this.#unsent.restore(rows)) this.#apply(update);
  }

  /** @param {Listener} listener @returns {() => void} hears no more */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The room's socket is ready. */
  open() {
    this.#link.open();
  }

  /** The room's socket is gone. */
  lose() {
    this.#link.lose();
    const { yjs } = this.#parts;
    const others = [...this.awareness.getStates().keys()].filter((id) => id !== this.doc.clientID);
    yjs.removeAwarenessStates(this.awareness, others, REMOTE);
  }

  /** @param {Uint8Array} message */
  receive(message) {
    this.#link.receive(message);
  }

  /** The hub did not take an edit, and takes none that builds on it. @param {string} reason */
  refuse(reason) {
    this.#link.refuse(reason);
  }

  /** The hub has another log; what is here is not in it. */
  replace() {
    this.#unsent.clear();
    this.#renew("The room's log is another one.");
  }

  close() {
    this.#isClosed = true;
    this.awareness.setLocalState(null);
    this.doc.destroy();
  }

  #begin() {
    const { yjs, send, limit, onChange } = this.#parts;
    const doc = new yjs.Doc();
    const awareness = new yjs.Awareness(doc);
    awareness.setLocalState(null);
    this.doc = doc;
    this.awareness = awareness;
    this.isWhole = false;
    this.#link = new DocumentLink({
      yjs,
      unsent: this.#unsent,
      send,
      limit,
      vector: () => yjs.encodeStateVector(doc),
      onUpdate: (update) => this.#apply(update),
      onAwareness: (update) => this.#hear(update),
      onState: (state) => {
        if (state === "live") this.#live();
        onChange();
        this.#tell("changed");
      },
      onRefused: (reason) => this.#renew(reason),
    });
    doc.on("update", (update, origin) => {
      if (origin !== REMOTE) this.#link.push(update);
      if (origin !== REMOTE) onChange();
    });
    // What comes from the hub goes nowhere again; only what is ours does.
    awareness.on("update", (_, origin) => origin === "local" && this.#tellOwn());
  }

  #live() {
    if (this.isWhole === false) this.isWhole = true;
    this.#tellOwn();
  }

  #tellOwn() {
    const { clientID } = this.doc;
    if (!this.awareness.meta.has(clientID)) return;
    this.#link.tell(this.#parts.yjs.encodeAwarenessUpdate(this.awareness, [clientID]));
  }

  #apply(update) {
    const { yjs } = this.#parts;
    try {
      yjs.decodeUpdate(update);
    } catch (error) {
      // The hub has checked it; what this page can't read, it can't show either.
      this.#link.refuse(`This page can't read it: ${error instanceof Error ? error.message : error}`);
      return;
    }
    try {
      yjs.applyUpdate(this.doc, update, REMOTE);
    } catch (error) {
      // Thrown by who looks at the text, when it was changed already.
      reportError(error);
    }
  }

  #hear(update) {
    try {
      this.#parts.yjs.applyAwarenessUpdate(this.awareness, update, REMOTE);
    } catch {
      // Somebody's caret, badly told.
    }
  }

  #renew(reason) {
    const former = this.doc;
    const state = this.awareness.getLocalState();
    this.#begin();
    // Its text can still be read.
    former.destroy();
    if (state) this.awareness.setLocalState(state);
    this.#tell("renewed", { reason, former });
    this.#parts.onChange();
    if (!this.#isClosed) this.#parts.onRenewed?.();
  }

  #tell(kind, ...args) {
    for (const listener of [...this.#listeners]) listener[kind]?.(...args);
  }
}
