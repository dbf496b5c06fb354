/**
 * What the shared editor is made of and this repository does not hold: looked for once, under `/vendor/`.
 *
 * @typedef {{yjs: typeof import("../../vendor/yjs.js"), codemirror: any}} EditorParts
 */

/** @type {Promise<EditorParts> | null} */
let parts = null;

/** @returns {Promise<EditorParts>} fails where they are not there */
export function editorParts() {
  parts ??= Promise.all([import("/vendor/yjs.js"), import("/vendor/codemirror/index.js")]).then(
    ([yjs, codemirror]) => ({ yjs, codemirror }),
  );
  // Tried again when it is wanted again: the network may have been away.
  parts.catch(() => (parts = null));
  return parts;
}
