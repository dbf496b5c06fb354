/** The errors of one tool, each with its line; choosing one goes there. */

import { h } from "../views/element.js";

/** @param {(line: number, column: number) => void} onChoose */
export function makeErrorList(onChoose) {
  const element = h("ul", { class: "errors", "aria-label": "Errors", hidden: true });
  /** @type {import("../realm/incoming.js").ToolError[]} */
  let shown = [];
  return {
    element,
    get lines() {
      return shown.map((error) => error.line).filter((line) => line > 0);
    },
    /** @param {import("../realm/incoming.js").ToolError[]} errors */
    update(errors) {
      if (errors === shown) return;
      shown = errors;
      element.hidden = errors.length === 0;
      element.replaceChildren(...[...errors].reverse().map((error) => row(error, onChoose)));
    },
  };
}

function row({ line, column, message, stack, count }, onChoose) {
  const times = count > 1 ? h(
    "span",
    { class: "times", title: `${count} times` },
    `×${count > 999 ? "999+" : count}`,
  ) : null;
  const where = h("span", { class: "where" }, line > 0 ? `line ${line}` : "somewhere");
  const content = [where, h("span", { class: "what" }, message), times];
  return h("li", { title: stack }, line > 0
    ? h("button", { type: "button", on: { click: () => onChoose(line, column) } }, ...content)
    : h("div", {}, ...content));
}
