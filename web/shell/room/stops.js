/**
 * What a room says of tools that were stopped: ops of two types, each current by the tool's name, that count
 * for one version alone.
 *
 *   tool-stopped {name, seq, reason}   somebody's browser stopped it, or somebody did
 *   tool-started {name, seq}           somebody started that version by hand
 *
 * A version that was started by hand once can't be switched off for others again: anybody may say that a tool
 * froze, also somebody who wants it gone, so saying it has to be answerable for good. A browser that the tool
 * really freezes stops it for itself all the same.
 */

import { namedOp } from "./state.js";

export const STOPPED = "tool-stopped";
export const STARTED = "tool-started";
const REASON_MAX = 200;

/** Why the room has this version off; null: it has not.
 * @param {import("./state.js").State} state @param {{name: string, seq: number}} version
 * @returns {string | null}
 */
export function stopInRoom(state, { name, seq }) {
  if (meant(namedOp(state, STARTED, name), seq)) return null;
  const stop = namedOp(state, STOPPED, name);
  if (!stop || !meant(stop, seq)) return null;
  const reason = typeof stop.op.reason === "string" ? stop.op.reason.slice(0, REASON_MAX) : "";
  return `${stop.from.name} or their browser stopped it. ${reason}`.trim();
}

/** A tool's word does not count: what a realm says is marked. */
const meant = (envelope, seq) => envelope?.op.seq === seq && envelope.op.via === undefined;

/** @param {{name: string, seq: number}} version @param {string} reason */
export const stopOp = ({ name, seq }, reason) => ({ type: STOPPED, name, seq, reason });

/** @param {{name: string, seq: number}} version */
export const startOp = ({ name, seq }) => ({ type: STARTED, name, seq });
