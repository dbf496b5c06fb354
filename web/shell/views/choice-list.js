/**
 * The list below a command line: what the line may become, one of them chosen. What choosing means is decided
 * by who made it.
 *
 * @typedef {import("../../shared/completion.js").Choice} Choice
 */

import { h } from "./element.js";

/** @param {HTMLInputElement} input it belongs to @param {{onTake: (choice: Choice) => void}} actions */
export function makeChoiceList(input, { onTake }) {
  const list = h("ul", { id: "choices", role: "listbox", "aria-label": "What you can say" });
  /** @type {Choice[]} */
  let choices = [];
  let chosen = -1;

  const choose = (index) => {
    chosen = index;
    const rows = [...list.children];
    rows.forEach((row, i) => row.setAttribute("aria-selected", String(i === chosen)));
    rows[chosen]?.scrollIntoView({ block: "nearest" });
    if (chosen >= 0) input.setAttribute("aria-activedescendant", `choice-${chosen}`);
    else input.removeAttribute("aria-activedescendant");
  };
  const row = (choice, i) => h(
    "li",
    {
      id: `choice-${i}`,
      role: "option",
      "aria-selected": "false",
      on: { mousedown: (event) => event.preventDefault(), click: () => onTake(choice) },
    },
    h("code", {}, choice.label),
    h("span", { class: "soft" }, choice.meaning),
  );

  return {
    element: list,
    /** What is chosen, if anything. @returns {Choice | undefined} */
    get chosen() {
      return choices[chosen];
    },
    get first() {
      return choices[0];
    },
    /** @param {Choice[]} next */
    show(next) {
      choices = next;
      list.replaceChildren(...choices.map(row));
      list.hidden = choices.length === 0;
      input.setAttribute("aria-expanded", String(choices.length > 0));
      choose(-1);
    },
    /** @param {1 | -1} step @returns {boolean} whether there is anything to choose */
    move(step) {
      if (choices.length === 0) return false;
      const from = chosen === -1 && step === -1 ? 0 : chosen;
      choose((from + step + choices.length) % choices.length);
      return true;
    },
  };
}
