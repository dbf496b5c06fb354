/**
 * What there is to know of one tool beside its name: that it was stopped and why, what failed and where, and
 * that it is pinned. Each with what can be done about it; what that does is decided elsewhere.
 *
 * @typedef {import("../room/tool-status.js").ToolStatus} ToolStatus
 * @typedef {import("../room/pins.js").Pin} Pin
 * @typedef {{onStart: (version: {name: string, seq: number}) => void, onUnpin: (name: string) => void}} Acts
 */

import { ago } from "../room/time.js";
import { h, icon } from "./element.js";

/** The newest says most; the others are in the editor. */
const ERRORS_SHOWN = 1;

/**
 * @param {import("../room/state.js").Tool} tool its newest version
 * @param {ToolStatus | undefined} status
 * @param {Pin | null} pin
 * @param {{you: string | undefined, withErrors: boolean} & Acts} how
 * @returns {HTMLElement[]}
 */
export function toolNotes(tool, status, pin, { you, withErrors, onStart, onUnpin }) {
  const notes = [];
  if (pin) notes.push(pinNote(tool, pin, you, onUnpin));
  if (status?.state === "stopped") notes.push(stopNote(tool, status, onStart));
  if (withErrors && status) {
    notes.push(...status.errors.slice(-ERRORS_SHOWN).reverse().map(errorNote));
  }
  return notes;
}

function pinNote(tool, pin, you, onUnpin) {
  const who = pin.from.id === you ? "You" : pin.from.name;
  const waits = tool.seq > pin.version ? " A newer version waits." : "";
  return note(
    "pin-note",
    h("p", {}, `${who} pinned the version that runs, ${ago(pin.at, Date.now())}.${waits}`),
    h("button", {
      class: "button small", type: "button", "aria-label": `Unpin ${tool.name}`,
      on: { click: () => onUnpin(tool.name) },
    }, "Unpin"),
  );
}

/** Why it is off, and the way to have it back. */
function stopNote(tool, { reason, seq }, onStart) {
  return note(
    "",
    h("p", {}, reason),
    h("button", {
      class: "button small", type: "button", "aria-label": `Start ${tool.name}`,
      on: { click: () => onStart({ name: tool.name, seq }) },
    }, icon("play"), "Start it"),
  );
}

function errorNote({ line, message, stack, count }) {
  const where = line > 0 ? `line ${line}: ` : "";
  const times = count > 1 ? ` (${count > 999 ? "999+" : count} times)` : "";
  const words = h("p", { class: "error-words" }, `${where}${message}${times}`);
  if (stack === "") return note("error-note", words);
  return note("error-note", h("details", {}, h("summary", {}, words), h("pre", { tabindex: "0" }, stack)));
}

const note = (kind, ...content) => h("div", { class: `stop-note ${kind}` }, ...content);
