/**
 * A hub as the page's documents see it: bytes in, bytes out, with real Yjs documents within. An update is applied
 * when it comes, and shown to all, its sender too, by `commit`; a commit's updates are merged.
 */

import * as yjs from "../../web/vendor/yjs.js";
import { Documents } from "../../web/shell/docs/documents.js";
import * as frames from "../../web/shell/docs/frames.js";

export { yjs };

// What renews carets every few seconds must not keep a test's process alive.
const setIntervalOfNode = globalThis.setInterval;
globalThis.setInterval = (...args) => setIntervalOfNode(...args).unref();

export class FakeHub {
  docs = new Map();
  windows = [];
  refuses = false;
  #pending = new Map();

  doc(name) {
    if (!this.docs.has(name)) this.docs.set(name, new yjs.Doc());
    return this.docs.get(name);
  }

  text(name, root = "script") {
    return this.doc(name).getText(root).toString();
  }

  /** Another participant writes. */
  write(name, edit) {
    const doc = this.doc(name);
    const before = yjs.encodeStateVector(doc);
    doc.transact(() => edit(doc));
    this.#show(name, yjs.encodeStateAsUpdate(doc, before));
  }

  take(window, bytes) {
    const { name, message } = frames.decodeFrame(bytes);
    if (message.length === 0) return window.peerOf.delete(name);
    const said = frames.decodeMessage(message);
    window.said.push([name, said.kind]);
    const doc = this.doc(name);
    if (said.kind === "step1") {
      window.peerOf.add(name);
      this.commit();
      window.hear(name, frames.step2(yjs.encodeStateAsUpdate(doc, said.vector)));
      window.hear(name, frames.step1(yjs.encodeStateVector(doc)));
    } else if (said.kind === "awareness") {
      for (const each of this.windows) if (each.peerOf.has(name)) each.hear(name, frames.awareness(said.update));
    } else if (this.refuses) {
      window.documents.refuse(name, "Not with me.");
    } else {
      yjs.applyUpdate(doc, said.update);
      this.#pending.set(name, [...(this.#pending.get(name) ?? []), said.update]);
    }
    return undefined;
  }

  /** Another log is there now. */
  forget() {
    this.docs.clear();
    this.#pending.clear();
  }

  commit() {
    const pending = [...this.#pending];
    this.#pending.clear();
    for (const [name, updates] of pending) this.#show(name, yjs.mergeUpdates(updates));
  }

  #show(name, update) {
    for (const each of this.windows) if (each.peerOf.has(name)) each.hear(name, frames.update(update));
  }
}

/** What a browser keeps, for all its windows. */
export class FakeStore {
  rows = new Map();

  async read() {
    const documents = new Map();
    for (const { doc, ...row } of this.rows.values()) documents.set(doc, [...(documents.get(doc) ?? []), row]);
    return documents;
  }

  of(doc) {
    return {
      put: (row) => this.rows.set(row.id, { doc, ...row }),
      remove: (id) => this.rows.delete(id),
    };
  }
}

let ids = 0;

/** A page with documents, on a hub or off it. */
export class FakeWindow {
  peerOf = new Set();
  said = [];
  timers = [];
  isOn = false;

  constructor(hub, store = new FakeStore(), limit = 100_000) {
    this.hub = hub;
    this.store = store;
    hub.windows.push(this);
    this.documents = new Documents({
      load: async () => yjs,
      send: (bytes) => this.isOn && (hub.take(this, bytes), true),
      limit: () => limit,
      store,
      newId: () => String(++ids),
      onChange() {},
      setTimer: (f) => this.timers.push(f),
    });
  }

  on(epoch = "e1") {
    this.isOn = true;
    this.documents.ready(epoch);
  }

  off() {
    this.isOn = false;
    this.peerOf.clear();
    this.documents.lose();
  }

  hear(name, message) {
    this.documents.receive(frames.encodeFrame(name, message));
  }

  /** The page is gone, without a word. */
  vanish() {
    this.off();
    this.hub.windows = this.hub.windows.filter((each) => each !== this);
  }
}
