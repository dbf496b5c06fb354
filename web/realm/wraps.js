/**
 * `chat.os.wrap`: a function of the page, or of another tool, with tools' functions around it, the newest
 * outermost. Taking one away leaves exactly the others. It replaces nothing for good: with the last one gone
 * the function is the one that it was.
 *
 * @typedef {(this: unknown, next: (...args: any[]) => any, ...args: any[]) => any} Wrap
 * @typedef {{f: Wrap, owner: import("#realm/owners.js").Owner | null}} Link
 * @typedef {{original: Function, links: Link[], stand: Function, isOwn: boolean}} Wrapped
 *   `stand` stands in its place; `isOwn`: the object itself had it, and not what it inherits from
 */

export class Wraps {
  /** @type {WeakMap<object, Map<PropertyKey, Wrapped>>} */
  #wrapped = new WeakMap();
  #owners;
  #ownerOf;

  /**
   * @param {import("#realm/owners.js").Owners} owners
   * @param {(tool: string) => import("#realm/owners.js").Owner | null} ownerOf the tool's present version
   */
  constructor(owners, ownerOf) {
    this.#owners = owners;
    this.#ownerOf = ownerOf;
  }

  /**
   * @param {string} tool @param {any} object @param {string | symbol} method
   * @param {Wrap} f gets what it is around, and then the arguments
   * @returns {() => void} takes it away again
   */
  wrap(tool, object, method, f) {
    if (typeof f !== "function") throw new TypeError("wrap needs a function to put around the other.");
    if ((typeof object !== "object" && typeof object !== "function") || object === null) {
      throw new TypeError("wrap needs the object that has the function.");
    }
    if (typeof object[method] !== "function") {
      throw new TypeError(`There is no function ${String(method)} to wrap.`);
    }
    const owner = this.#owners.current() ?? this.#ownerOf(String(tool));
    const wrapped = this.#wrappedAt(object, method);
    const link = { f, owner };
    wrapped.links = [...wrapped.links, link];
    const remove = () => {
      wrapped.links = wrapped.links.filter((other) => other !== link);
      if (wrapped.links.length === 0) this.#restore(object, method, wrapped);
    };
    const forget = owner?.onGone(remove);
    return () => {
      forget?.();
      remove();
    };
  }

  #wrappedAt(object, method) {
    const methods = this.#wrapped.get(object) ?? new Map();
    this.#wrapped.set(object, methods);
    const known = methods.get(method);
    // Where somebody put another function into its place since, that is the one to wrap.
    if (known && object[method] === known.stand) return known;
    const wraps = this;
    /** @type {Wrapped} */
    const wrapped = {
      original: object[method],
      links: [],
      isOwn: Object.hasOwn(object, method),
      stand: function (...args) {
        return wraps.#call(wrapped, wrapped.links, wrapped.links.length - 1, this, args);
      },
    };
    methods.set(method, wrapped);
    object[method] = wrapped.stand;
    return wrapped;
  }

  #call(wrapped, links, index, self, args) {
    if (index < 0) return Reflect.apply(wrapped.original, self, args);
    const { f, owner } = links[index];
    /** @type {{value: any} | {error: unknown} | null} how what it is around ended */
    let inner = null;
    const next = (...given) => {
      try {
        inner = { value: this.#call(wrapped, links, index - 1, self, given) };
      } catch (error) {
        inner = { error };
      }
      return ended(inner);
    };
    const result = this.#owners.run(owner, () => {
      try {
        return { value: Reflect.apply(f, self, [next, ...args]) };
      } catch (error) {
        // What the inner function throws is its way to answer, and no mistake of the one around it.
        if (inner && "error" in inner && inner.error === error) return inner;
        throw error;
      }
    });
    if (result.ok) return ended(result.value);
    // A broken one is as if it were not there.
    return inner ? ended(inner) : this.#call(wrapped, links, index - 1, self, args);
  }

  #restore(object, method, wrapped) {
    const methods = this.#wrapped.get(object);
    if (methods?.get(method) === wrapped) methods.delete(method);
    // Somebody's own function stands there now; it may call ours, which calls the original.
    if (object[method] !== wrapped.stand) return;
    if (!wrapped.isOwn) Reflect.deleteProperty(object, method);
    // The object's own, or one such as `onclick`, which can't be deleted.
    if (object[method] !== wrapped.original) object[method] = wrapped.original;
  }
}

function ended(outcome) {
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
