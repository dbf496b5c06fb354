/**
 * What the shared editor says of the text in it: whether it runs, who has it, and where a line of the version
 * that runs is in it by now.
 *
 * @typedef {import("./editing.js").Source} Source
 * @typedef {import("../room/state.js").Tool} Tool
 */

import { ago } from "../room/time.js";
import { same } from "./editing.js";

/**
 * @param {{source: Source, tool: Tool | null | undefined, you: string | undefined, isSent: boolean,
 *   isShared: boolean, isLive: boolean, unsent: number, now: number}} situation
 */
export function liveStatus({ source, tool, you, isSent, isShared, isLive, unsent, now }) {
  const differs = !tool || !same(source, tool);
  const parts = [];
  if (isSent && differs) parts.push("Sent; it is saved when the hub confirms it.");
  else if (!isShared) parts.push("Draft, kept in this browser. Nobody sees it until you run it.");
  else if (tool) {
    const isYours = tool.from.id === you;
    const when = ago(tool.at, now);
    parts.push(differs
      ? `Changed since ${isYours ? "you" : tool.from.name} ran it ${when}.`
      : `Saved. ${isYours ? "You" : tool.from.name} ran this version ${when}.`);
  } else if (source.markup + source.style + source.script !== "") {
    parts.push("Not run yet. Everybody in this editor sees it.");
  }
  if (isShared && !isLive) {
    parts.push(unsent > 0 ? "Offline; your edits are kept in this browser." : "Offline.");
  }
  return parts.join(" ");
}

/**
 * Where a line of one text is in another, by what they begin and end with alike.
 * @param {string} before @param {string} after @param {number} line from 1 @returns {number} from 1
 */
export function movedLine(before, after, line) {
  if (before === after) return line;
  const [from, to] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1;
  if (line <= head) return line;
  let tail = 0;
  const most = Math.min(from.length, to.length) - head;
  while (tail < most && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1;
  if (line > from.length - tail) return line + to.length - from.length;
  return Math.min(line, Math.max(head + 1, to.length - tail));
}

/**
 * The place of a line in a room's address, and back.
 * @typedef {{tool: string, part: string, line: number}} Place
 * @param {Place} place
 */
export const placeHash = ({ tool, part, line }) => `#${encodeURIComponent(tool)}/${part}:${line}`;

/** @param {string} hash @returns {Place | null} */
export function placeOf(hash) {
  const found = /^#([^/]+)\/(markup|style|script):([0-9]{1,7})$/.exec(hash);
  if (!found) return null;
  try {
    return { tool: decodeURIComponent(found[1]), part: found[2], line: Number(found[3]) };
  } catch {
    return null;
  }
}
