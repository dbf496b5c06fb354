/**
 * Which parts of a document something speaks of: for each client that wrote, ranges of its clock. It knows
 * no update and no text.
 */

export class Ranges {
  /** @type {Map<number, [number, number][]>} sorted, apart, each from a clock up to another */
  #clients = new Map();

  get isEmpty() {
    return this.#clients.size === 0;
  }

  /** @returns {IterableIterator<[number, [number, number][]]>} */
  [Symbol.iterator]() {
    return this.#clients.entries();
  }

  /** @param {number} client @param {number} from @param {number} to after the last */
  add(client, from, to) {
    if (to <= from) return;
    const before = this.#clients.get(client) ?? [];
    const apart = before.filter(([start, end]) => end < from || start > to);
    const met = before.filter(([start, end]) => end >= from && start <= to);
    const joined = [Math.min(from, ...met.map(([start]) => start)), Math.max(to, ...met.map(([, end]) => end))];
    this.#clients.set(client, [...apart, joined].sort(([a], [b]) => a - b));
  }

  /** @param {number} client @param {number} from @param {number} to */
  remove(client, from, to) {
    const before = this.#clients.get(client);
    if (!before) return;
    const left = before.flatMap(([start, end]) => [[start, Math.min(end, from)], [Math.max(start, to), end]]);
    const ranges = left.filter(([start, end]) => start < end);
    if (ranges.length > 0) this.#clients.set(client, ranges);
    else this.#clients.delete(client);
  }

  /** @param {Ranges} others */
  removeAll(others) {
    for (const [client] of [...this]) {
      for (const [from, to] of others.of(client)) this.remove(client, from, to);
    }
  }

  /** @param {number} client */
  of(client) {
    return this.#clients.get(client) ?? [];
  }
}

/**
 * What an update brings and deletes.
 * @param {typeof import("../../vendor/yjs.js")} yjs
 * @param {Uint8Array} update
 */
export function coverage(yjs, update) {
  const written = new Ranges();
  const deleted = new Ranges();
  const { structs, ds } = yjs.decodeUpdate(update);
  for (const struct of structs) {
    // The third kind stands for what is left out.
    if (!(struct instanceof yjs.Item || struct instanceof yjs.GC)) continue;
    written.add(struct.id.client, struct.id.clock, struct.id.clock + struct.length);
  }
  for (const [client, ranges] of ds.clients) {
    for (const { clock, len } of ranges) deleted.add(client, clock, clock + len);
  }
  return { written, deleted };
}
