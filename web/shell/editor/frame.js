/**
 * What every editor of a tool has around its code: name, tabs, notice, errors, status and buttons. What they do
 * is said by whoever made it.
 */

import { isComposing } from "../views/composing.js";
import { h, icon } from "../views/element.js";
import { PARTS } from "./editing.js";
import { makeErrorList } from "./error-list.js";
import { makeNotice } from "./notice.js";

const runKeys = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘ ↵" : "Ctrl ↵";

/**
 * @param {{discardLabel: string, onTitle: () => void, onTitleDone: () => void, onTab: (part: string) => void,
 *   onTabChosen: () => void, onError: (line: number, column: number) => void, onRun: () => void,
 *   onRemove: () => void, onDiscard: () => void, onHistory: () => void, onBack: () => void}} parts
 *   `onTabChosen`: by a click, after which one wants to type
 */
export function makeFrame(parts) {
  const title = h("input", {
    class: "tool-title", type: "text", "aria-label": "Name of the tool", placeholder: "Name this tool",
    maxlength: "128",
    spellcheck: "false", autocomplete: "off",
    on: {
      input: () => parts.onTitle(),
      keydown: (event) => event.key === "Enter"
        && !isComposing(event)
        && (event.preventDefault(), parts.onTitleDone()),
    },
  });
  const tabs = PARTS.map((name) =>
    h("button", {
      class: "tab", type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "code-panel",
      "data-part": name,
      on: { click: () => (parts.onTab(name), parts.onTabChosen()), keydown: (event) => moveTab(event) },
    }, name));
  const panel = h("div", { id: "code-panel", class: "code-panel", role: "tabpanel" });
  const notice = makeNotice();
  const errors = makeErrorList(parts.onError);
  const status = h("p", { class: "editor-status", "aria-live": "polite" });
  const keys = h(
    "p",
    { class: "editor-keys", id: "editor-keys" },
    "Esc, then Tab leaves the editor. Esc twice returns to the room.",
  );
  const people = h("div", { class: "editor-people" });
  const quiet = (onClick, ...content) =>
    h("button", { class: "button quiet", type: "button", on: { click: onClick } }, ...content);
  const buttons = {
    run: h(
      "button",
      { class: "button primary", type: "button", on: { click: () => parts.onRun() } },
      icon("play"),
      "Run for everybody",
      h("kbd", {}, runKeys),
    ),
    history: quiet(() => parts.onHistory(), "History"),
    discard: quiet(() => parts.onDiscard(), parts.discardLabel),
    remove: quiet(() => parts.onRemove(), icon("trash"), "Remove"),
  };
  const back = h(
    "button",
    {
      class: "icon-button", type: "button", "aria-label": "Back to the list of tools", title: "All tools",
      on: { click: () => parts.onBack() },
    },
    icon("back"),
  );
  const element = h(
    "div",
    { class: "editor-screen" },
    h("div", { class: "editor-head" }, back, title, people),
    h("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the tool" }, ...tabs),
    notice.element,
    panel,
    errors.element,
    status,
    keys,
    h("div", { class: "editor-actions" }, buttons.run, buttons.history, buttons.discard, buttons.remove),
  );

  function moveTab(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab === event.currentTarget);
    const next = (at + step + PARTS.length) % PARTS.length;
    parts.onTab(PARTS[next]);
    tabs[next].focus();
  }

  return {
    element,
    title,
    panel,
    people,
    notice,
    errors,
    buttons,
    /** @param {string} part */
    choose(part) {
      for (const tab of tabs) {
        const chosen = tab.dataset.part === part;
        tab.setAttribute("aria-selected", String(chosen));
        tab.tabIndex = chosen ? 0 : -1;
      }
      panel.setAttribute("aria-labelledby", `tab-${part}`);
    },
    /** @param {(part: string) => string} textOf */
    fill(textOf) {
      for (const tab of tabs) tab.classList.toggle("filled", textOf(tab.dataset.part ?? "") !== "");
    },
    /** @param {string} words */
    say(words) {
      // The same words set again would be read aloud again.
      if (status.textContent !== words) status.textContent = words;
    },
    /** Where others are: a dot at the tab. @param {Set<string>} parts */
    crowd(parts) {
      for (const tab of tabs) tab.classList.toggle("crowded", parts.has(tab.dataset.part ?? ""));
    },
  };
}
