/** A row of the symbols that code needs and a phone's keyboard hides. */

import { h } from "../views/element.js";

const SYMBOLS = ["{", "}", "(", ")", "[", "]", "<", ">", "=", ";", "'", '"', "/", "."];

/** @param {(symbol: string) => void} onSymbol */
export function makeSymbols(onSymbol) {
  // The focus must not move: the keyboard of a phone would go down.
  const stay = (event) => event.preventDefault();
  const button = (symbol) => {
    const on = { mousedown: stay, click: () => onSymbol(symbol) };
    return h("button", { type: "button", tabindex: "-1", on }, symbol);
  };
  return h(
    "div",
    { class: "symbols", role: "toolbar", "aria-label": "Code symbols" },
    ...SYMBOLS.map(button),
  );
}
