/**
 * `chat.os.replaceSafe`: functions whose body can be replaced while others keep a reference. The first call
 * gives a wrapper to hand out; a later one replaces what it does and gives null, so that a tool attaches
 * once.
 *
 * @typedef {{f: Function | null, owner: import("#realm/owners.js").Owner | null, wrapper: Function,
 *            abort: AbortController}} Entry
 */

export class Replaceables {
  /** @type {Map<string, Entry>} */
  #entries = new Map();
  /** @type {WeakMap<Function, Entry>} */
  #byWrapper = new WeakMap();
  #owners;

  /** @param {import("#realm/owners.js").Owners} owners */
  constructor(owners) {
    this.#owners = owners;
  }

  /** @param {string} name @param {Function} f @returns {Function | null} */
  replace(name, f) {
    if (typeof f !== "function") throw new TypeError("replaceSafe needs a function.");
    const owner = this.#owners.current();
    const known = this.#entries.get(String(name));
    if (known) {
      known.f = f;
      known.owner = owner;
      return null;
    }
    const owners = this.#owners;
    /** @type {Entry} */
    const entry = {
      f,
      owner,
      abort: new AbortController(),
      wrapper: function (...args) {
        // Nobody's between two versions, and for good once its tool is gone.
        if (!entry.f) return undefined;
        return owners.run(entry.owner, () => entry.f?.apply(this, args)).value;
      },
    };
    this.#entries.set(String(name), entry);
    this.#byWrapper.set(entry.wrapper, entry);
    return entry.wrapper;
  }

  /**
   * The signal that ends a wrapper's listeners; they outlive versions.
   * @param {unknown} f
   * @returns {AbortSignal | null}
   */
  signalOf(f) {
    return typeof f === "function" ? (this.#byWrapper.get(f)?.abort.signal ?? null) : null;
  }

  /** A version goes. The next one claims its wrappers by replacing them; where none comes they end.
   * @param {import("#realm/owners.js").Owner} owner @param {boolean} forGood */
  release(owner, forGood) {
    for (const [name, entry] of this.#entries) {
      if (entry.owner?.tool !== owner.tool) continue;
      entry.f = null;
      if (!forGood) continue;
      entry.abort.abort();
      this.#entries.delete(name);
    }
  }
}
