/**
 * What the shared editor is made of and this repository does not hold: looked for once, under `/vendor/`.
 *
 * @typedef {{yjs: typeof import("../../vendor/yjs.js"), codemirror: any}} EditorParts
 */

/** A hub that is just starting may have refused; twice in this time is not by chance. */
const AGAIN_MS = 1_000;

/** @type {Promise<EditorParts> | null} */
let parts = null;

/** @returns {Promise<EditorParts>} fails where they are not there */
export function editorParts() {
  parts ??= load("").catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    // A browser may not ask again for an address that failed.
    return load("?again");
  });
  // Tried again when it is wanted again: the network may have been away.
  parts.catch(() => (parts = null));
  return parts;
}

/** Yjs always by one address: documents of two copies of it do not understand each other. */
const load = (again) =>
  Promise.all([import("/vendor/yjs.js"), import(`/vendor/codemirror/index.js${again}`)]).then(
    ([yjs, codemirror]) => ({ yjs, codemirror }),
  );
