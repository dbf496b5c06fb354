/**
 * What is being edited, as a value: the text, what it began from, and how the room's newest version relates
 * to it. No DOM; the editor draws it.
 *
 * @typedef {{markup: string, style: string, script: string}} Source
 * @typedef {import("../room/state.js").Tool} Tool
 * @typedef {{name: string, isNew: boolean, source: Source, base: number, baseSource: Source, sent: Source
 *   | null}} Editing
 */

export const PARTS = /** @type {const} */ (["markup", "style", "script"]);
const NOTHING = { markup: "", style: "", script: "" };

/** @param {Source} source @returns {Source} */
const sourceOf = ({ markup, style, script }) => ({ markup, style, script });

/** @param {Source} a @param {Source} b */
export const same = (a, b) => PARTS.every((part) => a[part] === b[part]);

/**
 * @param {string} name
 * @param {Tool | null} tool
 * @param {import("../room/drafts.js").Draft | null} draft
 * @returns {Editing}
 */
export function begin(name, tool, draft) {
  const baseSource = tool ? sourceOf(tool) : NOTHING;
  const source = draft ? sourceOf(draft) : baseSource;
  return {
    name,
    isNew: !tool && name === "",
    source,
    base: draft ? draft.base : (tool?.seq ?? 0),
    baseSource,
    sent: null,
  };
}

/** @param {Editing} editing */
export const isDirty = (editing) => !same(editing.source, editing.baseSource);

/**
 * The room's version of the tool is now this one.
 *   saved      it is what is in the editor
 *   followed   nothing had been changed here, so the editor shows the new one
 *   conflict   somebody ran another version while this one was edited
 *   removed    somebody took it away
 *   unchanged  nothing of that
 * @param {Editing} editing @param {Tool | null} tool
 * @returns {{editing: Editing, outcome: "saved" | "followed" | "conflict" | "removed" | "unchanged"}}
 */
export function meet(editing, tool) {
  if (!tool) {
    const outcome = editing.base > 0 ? "removed" : "unchanged";
    return { editing: outcome === "removed" ? { ...editing, baseSource: NOTHING } : editing, outcome };
  }
  if (tool.seq === editing.base) {
    return { editing: { ...editing, baseSource: sourceOf(tool) }, outcome: "unchanged" };
  }
  const theirs = sourceOf(tool);
  const settled = { ...editing, base: tool.seq, baseSource: theirs, isNew: false, sent: null };
  if (same(theirs, editing.source)) return { editing: settled, outcome: "saved" };
  // What was run comes back while typing went on: the text here is newer, and nobody else is involved.
  if (editing.sent && same(theirs, editing.sent)) return { editing: settled, outcome: "unchanged" };
  if (!isDirty(editing)) return { editing: { ...settled, source: theirs }, outcome: "followed" };
  return { editing, outcome: "conflict" };
}

/**
 * Takes the room's version, whatever is here.
 * @param {Editing} editing
 * @param {Tool} tool
 * @returns {Editing}
 */
export const take = (editing, tool) => ({
  ...editing, source: sourceOf(tool), base: tool.seq, baseSource: sourceOf(tool), sent: null,
});

/**
 * Keeps what is here, as an edit of the room's version.
 * @param {Editing} editing
 * @param {Tool} tool
 * @returns {Editing}
 */
export const keep = (editing, tool) => ({
  ...editing,
  base: tool.seq,
  baseSource: sourceOf(tool),
  sent: null,
});
