/**
 * Reads what was done to a room's tools out of its log, the newest first, since that is what is looked for.
 * It keeps nothing and shows nothing.
 *
 * @typedef {import("./versions.js").Version} Version
 */

import { parse } from "../hub/wire.js";
import { versionOf } from "./versions.js";

/** Ops that are read at a time: few at first, so that something is there at once. */
const STEPS = [500, 2_000, 10_000];

/**
 * @param {string} room @param {number} head the seq to begin with, and to go down from
 * @param {{signal?: AbortSignal, get?: typeof fetch}} [how]
 * @returns {AsyncGenerator<{versions: Version[], left: number}>} what each part of the log held, and how many
 *   ops are not read yet
 */
export async function* readVersions(room, head, { signal, get = fetch } = {}) {
  let top = head;
  for (let turn = 0; top > 0; turn++) {
    const step = STEPS[Math.min(turn, STEPS.length - 1)];
    const bottom = Math.max(0, top - step);
    yield { versions: await readPart(room, bottom, top, { signal, get }), left: bottom };
    top = bottom;
  }
}

/** The ops behind `bottom` up to `top`; the hub may need several answers for them. */
async function readPart(room, bottom, top, { signal, get }) {
  /** @type {Version[]} */
  const versions = [];
  for (let after = bottom; after < top;) {
    const address = `/api/v1/rooms/${encodeURIComponent(room)}/log?after=${after}&limit=${top - after}`;
    const response = await get(address, { signal });
    if (!response.ok) throw new Error(`The room's log can't be read: ${response.status}`);
    let last = after;
    for (const line of (await response.text()).split("\n")) {
      const frame = line === "" ? null : parse(line);
      if (frame?.kind !== "envelope") continue;
      last = Math.max(last, frame.envelope.seq ?? 0);
      // Where a log was compacted, what is left begins later than one asked for.
      if (last > top) return versions;
      const version = versionOf(frame.envelope);
      if (version) versions.push(version);
    }
    if (last === after) break;
    after = last;
  }
  return versions;
}
