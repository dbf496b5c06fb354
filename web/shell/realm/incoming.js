/**
 * What comes from the realm, checked: participants' code wrote it, so every shape, size and rate is doubted.
 * It gives a clean message, or null; it acts on none.
 *
 * @typedef {{tool: string | null, seq: number, line: number, column: number, message: string, stack: string,
 *            count: number}} ToolError
 * @typedef {{tool: string | null, seq: number}} By which tool; null: none, or nobody knows
 * @typedef {{kind: "ready"} | ({kind: "send", op: import("../hub/wire.js").Op} & By)
 *   | ({kind: "tooLarge", size: number} & By) | ({kind: "error"} & ToolError) | ({kind: "running"} & By)
 *   | {kind: "toolState", tool: string, seq: number, state: "running" | "failed"}
 *   | ({kind: "upload", n: number, file: Blob, name: string} & By) | {kind: "asset", hash: string}
 *   | {kind: "blocked", origin: string}
 *   | {kind: "doc", name: string} | {kind: "docUpdate", name: string, update: Uint8Array}
 *   | {kind: "key", key: "?" | "k"} | {kind: "pong", n: number}} Incoming
 */

import { isHash } from "../assets/hub-files.js";
import { byteLength, isObject } from "../hub/wire.js";
import { isOrigin } from "../room/media-grants.js";

const NAME_MAX = 128;
/** Of a document's name in bytes, beside the shell's prefix. */
const DOC_NAME_MAX = 185;

/** @param {unknown} message @param {number} limit of an op's text @returns {Incoming | null} */
export function check(message, limit) {
  if (!isObject(message)) return null;
  switch (message.kind) {
    case "ready":
      return { kind: "ready" };
    case "send":
      return checkSend(message, limit);
    case "tooLarge":
      return { kind: "tooLarge", size: count(message.size), ...by(message) };
    case "running":
      return { kind: "running", ...by(message) };
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
    case "doc":
      return isDocName(message.name) ? { kind: "doc", name: message.name } : null;
    case "docUpdate": {
      const { name, update } = message;
      if (!isDocName(name) || !(update instanceof Uint8Array) || update.length > limit) return null;
      // A copy: what it came in may be larger, and may be changed by nobody.
      return { kind: "docUpdate", name, update: update.slice() };
    }
    case "key":
      return message.key === "?" || message.key === "k" ? { kind: "key", key: message.key } : null;
    case "upload":
      if (!(message.file instanceof Blob) || count(message.n) === 0) return null;
      return {
        kind: "upload", n: message.n, file: message.file, name: text(message.name, NAME_MAX), ...by(message),
      };
    case "asset":
      return isHash(message.hash) ? { kind: "asset", hash: message.hash } : null;
    case "blocked":
      return isOrigin(message.origin) ? { kind: "blocked", origin: message.origin } : null;
    case "pong":
      return { kind: "pong", n: count(message.n) };
    default:
      return null;
  }
}

function checkSend(message, limit) {
  const json = message.text;
  if (typeof json !== "string") return null;
  // In characters: never more than in bytes, so nothing that fits is refused here.
  if (json.length > limit) return { kind: "tooLarge", size: json.length, ...by(message) };
  try {
    const op = JSON.parse(json);
    return isObject(op) && typeof op.type === "string" ? { kind: "send", op, ...by(message) } : null;
  } catch {
    return null;
  }
}

const isDocName = (value) => typeof value === "string" && value !== "" && !/\p{Cc}/u.test(value)
  && value.length <= DOC_NAME_MAX && byteLength(value) <= DOC_NAME_MAX;

const by = ({ tool, seq }) => ({ tool: toolName(tool), seq: count(seq) });
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

/**
 * How much all tools together may say: pointer moves at 60 Hz from three pass, a loop that never ends does
 * not.
 */
const TOTAL = { perSecond: 200, burst: 1_500 };
/** One of them leaves room for the others; a thousand ops of one turn pass. */
const EACH = { perSecond: 120, burst: 1_000 };
/** Who it is, is the realm's word; beyond this many names it is nobody's. */
const TOOLS_MAX = 100;

/** The rates of a realm: one for all of it, and one for each of its tools. */
export class RealmRates {
  #total = new RateLimit(TOTAL);
  /** @type {Map<string | null, RateLimit>} */
  #each = new Map();

  /** @param {string | null} tool @param {number} now @returns {boolean} */
  take(tool, now) {
    const name = this.#each.has(tool) || this.#each.size < TOOLS_MAX ? tool : null;
    const own = this.#each.get(name) ?? new RateLimit(EACH);
    this.#each.set(name, own);
    return own.take(now) && this.#total.take(now);
  }
}
