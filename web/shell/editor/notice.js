/** A line above the code that says how it and the room differ, and what can be done about it. */

import { h } from "../views/element.js";

export function makeNotice() {
  const element = h("div", { class: "notice", role: "status", hidden: true });
  let shown = "";
  return {
    element,
    /** @param {{text: string, tone?: string, actions?: {label: string, run: () => void}[]}} notice */
    show({ text, tone = "", actions = [] }) {
      element.hidden = false;
      if (text === shown) return;
      shown = text;
      element.className = `notice ${tone}`;
      element.replaceChildren(
        h("span", {}, text),
        ...actions.map(
          ({ label, run }) => h(
            "button",
            { class: "button small", type: "button", on: { click: run } },
            label,
          ),
        ),
      );
    },
    clear() {
      shown = "";
      element.hidden = true;
    },
  };
}
