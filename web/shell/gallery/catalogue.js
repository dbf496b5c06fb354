/**
 * The gallery: tools that come with the hub, as files. It fetches them; it installs nothing.
 *
 * @typedef {{name: string, says: string, parts: Part[], try?: string}} Offer
 *   `try`: a line to say once it is there
 * @typedef {"markup" | "style" | "script"} Part
 */

/** @type {Record<Part, string>} */
const FILES = { markup: "markup.html", style: "style.css", script: "script.js" };
const ROOT = "/gallery";

/**
 * @param {typeof fetch} [get]
 * @returns {Promise<Offer[]>}
 */
export async function offers(get = fetch) {
  const response = await get(`${ROOT}/gallery.json`);
  if (!response.ok) throw new Error(`The gallery can't be read: ${response.status}`);
  return response.json();
}

/**
 * The op that installs a tool of the gallery.
 * @param {Offer} offer
 * @param {typeof fetch} [get]
 * @returns {Promise<import("../hub/wire.js").Op>}
 */
export async function upgradeOf({ name, parts }, get = fetch) {
  const sources = await Promise.all(
    parts.map(async (part) => {
      const response = await get(`${ROOT}/${name}/${FILES[part]}`);
      if (!response.ok) throw new Error(`The ${part} of ${name} can't be read: ${response.status}`);
      return [part, await response.text()];
    }),
  );
  return { type: "upgrade", name, ...Object.fromEntries(sources) };
}
