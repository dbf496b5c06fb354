/**
 * What Tab and Enter do to text: pure, so that they can be tried without a page.
 * @typedef {{from: number, to: number, insert: string, start: number, end: number}} Edit replace [from,
 *   to) by `insert`,
 *   then select [start, end)
 */

export const INDENT = "  ";

/** Tab: an indent at the cursor, or one in front of each selected line.
 * @param {string} text @param {number} start @param {number} end @returns {Edit} */
export function indent(text, start, end) {
  if (!text.slice(start, end).includes("\n")) {
    const at = start + INDENT.length;
    return { from: start, to: end, insert: INDENT, start: at, end: at };
  }
  const from = lineStart(text, start);
  const lines = text.slice(from, end).split("\n");
  // A selection that ends at the start of a line has not reached that line.
  const insert = lines.map(
    (line, i) => (i === lines.length - 1 && line === "" ? line : INDENT + line),
  ).join("\n");
  return { from, to: end, insert, start: start + INDENT.length, end: from + insert.length };
}

/**
 * Shift-Tab: up to one indent less on each line.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {Edit}
 */
export function outdent(text, start, end) {
  const from = lineStart(text, start);
  const lines = text.slice(from, end).split("\n");
  const full = text.slice(from, Math.max(end, lineEnd(text, from))).split("\n");
  const cut = (line) => /^( {1,2}|\t)/.exec(line)?.[0].length ?? 0;
  const firstCut = Math.min(cut(full[0]), INDENT.length);
  const to = lines.length === 1 ? lineEnd(text, from) : end;
  const insert = text.slice(from, to).split("\n").map((line) => line.slice(cut(line))).join("\n");
  const shrink = to - from - insert.length;
  const newStart = Math.max(from, start - firstCut);
  return { from, to, insert, start: newStart, end: Math.max(newStart, end - shrink) };
}

/** Enter: a new line as deep as this one, and deeper after an opening bracket.
 * @param {string} text @param {number} start @param {number} end @returns {Edit} */
export function newline(text, start, end) {
  const line = text.slice(lineStart(text, start), start);
  const margin = /^[ \t]*/.exec(line)?.[0] ?? "";
  const insert = "\n" + margin + (/[{([]\s*$/.test(line) ? INDENT : "");
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}

/**
 * The range of a line, counted from 1; the last line for one beyond.
 * @param {string} text
 * @param {number} line
 */
export function lineRange(text, line) {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  return { start, end: lineEnd(text, start) };
}

const lineStart = (text, at) => text.lastIndexOf("\n", at - 1) + 1;

function lineEnd(text, at) {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}
