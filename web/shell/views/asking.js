/**
 * The bar that asks whether a tool may do what it wants to. It blocks nothing, takes no focus, and is gone
 * when nothing is asked; what an answer means is decided elsewhere.
 */

import { h, icon } from "./element.js";

/** @param {HTMLElement} place @param {{onAnswer: (isAllowed: boolean) => void}} actions */
export function mountAsking(place, { onAnswer }) {
  const who = h("strong", {});
  const wish = h("span", {});
  const more = h("span", { class: "soft" });
  const answer = (isAllowed) => () => onAnswer(isAllowed);
  const yes = h("button", { class: "button small primary", type: "button", on: { click: answer(true) } });
  place.append(
    icon("shield"),
    h("p", { class: "asking-words" }, who, " ", wish, " ", more),
    h(
      "div",
      { class: "asking-answers" },
      yes,
      h("button", { class: "button small", type: "button", on: { click: answer(false) } }, "Refuse"),
    ),
  );
  /** @type {unknown} */
  let shown = null;
  return {
    /** @param {import("../realm/asking.js").Question | null} question */
    update(question) {
      place.hidden = question === null;
      if (question === null) return void (shown = null);
      const count = question.ops.length - 1;
      more.textContent = count <= 0 ? "" : `(and ${count} more)`;
      if (question === shown) return undefined;
      shown = question;
      const { by } = question;
      who.textContent = by.tool === null ? "The room's page" : `The tool “${by.tool}”`;
      yes.textContent = question.allow ?? "Allow for this visit";
      wish.textContent = `wants to ${question.wish}.`;
      return undefined;
    },
  };
}
