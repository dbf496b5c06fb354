/** Single edits of a text: pure, and never through the middle of a character. */

const isHigh = (code) => code >= 0xd800 && code <= 0xdbff;
const isLow = (code) => code >= 0xdc00 && code <= 0xdfff;
/** Whether a cut there would part the two halves of a character. */
const isInside = (text, at) => isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));

/**
 * The edit, widened to whole characters: half of one is not Unicode, and would arrive as U+FFFD.
 * @param {string} text @param {{from: number, to: number, insert: string}} edit
 */
export function wholeCharacters(text, { from, to, insert }) {
  if (isInside(text, from)) insert = text[--from] + insert;
  if (isInside(text, to)) insert += text[to++];
  return { from, to, insert };
}

/**
 * The one edit that makes `after` of `before` and touches least, or null where they are the same.
 * @param {string} before @param {string} after
 */
export function difference(before, after) {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  const edit = { from, to: before.length - same, insert: after.slice(from, after.length - same) };
  return wholeCharacters(before, edit);
}

/**
 * Makes a shared text say this, with the least edit.
 * @param {{toString(): string, delete(at: number, length: number): void,
 *   insert(at: number, text: string): void}} text
 * @param {string} words
 */
export function rewrite(text, words) {
  const edit = difference(text.toString(), words);
  if (!edit) return;
  if (edit.to > edit.from) text.delete(edit.from, edit.to - edit.from);
  if (edit.insert !== "") text.insert(edit.from, edit.insert);
}
