/** The keyboard, and the popover that tells about it. What the keys do is decided by who mounts this. */

import { isComposing } from "./composing.js";
import { h } from "./element.js";

const mac = /Mac|iP(hone|ad)/.test(navigator.platform);
const command = mac ? "⌘" : "Ctrl";

const KEYS = [
  [["/"], "to the room's input"],
  [["Esc"], "back to the room"],
  [[command, "Enter"], "run the tool you are editing"],
  [["T"], "open or close the tools"],
  [[command, "K"], "the command line"],
  [["?"], "show these"],
];

/**
 * @param {HTMLElement} place
 * @param {{onInput: () => void, onTools: () => void, onEscape: () => void,
 *   onCommands: () => void}} actions
 */
export function mountShortcuts(place, { onInput, onTools, onEscape, onCommands }) {
  const popover = h(
    "div",
    {
      class: "popover shortcuts",
      id: "shortcuts",
      popover: "auto",
      role: "dialog",
      "aria-label": "Keyboard shortcuts",
    },
    h("h2", {}, "Keyboard"),
    h("dl", {}, ...KEYS.flatMap(([keys, meaning]) => [
      h("dt", {}, ...keys.map((key) => h("kbd", {}, key))),
      h("dd", {}, meaning),
    ])),
  );
  place.append(popover);
  const show = () => popover.togglePopover?.();
  const actions = new Map([["/", onInput], ["t", onTools], ["?", show]]);

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isComposing(event)) return;
    if (event.key === "Escape" && !isOpen()) return onEscape();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "k") {
      event.preventDefault();
      return onCommands();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.composedPath()[0])) return;
    const action = actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });
  return { show };
}

/** Escape belongs to an open popover first. */
const isOpen = () => {
  try {
    return document.querySelector(":popover-open, dialog[open]") !== null;
  } catch {
    return false;
  }
};

/** The editor lives in a shadow root, so only the event's own path leads to it. */
const isTyping = (target) => target instanceof HTMLElement
  && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
