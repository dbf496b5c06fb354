/** What several tests need: a browser's storage in memory, and frames as a hub sends them. */

import { byAge } from "../../web/shell/hub/journal.js";
import { Outbox } from "../../web/shell/hub/outbox.js";

export class MemoryStore {
  items = new Map();

  get length() {
    return this.items.size;
  }

  key(index) {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key) {
    return this.items.get(key) ?? null;
  }

  setItem(key, value) {
    this.items.set(key, String(value));
  }

  removeItem(key) {
    this.items.delete(key);
  }
}

/** A journal as a browser's database keeps it: copies, not the objects themselves. */
export class MemoryJournal {
  isDurable = true;
  texts = new Map();

  put(entry) {
    this.texts.set(entry.id, JSON.stringify(entry));
  }

  remove(id) {
    this.texts.delete(id);
  }

  async ids(room) {
    return this.all.filter((entry) => entry.room === room).map((entry) => entry.id);
  }

  async read(room) {
    return this.all.filter((entry) => entry.room === room);
  }

  get all() {
    return [...this.texts.values()].map((text) => JSON.parse(text)).sort(byAge);
  }
}

/** The outbox of a tab called “tab”, with what the journal has of it. */
export function makeOutbox(journal = new MemoryJournal(), load = 1, client = "tab") {
  const entries = journal.all.filter((entry) => entry.client === client);
  return new Outbox({ room: "lobby", client, journal, entries, loadedAt: load, load: String(load) });
}

export class FakeSocket extends EventTarget {
  readyState = 0;
  extensions = "";
  sent = [];

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  send(text) {
    if (this.readyState !== 1) throw new Error("a browser would drop this, and say so in the console");
    this.sent.push(JSON.parse(text));
  }

  say(value) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(value) }));
  }

  close(code) {
    this.closedWith = code;
    this.readyState = 2;
  }

  drop(code = 1006) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "" }));
  }

  get ops() {
    return this.sent.filter((message) => !message.hub);
  }
}

export const ada = { id: "k-ada", name: "Ada" };
export const bob = { id: "k-bob", name: "Bob" };

/** Names that mean something to careless code. */
export const ODD_NAMES = [
  "__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype", "", " ", "a/b", "🦊",
];

export const welcome = (more = {}) => ({
  kind: "welcome", room: "lobby", you: ada, token: "t", epoch: "e1", head: 0, after: null,
  members: [{ ...ada, connections: 1 }], limits: { message: 524_288 }, ...more,
});

export const ready = (seq) => ({ kind: "ready", seq });

export const envelope = (seq, op, from = ada, more = {}) => ({
  kind: "envelope",
  envelope: { ...(seq === null ? {} : { seq }), at: 1_790_000_000_000 + (seq ?? 0), from, op, ...more },
});
