/**
 * What a typed line means. It sends nothing and shows nothing.
 *
 *   the line           {type: "comment", body: "the line"}
 *   :type some words   {type: "type", text: "some words"}
 *   :type {a: 'b'}     {type: "type", a: "b"}
 */

import { parseObject } from "#shared/literal.js";

/** A type begins with a letter, a digit, `_` or `$`; so `:)` and `:-(` stay comments. */
const COMMAND = /^:([\p{L}\p{N}_$]\S*)(?:\s+([\s\S]*))?$/u;

/**
 * @param {string} line
 * @returns {{type: string, [member: string]: unknown} | null} null for an empty line
 * @throws {SyntaxError} for an object literal that can't be read
 */
export function parseLine(line) {
  if (line.trim() === "") return null;
  const match = COMMAND.exec(line);
  if (!match) return { type: "comment", body: line };
  const [, type, rest = ""] = match;
  const words = rest.trim();
  if (words === "") return { type };
  if (!words.startsWith("{")) return { type, text: words };
  return { ...parseMembers(words), type };
}

function parseMembers(source) {
  try {
    return JSON.parse(source);
  } catch {
    return parseObject(source);
  }
}
