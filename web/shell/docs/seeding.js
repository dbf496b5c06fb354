/**
 * How a tool's document begins: with the text of the version that runs. Whoever opens it first puts that in, and
 * several may be the first at once. So the text is written by nobody in particular: by a client that is named by
 * the version's seq, always with the same clocks. Two who write the same version have written one text.
 *
 * @typedef {import("../editor/editing.js").Source} Source
 * @typedef {typeof import("../../vendor/yjs.js")} Yjs
 */

/** Clients that are people draw 32 bits; those from here on are versions. */
const VERSIONS = 2 ** 32;
const PARTS = /** @type {const} */ (["markup", "style", "script"]);

/** @param {Yjs} yjs @param {Source & {seq: number}} version @returns {Uint8Array} */
export function seedOf(yjs, version) {
  const doc = new yjs.Doc();
  doc.clientID = VERSIONS + version.seq;
  doc.transact(() => {
    for (const part of PARTS) if (version[part] !== "") doc.getText(part).insert(0, version[part]);
  });
  const update = yjs.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
}

/** Whether nobody has ever written into it. @param {Yjs} yjs @param {import("../../vendor/yjs.js").Doc} doc */
export const isUntouched = (yjs, doc) => yjs.decodeStateVector(yjs.encodeStateVector(doc)).size === 0;

/**
 * Two who did not see the same version run may both have begun the document. The newest version's text stays, and
 * what people wrote; everybody takes away the same of the others, so it does not matter who does.
 * @param {Yjs} yjs @param {import("../../vendor/yjs.js").Doc} doc @returns {boolean} whether something was
 */
export function settleSeeds(yjs, doc) {
  const clients = [...yjs.decodeStateVector(yjs.encodeStateVector(doc)).keys()];
  const versions = clients.filter((client) => client >= VERSIONS).sort((a, b) => b - a);
  if (versions.length < 2) return false;
  const stale = new Set(versions.slice(1));
  let found = false;
  doc.transact(() => {
    for (const part of PARTS) {
      const text = doc.getText(part);
      for (const [at, length] of ranges(text, stale).reverse()) {
        text.delete(at, length);
        found = true;
      }
    }
  });
  return found;
}

/** Where these clients' text stands, in the order of the text. */
function ranges(text, clients) {
  const found = [];
  let at = 0;
  for (let item = text._start; item; item = item.right) {
    if (item.deleted || !item.countable) continue;
    if (clients.has(item.id.client)) found.push([at, item.length]);
    at += item.length;
  }
  return found;
}
