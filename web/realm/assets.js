/**
 * The room's files as tools use them: named by hash, had as blobs of this page, sent through the shell, which
 * alone can reach the hub. A file is had once for the page's life.
 */

import { natives } from "#realm/natives.js";

const HASH = /^[0-9a-f]{64}$/;

export class Assets {
  #post;
  /** @type {Map<string, {url: Promise<string>, settle: (blob: Blob | null, why: string) => void}>} */
  #files = new Map();
  /** @type {Map<number, {resolve: (asset: object) => void, reject: (error: Error) => void}>} */
  #uploads = new Map();
  #last = 0;

  /** @param {(message: object, transfer?: Transferable[]) => void} post */
  constructor(post) {
    this.#post = post;
  }

  /** An address for `src`, good in this page alone. @param {unknown} hash @returns {Promise<string>} */
  address(hash) {
    const name = String(hash);
    if (!HASH.test(name)) {
      return Promise.reject(new TypeError("A file is named by the 64 hexadecimal digits of its SHA-256."));
    }
    const known = this.#files.get(name);
    if (known) return known.url;
    let settle = /** @type {(blob: Blob | null, why: string) => void} */ (() => {});
    const url = new Promise((resolve, reject) => {
      settle = (blob, why) => (blob ? resolve(natives.createObjectURL(blob)) : reject(new Error(why)));
    });
    this.#files.set(name, { url, settle });
    this.#post({ kind: "asset", hash: name });
    return url;
  }

  /** @param {unknown} file @param {unknown} name @param {{tool: string | null, seq: number}} by
   * @returns {Promise<{hash: string, type: string, bytes: number}>} */
  upload(file, name, by) {
    if (!(file instanceof Blob)) return Promise.reject(new TypeError("Only a file or a blob can be sent."));
    this.#last += 1;
    const n = this.#last;
    const words = String(name ?? /** @type {File} */ (file).name ?? "A file").slice(0, 128);
    return new Promise((resolve, reject) => {
      this.#uploads.set(n, { resolve, reject });
      this.#post({ kind: "upload", n, file, name: words, ...by });
    });
  }

  /** What the shell says of files. @param {Record<string, any>} message */
  receive(message) {
    if (message.kind === "uploaded") {
      const waiting = this.#uploads.get(message.n);
      this.#uploads.delete(message.n);
      if (message.asset) waiting?.resolve(message.asset);
      else waiting?.reject(new Error(message.error));
      return;
    }
    const file = this.#files.get(message.hash);
    // It may be there the next time.
    if (!message.blob) this.#files.delete(message.hash);
    file?.settle(message.blob ?? null, message.error);
  }
}
