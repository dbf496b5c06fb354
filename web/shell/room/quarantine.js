/**
 * Which tools this browser does not run, since they froze a page of this room here. It outlives the page: in
 * some browsers a loop in the realm freezes the shell too, and then nothing but the next visit can help. So
 * what is about to run for the first time is written down before it runs, and crossed out when it went well
 * or the page was left in order; what is still there at the next visit froze the page.
 *
 * In such a browser any tool may do that at any time. There the mark stays for as long as tools run, and is
 * renewed while the page lives; one that was not renewed says that the page froze, though not by whom.
 *
 * It stops nothing that runs, and tells nobody.
 *
 * @typedef {{name: string, seq: number}} Version
 * @typedef {Version & {reason: string}} Stop
 */

/** A tab of the same room may be starting at this moment, or live; what is older did not come to an end. */
const STARTING_MS = 4_000;
/** How often a page that may freeze says that it lives; a timer may be late. */
export const BEAT_MS = 1_000;
const STOPS_MAX = 100;

export class Quarantine {
  #store;
  #room;
  #page;
  #now;
  #isIsolated;
  #froze = false;
  /** Whether tools run, proven ones or not. */
  #runs = false;
  #isLookedAt = true;
  #epoch = "";
  /** @type {Stop[]} */
  #stops = [];
  /** @type {Version[]} versions that ran here without harm */
  #proven = [];
  /** @type {Version[]} versions that run here and are not proven */
  #running = [];

  /**
   * @param {{store: Storage, room: string, page: string, now: () => number, isIsolated?: boolean}} parts
   *   `page`: another one for every load; `isIsolated`: a loop in the realm does not freeze this page
   */
  constructor({ store, room, page, now, isIsolated = true }) {
    this.#isIsolated = isIsolated;
    this.#store = store;
    this.#room = room;
    this.#page = page;
    this.#now = now;
  }

  /** Begins with a log: seqs mean nothing in another one. @param {string} epoch */
  enter(epoch) {
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#running = [];
    this.#runs = false;
    this.#froze = false;
    const kept = this.#read(this.#key);
    this.#stops = kept.epoch === epoch ? versions(kept.stops) : [];
    this.#proven = kept.epoch === epoch ? versions(kept.proven) : [];
    this.#collect();
  }

  /** Why this version is not run; null: it is. @param {Version} version @returns {string | null} */
  reason(version) {
    return this.#stops.find((stop) => same(stop, version))?.reason ?? null;
  }

  /** @param {Version} version @param {string} reason */
  stop({ name, seq }, reason) {
    this.#running = this.#running.filter((other) => other.name !== name);
    this.#proven = this.#proven.filter((other) => other.name !== name);
    this.#stops = this.#stops.filter((other) => other.name !== name);
    this.#stops.push({ name, seq, reason });
    this.#stops = this.#stops.slice(-STOPS_MAX);
    this.#mark();
    this.#keep();
  }

  /** Somebody wants it run. @param {Version} version */
  release(version) {
    this.#stops = this.#stops.filter((stop) => !same(stop, version));
    this.#keep();
  }

  /** Whether a page of this room froze here while nothing ran that was new: any of its tools may be the reason. */
  get froze() {
    return this.#froze;
  }

  /** This page lives; to be called every `BEAT_MS`, where it says so. */
  beat() {
    if (this.#runs && this.#isLookedAt) this.#mark();
  }

  /** These run from now on; to be called before they do. @param {Version[]} all */
  begin(all) {
    const names = new Set(all.map(({ name }) => name));
    const isNew = (version) => !this.#proven.some((other) => same(other, version));
    this.#running = this.#running.filter(({ name }) => !names.has(name));
    this.#runs = true;
    this.#running.push(...all.filter(isNew).map(({ name, seq }) => ({ name, seq })));
    this.#mark();
  }

  /** What runs has run for a while, and the page is well. @param {Version[]} current the room's tools */
  prove(current) {
    if (this.#running.length === 0) return;
    const known = [...this.#proven, ...this.#running];
    this.#proven = current.filter((version) => known.some((other) => same(other, version)))
      .map(({ name, seq }) => ({ name, seq }));
    this.#running = [];
    this.#mark();
    this.#keep();
  }

  /** The page is left or put aside in order: nothing that happens to it from now on is a tool's fault. */
  leave() {
    this.#isLookedAt = false;
    this.#store.removeItem(this.#markKey);
  }

  /** It is looked at again. */
  return() {
    this.#isLookedAt = true;
    this.#mark();
  }

  get #key() {
    return `chatos.quarantine/${this.#room}`;
  }

  get #markKey() {
    return `chatos.running/${this.#room}/${this.#page}`;
  }

  #mark() {
    const lasts = this.#runs && !this.#isIsolated;
    if (this.#running.length === 0 && !lasts) return this.#store.removeItem(this.#markKey);
    return this.#write(this.#markKey, { epoch: this.#epoch, at: this.#now(), running: this.#running });
  }

  #keep() {
    this.#write(this.#key, { epoch: this.#epoch, stops: this.#stops, proven: this.#proven });
  }

  /** Marks of pages that are gone become stops. */
  #collect() {
    const prefix = `chatos.running/${this.#room}/`;
    const keys = Array.from({ length: this.#store.length }, (_, i) => this.#store.key(i) ?? "");
    for (const key of keys.filter((key) => key.startsWith(prefix) && key !== this.#markKey)) {
      const mark = this.#read(key);
      if (Math.abs(this.#now() - Number(mark.at)) < STARTING_MS) continue;
      this.#store.removeItem(key);
      if (mark.epoch !== this.#epoch) continue;
      const suspects = versions(mark.running);
      if (suspects.length === 0) this.#froze = !this.#isIsolated;
      const reason = suspects.length === 1
        ? "This page froze here while it ran."
        : `This page froze here while it and ${suspects.length - 1} more ran for the first time.`;
      for (const suspect of suspects) this.stop(suspect, reason);
    }
  }

  #read(key) {
    try {
      const value = JSON.parse(this.#store.getItem(key) ?? "{}");
      return typeof value === "object" && value !== null ? value : {};
    } catch {
      return {};
    }
  }

  #write(key, value) {
    try {
      this.#store.setItem(key, JSON.stringify(value));
    } catch {
      // A full store keeps no quarantine; safe mode is still there.
    }
  }
}

const same = (a, b) => a.name === b.name && a.seq === b.seq;

/** What a store holds may have been written by anything. */
function versions(list) {
  if (!Array.isArray(list)) return [];
  return list
    .filter((one) => typeof one?.name === "string" && Number.isSafeInteger(one.seq))
    .map(({ name, seq, reason }) => ({ name, seq, reason: typeof reason === "string" ? reason : "" }));
}
