/** What several tests need: a browser's storage in memory, and frames as a hub sends them. */

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
