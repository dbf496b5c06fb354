/**
 * What comes from the realm, checked: participants' code wrote it, so every shape, size and rate is doubted.
 * It gives a clean message, or null; it acts on none.
 *
 * @typedef {{tool: string | null, seq: number, line: number, column: number, message: string, stack: string,
 *            count: number}} ToolError
 * @typedef {{kind: "ready"} | {kind: "send", op: import("../hub/wire.js").Op} |
 *   | {kind: "tooLarge", size: number} | ({kind: "error"} & ToolError)
 *   | {kind: "toolState", tool: string, seq: number, state: "running" | "failed"}
 *   | {kind: "key", key: "?"} | {kind: "pong", n: number}} Incoming
 */

import { isObject } from "../hub/wire.js";

const NAME_MAX = 128;

/** @param {unknown} message @param {number} limit of an op's text @returns {Incoming | null} */
export function check(message, limit) {
  if (!isObject(message)) return null;
  switch (message.kind) {
    case "ready":
      return { kind: "ready" };
    case "send":
      return checkSend(message.text, limit);
    case "error":
      return {
        kind: "error",
        tool: toolName(message.tool),
        seq: count(message.seq),
        line: count(message.line),
        column: count(message.column),
        message: text(message.message, 500) || "An error without a message",
        stack: text(message.stack, 2_000),
        count: Math.max(1, count(message.count)),
      };
    case "toolState": {
      const tool = toolName(message.tool);
      const { state } = message;
      if (tool === null || (state !== "running" && state !== "failed")) return null;
      return { kind: "toolState", tool, seq: count(message.seq), state };
    }
    case "key":
      return message.key === "?" ? { kind: "key", key: "?" } : null;
    case "pong":
      return { kind: "pong", n: count(message.n) };
    default:
      return null;
  }
}

function checkSend(json, limit) {
  if (typeof json !== "string") return null;
  // In characters: never more than in bytes, so nothing that fits is refused here.
  if (json.length > limit) return { kind: "tooLarge", size: json.length };
  try {
    const op = JSON.parse(json);
    return isObject(op) && typeof op.type === "string" ? { kind: "send", op } : null;
  } catch {
    return null;
  }
}

const toolName = (value) => (typeof value === "string" && value.length <= NAME_MAX ? value : null);
const text = (value, max) => (typeof value === "string" ? value.slice(0, max) : "");
const count = (value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);

/** A token bucket: a burst, and then a steady rate. It reads no clock. */
export class RateLimit {
  #tokens;
  #at = 0;
  #perSecond;
  #burst;

  /** @param {{perSecond: number, burst: number}} rate */
  constructor({ perSecond, burst }) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** @param {number} now ms, never running backwards @returns {boolean} whether one more may pass */
  take(now) {
    const elapsed = Math.max(0, now - this.#at);
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsed * this.#perSecond) / 1000);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
