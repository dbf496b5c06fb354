/** The place of the realm, and what is said there while there is no realm. */

import { reasonOf } from "./connection.js";
import { h } from "./element.js";

/** A page that comes at once should not flash a sign that it is coming. */
const PATIENCE_MS = 600;

/**
 * @param {HTMLElement} place
 * @param {{onRebuild: () => void, onSafe: () => void, onRetry: () => void}} actions
 */
export function mountStage(place, { onRebuild, onSafe, onRetry }) {
  const loading = h("div", { class: "stage-note", hidden: true }, h("p", {}, "Loading the room…"));
  const lost = h(
    "div",
    { class: "stage-note", role: "alert", hidden: true },
    h("h2", {}, "The room's page is gone"),
    h(
      "p",
      {},
      "It did not load, or a tool keeps sending it elsewhere. What was said and built here is safe.",
    ),
    h("div", { class: "row" },
      h("button", { class: "button primary", type: "button", on: { click: onRebuild } }, "Load it again"),
      h(
        "button",
        { class: "button", type: "button", on: { click: () => (onSafe(), onRebuild()) } },
        "Open with tools off",
      )),
  );
  const unreached = h("div", { class: "stage-note low", hidden: true },
    h("h2", {}, "The hub can't be reached"),
    h("p", {}, "The room opens by itself as soon as it answers. What you type until then is kept and sent."));
  const why = h("p", {});
  const refused = h(
    "div",
    { class: "stage-note low", role: "alert", hidden: true },
    h("h2", {}, "This room could not be opened"),
    why,
    h("div", { class: "row" },
      h("button", { class: "button primary", type: "button", on: { click: onRetry } }, "Try again")),
  );
  place.append(loading, lost, unreached, refused);
  let timer = 0;
  return {
    /** Why one is not in the room yet.
     * @param {import("../hub/connection.js").Status | null} status null: one is */
    showOutside: (status) => {
      unreached.hidden = status?.state !== "waiting";
      refused.hidden = status?.state !== "stopped";
      if (status?.state === "stopped") why.textContent = `${reasonOf(status)} What you type is kept.`;
    },
    /** @param {"loading" | "open" | "lost"} state */
    show(state) {
      clearTimeout(timer);
      loading.hidden = true;
      lost.hidden = state !== "lost";
      if (state === "loading") timer = window.setTimeout(() => (loading.hidden = false), PATIENCE_MS);
    },
  };
}
