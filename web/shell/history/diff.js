/**
 * What differs between two texts, line by line: the longest common subsequence between a beginning and an end
 * that they share. Where that would take too long everything between is said to differ. No DOM.
 *
 * @typedef {{kind: "same" | "out" | "in", text: string}} Line
 */

/** Pairs of lines that are compared; what is beyond would take seconds and megabytes. */
const PAIRS_MAX = 4_000_000;

/** @param {string} text @returns {string[]} none for an empty text */
export const linesOf = (text) => (text === "" ? [] : text.split("\n"));

/** @param {string} before @param {string} after @returns {Line[]} what went comes before what came */
export function lineDiff(before, after) {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (
    end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end++;
  }
  const same = (text) => ({ kind: /** @type {const} */ ("same"), text });
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

/** @param {string[]} a @param {string[]} b @returns {Line[]} */
function middle(a, b) {
  const out = (text) => ({ kind: /** @type {const} */ ("out"), text });
  const into = (text) => ({ kind: /** @type {const} */ ("in"), text });
  if (a.length * b.length > PAIRS_MAX) return [...a.map(out), ...b.map(into)];
  const width = b.length + 1;
  // Lengths of what is common to the rests that begin at each pair; a length is no longer than a text.
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j]
        ? common[(i + 1) * width + j + 1] + 1
        : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  /** @type {Line[]} */
  const lines = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      lines.push({ kind: "same", text: a[i] });
      i++;
      j++;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) lines.push(out(a[i++]));
    else lines.push(into(b[j++]));
  }
  return [...lines, ...a.slice(i).map(out), ...b.slice(j).map(into)];
}

/** @param {Line[]} lines */
export const countOf = (lines) => ({
  out: lines.filter(({ kind }) => kind === "out").length,
  in: lines.filter(({ kind }) => kind === "in").length,
});

/**
 * The same without the long stretches in which nothing differs.
 * @param {Line[]} lines @param {number} around how many lines to leave beside a difference
 * @returns {(Line | {kind: "gap", count: number})[]}
 */
export function shorten(lines, around = 3) {
  const near = new Set();
  lines.forEach(({ kind }, at) => {
    if (kind === "same") return;
    for (let place = at - around; place <= at + around; place++) near.add(place);
  });
  /** @type {(Line | {kind: "gap", count: number})[]} */
  const kept = [];
  lines.forEach((line, at) => {
    const last = kept.at(-1);
    if (near.has(at)) kept.push(line);
    else if (last?.kind === "gap") last.count += 1;
    else kept.push({ kind: "gap", count: 1 });
  });
  return kept;
}
