/**
 * What the editor says about the text in it: whether anybody else has it, and how it and the room differ.
 *
 * @typedef {import("./editing.js").Editing} Editing
 * @typedef {import("../room/state.js").Tool} Tool
 */

import { ago } from "../room/time.js";
import { meet, PARTS } from "./editing.js";

/**
 * @param {Editing} editing
 * @param {Tool | null | undefined} tool
 * @param {string | undefined} you
 * @returns {{text: string, ways: {way: "take" | "keep", label: string}[]} | null} null where they do not
 *   differ
 */
export function relationOf(editing, tool, you) {
  // The room is not known yet, so nothing can be said of it.
  if (tool === undefined) return null;
  const { outcome } = meet(editing, tool);
  if (outcome === "conflict" && tool) {
    const who = tool.from.id === you ? "You" : tool.from.name;
    const text = editing.base === 0
      ? "There is a tool of this name already."
      : `${who} ran another version while you were editing.`;
    return { text, ways: [{ way: "take", label: "Take theirs" }, { way: "keep", label: "Keep mine" }] };
  }
  if (outcome === "removed" && PARTS.some((part) => editing.source[part] !== "")) {
    return { text: "This tool was removed from the room. Running it brings it back.", ways: [] };
  }
  return null;
}

/**
 * @param {Editing} editing
 * @param {Tool | null | undefined} tool
 * @param {boolean} dirty
 * @param {string | undefined} you
 */
export function statusText(editing, tool, dirty, you) {
  if (editing.sent && dirty) return "Sent; it is saved when the hub confirms it.";
  if (dirty) return "Draft, kept in this browser. Nobody sees it until you run it.";
  if (tool) {
    const who = tool.from.id === you ? "You" : tool.from.name;
    return `Saved. ${who} ran this version ${ago(tool.at, Date.now())}.`;
  }
  return "";
}
