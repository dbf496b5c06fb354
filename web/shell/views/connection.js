/** The state of the connection, always in words. It reconnects nothing itself. */

import { h } from "./element.js";

/** What is over within this time is not worth a word. */
const BRIEF_MS = 200;
/** As is coming in to a room of few ops. */
const READING_MIN = 500;

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

  let waitsSince = 0;

  /**
   * @param {import("../hub/connection.js").Status} status
   * @param {number} unsent
   * @param {{read: number, of: number | null} | null} progress of coming in
   */
  const update = (status, unsent, progress) => {
    clearTimeout(timer);
    const now = Date.now();
    const waits = status.state === "connected" && (unsent > 0 || status.isDoubted);
    waitsSince = waits ? waitsSince || now : 0;
    // An answer takes a few milliseconds; words that flash up with every key say nothing.
    const isBrief = waits && now - waitsSince < BRIEF_MS;
    const { state, text, title } = isBrief
      ? describe({ state: "connected" }, 0, now)
      : describe(status, unsent, now, progress);
    button.dataset.state = state;
    button.title = title;
    // Of no use where there is nothing to retry, so then it takes no focus either.
    button.disabled = state !== "offline" && state !== "stopped";
    if (words.textContent !== text) words.textContent = text;
    const again = status.state === "waiting" ? 500 : isBrief ? BRIEF_MS : 0;
    if (again > 0) timer = window.setTimeout(() => update(status, unsent, progress), again);
  };
  return { update };
}

/** Why only the user may try again. @param {{code: number, reason: string}} status */
export const reasonOf = ({ code, reason }) => reason || `Closed by the hub (${code}).`;

/**
 * @param {import("../hub/connection.js").Status} status
 * @param {number} unsent
 * @param {number} now
 * @param {{read: number, of: number | null} | null} [progress]
 */
export function describe(status, unsent, now, progress = null) {
  const waiting = unsent > 0 ? `${unsent} unsent` : "";
  switch (status.state) {
    case "connected":
      if (status.isDoubted) {
        const title = "The hub was asked for a sign of life.";
        return { state: "connecting", text: ["checking", waiting].filter(Boolean).join(" · "), title };
      }
      return unsent > 0
        ? { state: "sending", text: waiting, title: "Sent; the hub has not confirmed these yet." }
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
        title: `${reasonOf(status)} Click to connect again.`,
      };
    default: {
      const how = status.state === "connecting" && status.attempt > 0 ? "reconnecting" : "connecting";
      const text = readingWords(progress) ?? how;
      return { state: "connecting", text: [text, waiting].filter(Boolean).join(" · "), title: "" };
    }
  }
}

/** @param {{read: number, of: number | null} | null} progress */
function readingWords(progress) {
  if (!progress || Math.max(progress.read, progress.of ?? 0) < READING_MIN) return null;
  const read = progress.read.toLocaleString("en");
  return progress.of === null ? `reading ${read}` : `reading ${read} of ${progress.of.toLocaleString("en")}`;
}
