/**
 * How the room's tools fare in this page: running or failed, and with which errors. A value and functions on
 * it; the realm's word is all it knows, and that is a tool's word in the end.
 *
 * @typedef {import("../realm/incoming.js").ToolError} ToolError
 * @typedef {{seq: number, state: "loading" | "running" | "failed" | "off" | "stopped", reason: string,
 *   errors: ToolError[]}} ToolStatus
 * @typedef {Map<string, ToolStatus>} Statuses
 */

/** More different errors than anybody reads. */
const ERRORS_MAX = 20;

/** A version is about to be installed; what was said of the one before is over.
 * @param {Statuses} statuses
 * @param {string} tool
 * @param {number} seq
 * @param {import("../tool-guard.js").Verdict | null} verdict why it does not run
 * @returns {Statuses}
 */
export function installing(statuses, tool, seq, verdict) {
  const { state, reason } = verdict ?? { state: "loading", reason: "" };
  return new Map(statuses).set(tool, { seq, state, reason, errors: [] });
}

/**
 * @param {Statuses} statuses
 * @param {{tool: string, seq: number, state: "running" | "failed"}} told
 * @returns {Statuses}
 */
export function settled(statuses, { tool, seq, state }) {
  const status = statuses.get(tool);
  if (!status || status.seq !== seq) return statuses;
  return new Map(statuses).set(tool, { ...status, state });
}

/** @param {Statuses} statuses @param {string} tool @returns {Statuses} */
export function removed(statuses, tool) {
  const next = new Map(statuses);
  next.delete(tool);
  return next;
}

/** An error told again only adds to its count. Errors of a version that is gone are not this one's.
 * @param {Statuses} statuses @param {ToolError} error @returns {Statuses} */
export function failing(statuses, error) {
  const status = error.tool === null ? undefined : statuses.get(error.tool);
  if (error.tool === null || !status || status.seq !== error.seq) return statuses;
  const same = status.errors.findIndex(
    (known) => known.line === error.line && known.message === error.message,
  );
  const errors = [...status.errors];
  if (same >= 0) errors[same] = { ...error, count: errors[same].count + error.count };
  else errors.push(error);
  return new Map(statuses).set(error.tool, { ...status, errors: errors.slice(-ERRORS_MAX) });
}

/** The page is gone, and all tools with it. @param {Statuses} statuses @returns {Statuses} */
export function halted(statuses) {
  const isOff = ({ state }) => state === "off" || state === "stopped";
  const halt = (status) => (isOff(status) ? status : { ...status, state: "failed" });
  return new Map([...statuses].map(([tool, status]) => [tool, halt(status)]));
}

/** @param {Statuses} statuses @returns {number} how many tools have errors or were stopped */
export const troubled = (statuses) =>
  [...statuses.values()].filter((status) => status.errors.length > 0 || status.state === "stopped").length;
