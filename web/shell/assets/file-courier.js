/**
 * Brings files between the realm and the hub: what people drop there and what tools make goes up, what ops
 * name by a hash comes down. It bounds how much a tool can have sent in somebody's name; it shows nothing.
 *
 * @typedef {import("./hub-files.js").Asset} Asset
 * @typedef {{name: string, part: number, stop: () => void}} Upload
 */

/** A folder of pictures dropped in at once passes; a tool that never ends does not. */
const SENT_A_MINUTE = 30;
const MINUTE_MS = 60_000;
/** At once; the others wait, so that one large file does not take all of a slow line. */
const AT_ONCE = 3;
/** What waits is memory of the browser's. */
const WAITING_MAX = 30;
/** A page with a thousand pictures is a page of pictures; a tool that asks for more is lost. */
const ASKED_MAX = 2_000;

export class FileCourier {
  #parts;
  /** @type {number[]} when those of the last minute were begun */
  #begun = [];
  /** @type {Set<Upload>} */
  #uploads = new Set();
  /** @type {(() => void)[]} */
  #waiting = [];
  /** @type {Map<string, Promise<Blob>>} */
  #files = new Map();

  /**
   * @param {{send: (file: Blob, onProgress: (part: number) => void, signal: AbortSignal) => Promise<Asset>,
   *   fetch: (hash: string) => Promise<Blob>, now: () => number,
   *   onChange: (uploads: Upload[]) => void, onFailed: (name: string, why: string) => void}} parts
   */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {Blob} file @param {string} name as it is shown @returns {Promise<Asset>} */
  async upload(file, name) {
    try {
      return await this.#admitted(file, name);
    } catch (error) {
      this.#parts.onFailed(name, error.message);
      throw error;
    }
  }

  /** The same file is had once. @param {string} hash @returns {Promise<Blob>} */
  file(hash) {
    const known = this.#files.get(hash);
    if (known) return known;
    if (this.#files.size >= ASKED_MAX) return Promise.reject(new Error("The page has too many files."));
    const coming = this.#parts.fetch(hash);
    this.#files.set(hash, coming);
    // It may be there the next time.
    coming.catch(() => this.#files.delete(hash));
    return coming;
  }

  async #admitted(file, name) {
    const now = this.#parts.now();
    this.#begun = this.#begun.filter((at) => now - at < MINUTE_MS);
    if (this.#begun.length >= SENT_A_MINUTE) {
      throw new Error(`This page may send ${SENT_A_MINUTE} files a minute.`);
    }
    if (this.#waiting.length >= WAITING_MAX) throw new Error("Too many files wait already.");
    this.#begun.push(now);
    const stopping = new AbortController();
    const upload = { name, part: 0, stop: () => stopping.abort() };
    this.#uploads.add(upload);
    this.#changed();
    try {
      await this.#turn(upload);
      if (stopping.signal.aborted) throw new Error("You stopped it.");
      const onProgress = (part) => {
        upload.part = part;
        this.#changed();
      };
      return await this.#parts.send(file, onProgress, stopping.signal);
    } finally {
      this.#uploads.delete(upload);
      this.#waiting.shift()?.();
      this.#changed();
    }
  }

  /** @returns {Promise<void>} */
  #turn(upload) {
    const ahead = [...this.#uploads].indexOf(upload);
    return ahead < AT_ONCE ? Promise.resolve() : new Promise((go) => this.#waiting.push(() => go()));
  }

  #changed() {
    this.#parts.onChange([...this.#uploads]);
  }
}
