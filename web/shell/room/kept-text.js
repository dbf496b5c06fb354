/** What somebody did, in words, and as text to copy: for ops that did not get into the room. */

/** @typedef {import("../hub/wire.js").Op} Op */

const PARTS = [["markup", "<!-- ", " -->"], ["style", "/* ", " */"], ["script", "// ", ""]];

/** @param {Op} op */
export function titleOf(op) {
  if (op.type === "comment") return "A comment";
  if (op.type === "upgrade") return `The tool “${op.name}”`;
  if (op.type === "remove") return `The removal of “${op.name ?? op.text}”`;
  return `“${op.type}”`;
}

/** The text that its author would miss. @param {Op} op @returns {string} */
export function textOf(op) {
  if (op.type === "comment" && typeof op.body === "string") return op.body;
  if (op.type === "upgrade") {
    const filled = PARTS.filter(([part]) => typeof op[part] === "string" && op[part] !== "");
    if (filled.length === 1) return String(op[filled[0][0]]);
    const section = ([part, before, after]) => `${before}${part}${after}\n${op[part]}`;
    return filled.map(section).join("\n\n");
  }
  const { type, id, via, ...members } = op;
  const keys = Object.keys(members);
  if (keys.length === 0) return `:${type}`;
  if (keys.length === 1 && typeof members.text === "string") return `:${type} ${members.text}`;
  return `:${type} ${JSON.stringify(members)}`;
}
