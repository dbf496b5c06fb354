/**
 * The wire: what PROTOCOL.md says, as functions from values to text and back.
 * It opens nothing and remembers nothing.
 *
 * @typedef {{id: string, name: string}} Person
 * @typedef {{id: string, name: string, connections: number}} Member
 * @typedef {{type: string, [member: string]: unknown}} Op
 * @typedef {{seq?: number, at: number, from: Person, op: Op, replay?: true}} Envelope
 * @typedef {{epoch: string, seq: number}} Cursor
 *
 * @typedef {{kind: "welcome", room: string, you: Person, token: string, epoch: string, head: number,
 *            members: Member[], after: number | null, limits: {message: number}}} Welcome
 * @typedef {Welcome
 *   | {kind: "reset", reason: string}
 *   | {kind: "ready", seq: number}
 *   | {kind: "error", id: string | null, doc?: string, code: string, message: string}
 *   | {kind: "done", id: string, count: number}
 *   | {kind: "envelope", envelope: Envelope}
 *   | {kind: "unknown"}
 *   | {kind: "invalid", why: string}} Frame
 */

export const SUBPROTOCOL = "chatos.v1";

/** Deeper JSON is refused by the hub without naming the op [CN4]; so it must not leave here. */
export const DEPTH_MAX = 128;

const ROOM_NAME_BYTES_MAX = 128;
const NAME_BYTES_MAX = 64;
const MESSAGE_BYTES_DEFAULT = 524_288;

const encoder = new TextEncoder();

/** @param {string} text */
export const byteLength = (text) => encoder.encode(text).length;

/**
 * Why a room may not have this name [CN2], or null where it may.
 * @param {string} name
 * @returns {string | null}
 */
export function roomNameProblem(name) {
  if (name === "") return "A room needs a name.";
  if (name === "." || name === "..") return "A room can't be called “.” or “..”.";
  if (name.includes("/")) return "A room's name can't hold a slash.";
  if (/\p{Cc}/u.test(name)) return "A room's name can't hold control characters.";
  if (!name.isWellFormed?.() && /\p{Cs}/u.test(name)) return "A room's name must be whole Unicode text.";
  if (byteLength(name) > ROOM_NAME_BYTES_MAX) {
    return `That name is too long; the limit is ${ROOM_NAME_BYTES_MAX} bytes.`;
  }
  return null;
}

/** A person's name as the hub takes it [HI1]: trimmed, without control characters, cut at a character.
 * @param {string} text */
export function personName(text) {
  const plain = text.replace(/[\p{Cc}\p{Cs}]/gu, " ").replace(/\s+/g, " ").trim();
  let name = "";
  for (const character of plain) {
    if (byteLength(name + character) > NAME_BYTES_MAX) break;
    name += character;
  }
  return name.trim();
}

/** The address at which the hub compresses nothing ([CN8]). @param {string} address one of a room */
export function plainAddress(address) {
  return `${address}?nodeflate=1`;
}

/** @param {{protocol: string, host: string}} location @param {string} room */
export function roomAddress(location, room) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/rooms/${encodeURIComponent(room)}`;
}

/** @param {string} pathname such as /r/lobby @returns {string | null} */
export function roomFromPath(pathname) {
  const match = /^\/r\/([^/]+)\/?$/.exec(pathname);
  if (!match) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}

/**
 * @param {{name: string, client: string, token: string | null, cursor: Cursor | null, quiet?: boolean}} who
 *   `quiet`: not announced to the others [PR2]
 */
export function hello({ name, client, token, cursor, quiet = false }) {
  const frame = { hub: "hello", name, client };
  if (quiet) frame.quiet = true;
  if (token) frame.token = token;
  // Epoch and seq are one value: neither means anything without the other.
  if (cursor) Object.assign(frame, { epoch: cursor.epoch, after: cursor.seq });
  return JSON.stringify(frame);
}

/** @param {string} text @returns {Frame} */
export function parse(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "invalid", why: "not JSON" };
  }
  if (!isObject(value)) return { kind: "invalid", why: "not an object" };
  if (Object.hasOwn(value, "hub")) return parseControl(value);
  if (!isPerson(value.from)) return { kind: "invalid", why: "an envelope without an author" };
  if (!isObject(value.op) || typeof value.op.type !== "string") {
    return { kind: "invalid", why: "an envelope without an op" };
  }
  if (value.seq !== undefined && !isSeq(value.seq)) return { kind: "invalid", why: "a seq that is no seq" };
  if (!Number.isFinite(value.at)) return { kind: "invalid", why: "an envelope without a time" };
  return { kind: "envelope", envelope: value };
}

/** @param {Record<string, any>} value @returns {Frame} */
function parseControl(value) {
  switch (value.hub) {
    case "welcome":
      return parseWelcome(value);
    case "reset":
      return { kind: "reset", reason: String(value.reason) };
    case "ready":
      if (!isSeq(value.seq)) return { kind: "invalid", why: "ready without a seq" };
      return { kind: "ready", seq: value.seq };
    case "error":
      return {
        kind: "error",
        id: typeof value.id === "string" ? value.id : null,
        ...(typeof value.doc === "string" ? { doc: value.doc } : {}),
        code: String(value.code),
        message: String(value.message),
      };
    case "done":
      return { kind: "done", id: String(value.id), count: Number(value.count) };
    default:
      // A later hub may say more than we know.
      return { kind: "unknown" };
  }
}

/** @param {Record<string, any>} value @returns {Frame} */
function parseWelcome(value) {
  const { you, token, epoch, head, members, after, limits } = value;
  if (!isPerson(you) || typeof token !== "string" || typeof epoch !== "string" || !isSeq(head)) {
    return { kind: "invalid", why: "a welcome that lacks something" };
  }
  return {
    kind: "welcome",
    room: String(value.room),
    you,
    token,
    epoch,
    head,
    members: parseMembers(members),
    after: isSeq(after) ? after : null,
    limits: {
      message: isSeq(limits?.message) && limits.message > 0 ? limits.message : MESSAGE_BYTES_DEFAULT,
    },
  };
}

/** The people in a welcome or in the answer to a rollcall. @param {unknown} list @returns {Member[]} */
export function parseMembers(list) {
  if (!Array.isArray(list)) return [];
  return list.filter(isPerson).map(({ id, name, connections }) => ({
    id,
    name,
    connections: isSeq(connections) && connections > 0 ? connections : 1,
  }));
}

/**
 * An op as text, with its id; or why it can't be sent. What the hub would refuse without naming the op
 * is refused here, since an op that stayed pending would be sent again at every reconnect.
 * @param {Op} op @param {string | null} id @param {number} limit in bytes
 * @returns {{text: string} | {problem: string}}
 */
export function encodeOp(op, id, limit) {
  if (!isObject(op) || typeof op.type !== "string" || op.type === "") {
    return { problem: "An op needs a type." };
  }
  if (Object.hasOwn(op, "hub")) return { problem: "An op can't have a member called “hub”." };
  let text;
  try {
    // Spread defines own members, so that one called __proto__ stays what it is: data.
    text = JSON.stringify(id === null ? op : { ...op, id });
  } catch (error) {
    return { problem: `This can't be written as JSON: ${error.message}` };
  }
  if (nesting(text) > DEPTH_MAX) return { problem: `This is nested more than ${DEPTH_MAX} deep.` };
  const size = byteLength(text);
  if (size > limit) {
    return {
      problem: `This is too large to send: ${kilobytes(size)}, and the limit is ${kilobytes(limit)}.`,
    };
  }
  return { text };
}

/** How deep a JSON text nests; counted on the text, since a deep value must not exhaust the stack.
 * @param {string} json valid JSON */
export function nesting(json) {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    if (character === '"') {
      for (i++; json[i] !== '"'; i++) if (json[i] === "\\") i++;
    } else if (character === "{" || character === "[") {
      deepest = Math.max(deepest, ++depth);
    } else if (character === "}" || character === "]") {
      depth--;
    }
  }
  return deepest;
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${Math.ceil(bytes / 1024).toLocaleString("en")} kB`;

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} value @returns {value is Person} */
const isPerson = (value) => isObject(value) && typeof value.id === "string" && typeof value.name === "string";

/** @param {unknown} value @returns {value is number} */
const isSeq = (value) => Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
