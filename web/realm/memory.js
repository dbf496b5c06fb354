/**
 * `localStorage`, `sessionStorage` and `document.cookie` as tools of old expect them. The platform refuses all
 * three to this page; these live in it, end with it, and know nothing of the browser's own.
 */

/** As much as browsers give an origin, in characters. */
const CHARACTERS_MAX = 5_000_000;

/** @returns {Storage} */
export function makeStorage() {
  /** @type {Map<string, string>} */
  const items = new Map();
  const size = () => [...items].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  const methods = {
    getItem: (key) => items.get(String(key)) ?? null,
    setItem(key, value) {
      const text = String(value);
      const grown = size() - (items.get(String(key))?.length ?? -String(key).length) + text.length;
      if (grown > CHARACTERS_MAX) throw new DOMException("This page's memory is full.", "QuotaExceededError");
      items.set(String(key), text);
    },
    removeItem: (key) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
  };
  const isOurs = (key) => key === "length" || Object.hasOwn(methods, key) || typeof key === "symbol";
  return new Proxy(/** @type {any} */ (Object.create(null)), {
    get: (_, key) => (key === "length" ? items.size : Object.hasOwn(methods, key) ? methods[key] : items.get(key)),
    set: (_, key, value) => (isOurs(key) || methods.setItem(key, value), true),
    has: (_, key) => isOurs(key) || items.has(key),
    deleteProperty: (_, key) => (items.delete(String(key)), true),
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      items.has(key)
        ? { value: items.get(key), enumerable: true, configurable: true, writable: true }
        : undefined,
  });
}

/** A jar of cookies that nobody is sent. @returns {{cookie: string}} */
export function makeJar() {
  /** @type {Map<string, string>} */
  const jar = new Map();
  return {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(text) {
      const [pair, ...attributes] = String(text).split(";").map((part) => part.trim());
      const at = pair.indexOf("=");
      const [name, value] = at < 0 ? ["", pair] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      if (attributes.some(isOver)) jar.delete(name);
      else if (jar.size < COOKIES_MAX || jar.has(name)) jar.set(name, value.slice(0, COOKIE_CHARACTERS_MAX));
    },
  };
}

const COOKIES_MAX = 180;
const COOKIE_CHARACTERS_MAX = 4_096;

/** How a cookie is taken away. */
function isOver(attribute) {
  const [, kind, value] = /^(max-age|expires)\s*=\s*(.*)$/i.exec(attribute) ?? [];
  if (kind === undefined) return false;
  return kind.toLowerCase() === "max-age" ? Number(value) <= 0 : Date.parse(value) <= Date.now();
}

/** @param {Window} window */
export function mountMemory(window) {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { value: makeStorage(), configurable: true });
  }
  const { get, set } = Object.getOwnPropertyDescriptor(makeJar(), "cookie") ?? {};
  Object.defineProperty(window.document, "cookie", { get, set, configurable: true });
}
