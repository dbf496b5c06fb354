/**
 * What a line means that was typed into the shell: the same as in the room's own input.
 *
 *   the line           {type: "comment", body: "the line"}
 *   :type some words   {type: "type", text: "some words"}
 *   :type {a: 'b'}     {type: "type", a: "b"}
 */

import { parseObject } from "../../shared/literal.js";

/** A type begins with a letter, a digit, `_` or `$`; so `:)` and `:-(` stay comments. */
const COMMAND = /^:([\p{L}\p{N}_$]\S*)(?:\s+([\s\S]*))?$/u;

/**
 * @param {string} line
 * @returns {{op: import("../hub/wire.js").Op} | {problem: string} | null} null for an empty line
 */
export function readLine(line) {
  if (line.trim() === "") return null;
  const match = COMMAND.exec(line);
  if (!match) return { op: { type: "comment", body: line } };
  const [, type, rest = ""] = match;
  const words = rest.trim();
  if (words === "") return { op: { type } };
  if (!words.startsWith("{")) return { op: { type, text: words } };
  try {
    return { op: { ...members(words), type } };
  } catch (error) {
    return { problem: `That can't be read: ${/** @type {Error} */ (error).message}.` };
  }
}

function members(source) {
  try {
    return JSON.parse(source);
  } catch {
    return parseObject(source);
  }
}
