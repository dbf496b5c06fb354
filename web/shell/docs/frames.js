/**
 * The binary frames of a room's socket, and the messages of y-protocols within: from values to bytes and back.
 * It knows nothing of what is in an update, and remembers nothing.
 *
 * @typedef {{kind: "step1", vector: Uint8Array} | {kind: "step2", update: Uint8Array}
 *   | {kind: "update", update: Uint8Array} | {kind: "awareness", update: Uint8Array}
 *   | {kind: "denied", reason: string} | {kind: "unknown"}} Message
 */

const SYNC = 0;
const AWARENESS = 1;
const AUTH = 2;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** @param {string} name @param {Uint8Array} [message] none: the document is closed */
export function encodeFrame(name, message = new Uint8Array()) {
  return concat(block(encoder.encode(name)), message);
}

/** @param {Uint8Array} bytes @returns {{name: string, message: Uint8Array} | null} */
export function decodeFrame(bytes) {
  const name = readBlock(bytes, 0);
  if (!name) return null;
  try {
    return { name: decoder.decode(name.bytes), message: bytes.subarray(name.end) };
  } catch {
    return null;
  }
}

export const step1 = (/** @type {Uint8Array} */ vector) => concat([SYNC, 0], block(vector));
export const step2 = (/** @type {Uint8Array} */ update) => concat([SYNC, 1], block(update));
export const update = (/** @type {Uint8Array} */ bytes) => concat([SYNC, 2], block(bytes));
export const awareness = (/** @type {Uint8Array} */ bytes) => concat([AWARENESS], block(bytes));

/** @param {Uint8Array} bytes @returns {Message | null} null for what is malformed */
export function decodeMessage(bytes) {
  const isSync = bytes[0] === SYNC;
  if (!isSync && bytes[0] !== AWARENESS && bytes[0] !== AUTH) return bytes.length > 0 ? { kind: "unknown" } : null;
  const body = readBlock(bytes, bytes[0] === AWARENESS ? 1 : 2);
  if (!body || body.end !== bytes.length) return null;
  if (bytes[0] === AWARENESS) return { kind: "awareness", update: body.bytes };
  if (bytes[0] === AUTH) return { kind: "denied", reason: new TextDecoder().decode(body.bytes) };
  if (bytes[1] === 0) return { kind: "step1", vector: body.bytes };
  if (bytes[1] === 1) return { kind: "step2", update: body.bytes };
  return bytes[1] === 2 ? { kind: "update", update: body.bytes } : { kind: "unknown" };
}

/** The length, seven bits a byte and the lowest first, and then the bytes. @param {Uint8Array} bytes */
function block(bytes) {
  const length = [];
  let rest = bytes.length;
  for (; rest > 127; rest = Math.floor(rest / 128)) length.push((rest % 128) | 128);
  return concat([...length, rest], bytes);
}

function readBlock(bytes, start) {
  let length = 0;
  let at = start;
  for (let unit = 1; ; unit *= 128) {
    // Longer than anything that a hub sends.
    if (at >= bytes.length || unit > 2 ** 28) return null;
    const byte = bytes[at++];
    length += (byte & 127) * unit;
    if (byte < 128) break;
  }
  const end = at + length;
  return end > bytes.length ? null : { bytes: bytes.subarray(at, end), end };
}

/** @param {...(ArrayLike<number>)} parts */
function concat(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
