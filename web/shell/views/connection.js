/** The state of the connection, always in words. It reconnects nothing itself. */

import { h } from "./element.js";

/**
 * @param {HTMLElement} place @param {{onRetry: () => void}} actions
 */
export function mountConnection(place, { onRetry }) {
  const dot = h("span", { class: "dot", "aria-hidden": "true" });
  const words = h("span", { class: "words" });
  const button = h(
    "button",
    { class: "bar-button connection", type: "button", on: { click: onRetry } },
    dot,
    words,
  );
  place.append(button);
  let timer = 0;

  /** @param {import("../hub/connection.js").Status} status @param {number} unsent */
  const update = (status, unsent) => {
    clearTimeout(timer);
    const { state, text, title } = describe(status, unsent, Date.now());
    button.dataset.state = state;
    button.title = title;
    // Of no use where there is nothing to retry, so then it takes no focus either.
    button.disabled = state === "connected" || state === "connecting";
    if (words.textContent !== text) words.textContent = text;
    if (status.state === "waiting") timer = window.setTimeout(() => update(status, unsent), 500);
  };
  return { update };
}

/** @param {import("../hub/connection.js").Status} status @param {number} unsent @param {number} now */
export function describe(status, unsent, now) {
  const waiting = unsent > 0 ? `${unsent} unsent` : "";
  switch (status.state) {
    case "connected":
      return unsent > 0
        ? { state: "connected", text: `sending ${unsent}`, title: "The hub has not confirmed these yet." }
        : { state: "connected", text: "connected", title: "Everything you did is saved." };
    case "waiting": {
      const seconds = Math.ceil((status.until - now) / 1000);
      const again = seconds > 0 ? `again in ${seconds} s` : "connecting";
      const text = ["offline", waiting || again].join(" · ");
      return {
        state: "offline",
        text,
        title: `The hub can't be reached; ${again}. What you do is kept and sent later. Click to try now.`,
      };
    }
    case "stopped":
      return {
        state: "stopped",
        text: ["disconnected", waiting].filter(Boolean).join(" · "),
        title: `${status.reason || `Closed by the hub (${status.code}).`} Click to connect again.`,
      };
    default: {
      const text = status.state === "connecting" && status.attempt > 0 ? "reconnecting" : "connecting";
      return { state: "connecting", text: [text, waiting].filter(Boolean).join(" · "), title: "" };
    }
  }
}
