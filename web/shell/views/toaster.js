/**
 * Toasts: what happened, and perhaps one thing to do about it. They block nothing and go by themselves,
 * unless somebody is about to use them.
 *
 * @typedef {{title: string, detail?: string, tone?: "plain" | "bad", action?: {label: string, run: () =>
 *   void}}} Toast
 */

import { h, icon } from "./element.js";

const PLAIN_MS = 6_000;
const ACTION_MS = 12_000;
const SHOWN_MAX = 4;

/** @param {HTMLElement} place @returns {(toast: Toast) => void} */
export function mountToaster(place) {
  return ({ title, detail, tone = "plain", action }) => {
    const close = () => toast.remove();
    const toast = h(
      "div",
      { class: `toast ${tone}`, role: tone === "bad" ? "alert" : "status" },
      h("div", { class: "toast-text" }, h("strong", {}, title), detail ? h("span", {}, detail) : null),
      action
        ? h(
          "button",
          { class: "button quiet", type: "button", on: { click: () => (close(), action.run()) } },
          action.label,
        )
        : null,
      h(
        "button",
        { class: "icon-button", type: "button", "aria-label": "Dismiss", on: { click: close } },
        icon("close"),
      ),
    );
    for (const same of [...place.children]) {
      if (same.querySelector("strong")?.textContent === title && same.classList.contains(tone)) same.remove();
    }
    place.append(toast);
    while (place.childElementCount > SHOWN_MAX) place.firstElementChild?.remove();
    leaveLater(toast, action ? ACTION_MS : PLAIN_MS);
  };
}

function leaveLater(toast, ms) {
  const leave = () => {
    if (toast.matches(":hover, :focus-within")) setTimeout(leave, 1_000);
    else toast.remove();
  };
  setTimeout(leave, ms);
}
