/**
 * Pins: a version of a tool that the room runs until it is unpinned, whatever is published meanwhile. An op
 * each, current by the tool's name:
 *
 *   tool-pin {name, version, markup, style, script}   this is what the room runs
 *   tool-pin {name}                                   the newest version again
 *
 * It carries the version itself, for a newcomer gets current ops alone and older ones may have been dropped.
 * So what runs is a version of its own, by whoever pinned it; `version` is the seq of the one it is a copy of.
 * A pin outlives the tool's removal, since who comes later does not hear of that.
 *
 * @typedef {import("./state.js").Tool} Tool
 * @typedef {Tool & {version: number}} Pin `seq`, `at` and `from` are the pinning's
 */

import { isObject } from "../hub/wire.js";
import { namedOp } from "./state.js";

export const PIN = "tool-pin";

const text = (value) => (typeof value === "string" ? value : "");

/** @param {import("./state.js").State} state @param {string} name @returns {Pin | null} */
export function pinOf(state, name) {
  const envelope = namedOp(state, PIN, name);
  // A tool's word does not count: what a realm says is marked.
  if (!isObject(envelope?.op) || envelope.op.via !== undefined) return null;
  const { version, markup, style, script } = envelope.op;
  if (!Number.isSafeInteger(version) || version < 1) return null;
  const { from, at, seq } = envelope;
  return { name, markup: text(markup), style: text(style), script: text(script), from, at, seq, version };
}

/** What the room runs under that name. @returns {Tool | null} */
export function runningTool(state, name) {
  const newest = state.tools.get(name) ?? null;
  return newest && (pinOf(state, name) ?? newest);
}

/** @param {import("./state.js").State} state @returns {Tool[]} */
export const runningTools = (state) =>
  [...state.tools.values()].map((newest) => pinOf(state, newest.name) ?? newest);

/** The op that installs it: the one in the log, or, where it is pinned, the one that the pin stands for.
 * @param {import("./state.js").State} state @param {string} name */
export function runningEnvelope(state, name) {
  const pin = state.tools.has(name) ? pinOf(state, name) : null;
  if (!pin) return namedOp(state, "upgrade", name);
  const { from, at, seq, markup, style, script } = pin;
  return { seq, at, from, op: { type: "upgrade", name, markup, style, script } };
}

/** The pins of tools that the room has. @param {import("./state.js").State} state @returns {Map<string, Pin>} */
export function pinsOf(state) {
  const pins = [...state.tools.keys()].map((name) => pinOf(state, name));
  return new Map(pins.flatMap((pin) => (pin ? [[pin.name, pin]] : [])));
}

/**
 * @param {string} name @param {number} version its seq
 * @param {import("../editor/editing.js").Source} source
 */
export const pinOp = (name, version, { markup, style, script }) =>
  ({ type: PIN, name, version, markup, style, script });

/** @param {string} name */
export const unpinOp = (name) => ({ type: PIN, name });
