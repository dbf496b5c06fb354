import { byteLength } from "../hub/wire.js";

/** Why a tool may not have this name, or null where it may. Odd names are fine; a hub's limits are not odd.
 * @param {string} name @returns {string | null} */
export function nameProblem(name) {
  if (name.trim() === "") return "Give the tool a name first.";
  return byteLength(name) > 128 ? "That name is too long; the limit is 128 bytes." : null;
}
