/**
 * What the room's log says of its tools: the versions of one, who last changed each of its lines, and which
 * tools were taken away. It reads no log; it is given what was read. No DOM.
 *
 * @typedef {import("../hub/wire.js").Envelope} Envelope
 * @typedef {import("../editor/editing.js").Source} Source
 * @typedef {{name: string, seq: number, at: number, from: import("../hub/wire.js").Person,
 *   source: Source | null}} Version
 *   `source` is null where the tool was taken away
 */

import { PARTS } from "../editor/editing.js";
import { removedName } from "../room/state.js";
import { lineDiff, linesOf } from "./diff.js";

const text = (value) => (typeof value === "string" ? value : "");

/** @param {Envelope} envelope @returns {Version | null} null for what is nothing of a tool's */
export function versionOf({ seq, at, from, op }) {
  if (seq === undefined) return null;
  if (op.type === "remove") {
    const name = removedName(op);
    return name === null ? null : { name, seq, at, from, source: null };
  }
  if (op.type !== "upgrade" || typeof op.name !== "string" || op.name === "") return null;
  const source = { markup: text(op.markup), style: text(op.style), script: text(op.script) };
  return { name: op.name, seq, at, from, source };
}

/** @param {Version[]} versions of any tools @param {string} name @returns {Version[]} newest first */
export function versionsOf(versions, name) {
  const own = versions.filter((version) => version.name === name).sort((a, b) => b.seq - a.seq);
  // Taking away what is not there changed nothing.
  return own.filter(({ source }, at) => source !== null || (own[at + 1]?.source ?? null) !== null);
}

/**
 * The tools that are in the room no more, with the version to bring back.
 * @param {Version[]} versions of any tools
 * @param {ReadonlySet<string>} present the names of the room's tools
 * @returns {{removal: Version, last: Version}[]} the last one removed first
 */
export function removedTools(versions, present) {
  const names = new Set(versions.map(({ name }) => name).filter((name) => !present.has(name)));
  return [...names].flatMap((name) => {
    const [removal, last] = versionsOf(versions, name);
    return removal && last && removal.source === null ? [{ removal, last }] : [];
  }).sort((a, b) => b.removal.seq - a.removal.seq);
}

/**
 * Who last changed each line of the first of these versions. Lines that the oldest one has already are said
 * to be its.
 * @param {Version[]} versions newest first @param {keyof Source} part
 * @returns {{text: string, by: Version}[]}
 */
export function blame(versions, part) {
  const oldestFirst = versions.filter(({ source }) => source !== null).reverse();
  /** @type {{text: string, by: Version}[]} */
  let lines = [];
  let before = "";
  for (const version of oldestFirst) {
    const now = version.source?.[part] ?? "";
    let at = 0;
    /** @type {{text: string, by: Version}[]} */
    const next = [];
    for (const { kind, text: line } of lineDiff(before, now)) {
      if (kind === "in") next.push({ text: line, by: version });
      else if (kind === "out") at++;
      else next.push(lines[at++]);
    }
    lines = linesOf(now).length === 0 ? [] : next;
    before = now;
  }
  return lines;
}

/** @param {Source | null} a @param {Source | null} b */
export const sameSource = (a, b) => PARTS.every((part) => (a?.[part] ?? "") === (b?.[part] ?? ""));
