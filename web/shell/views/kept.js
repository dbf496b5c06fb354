/**
 * What did not get into the room: ops that the hub refused, and those that were meant for another log. Their
 * author reads why, copies the text, sends them or lets go of them. What any of that means is decided
 * elsewhere.
 *
 * @typedef {import("../hub/outbox.js").Entry} Entry
 * @typedef {{onSend: (entry: Entry) => void, onDiscard: (entry: Entry) => void}} Actions
 */

import { textOf, titleOf } from "../room/kept-text.js";
import { h, icon } from "./element.js";

/** More than anybody goes through one by one. */
const SHOWN_MAX = 50;
/** Enough to know it again; all of it is copied. */
const EXCERPT = 2_000;

/** @param {HTMLElement} place @param {Actions} actions */
export function mountKept(place, actions) {
  const words = h("span", {});
  const list = h("ul", { class: "kept-list" });
  const summary = h("summary", { class: "kept-summary" }, icon("warning"), words);
  const details = h("details", {}, summary, list);
  place.append(details);
  /** @type {Map<string, HTMLElement>} */
  let rows = new Map();

  return {
    open: () => {
      details.open = true;
    },
    /** @param {Entry[]} entries */
    update(entries) {
      place.hidden = entries.length === 0;
      const text = entries.length === 1
        ? "1 thing you did is not in this room"
        : `${entries.length.toLocaleString("en")} things you did are not in this room`;
      if (words.textContent !== text) words.textContent = text;
      const next = new Map();
      const shown = entries.slice(-SHOWN_MAX);
      for (const entry of shown) next.set(entry.id, rows.get(entry.id) ?? row(entry, actions));
      const isSame = next.size === rows.size && [...next.keys()].every((id) => rows.has(id));
      rows = next;
      if (!isSame) list.replaceChildren(...grouped(shown, rows));
    },
  };
}

/** A reason is read once for all it kept out. @param {Entry[]} entries @param {Map<string, Node>} rows */
function grouped(entries, rows) {
  let told = "";
  return entries.flatMap(({ id, why }) => {
    const reason = why === told ? [] : [h("li", { class: "kept-why" }, (told = why))];
    return [...reason, /** @type {Node} */ (rows.get(id))];
  });
}

/** @param {Entry} entry @param {Actions} actions */
function row(entry, { onSend, onDiscard }) {
  const { op, state } = entry;
  const text = textOf(op);
  const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
  const copy = button("Copy text", async () => {
    copy.textContent = (await copied(text)) ? "Copied" : "Could not copy";
    setTimeout(() => (copy.textContent = "Copy text"), 2_000);
  });
  return h(
    "li",
    { class: "kept-row", "data-state": state },
    h("strong", { class: "kept-title" }, titleOf(op)),
    h("pre", { class: "kept-text", tabindex: "0", "aria-label": "What it says" }, excerpt),
    h(
      "div",
      { class: "kept-actions" },
      button(state === "held" ? "Send it now" : "Try again", () => onSend(entry)),
      copy,
      button("Discard", () => onDiscard(entry), "quiet"),
    ),
  );
}

const button = (label, run, tone = "") =>
  h("button", { class: `button small ${tone}`.trim(), type: "button", on: { click: run } }, label);

/** @param {string} text @returns {Promise<boolean>} */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByCommand(text);
  }
}

/** There is no clipboard to write to in a page that came over plain HTTP; the editing command works there. */
function copiedByCommand(text) {
  const area = h("textarea", { class: "unseen", readonly: true });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
