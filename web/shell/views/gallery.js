/**
 * The gallery's list: what each tool does, and a button that puts it into the room. It fetches nothing
 * itself.
 */

import { h, icon } from "./element.js";

/**
 * @param {{offers: () => Promise<import("../gallery/catalogue.js").Offer[]>,
 *   install: (offer: import("../gallery/catalogue.js").Offer) => Promise<void>, onBack: () => void}} actions
 */
export function makeGallery({ offers, install, onBack }) {
  const back = h(
    "button",
    { class: "button quiet", type: "button", on: { click: onBack } },
    icon("back"),
    "Tools",
  );
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const list = h("ul", { class: "gallery-list", "aria-label": "Tools of the gallery" });
  const element = h(
    "div",
    { class: "gallery", hidden: true },
    h("div", { class: "list-actions" }, back), problem, list,
  );
  /** @type {Set<string>} */
  let inRoom = new Set();

  const say = (text) => {
    problem.textContent = text;
    problem.hidden = text === "";
  };

  function row(offer) {
    const button = h("button", { class: "button", type: "button", "data-offer": offer.name }, "Install");
    button.addEventListener("click", async () => {
      button.disabled = true;
      say("");
      try {
        await install(offer);
      } catch (error) {
        say(error.message);
      }
      button.disabled = false;
    });
    return h(
      "li",
      {},
      h(
        "span",
        { class: "tool-words" },
        h("span", { class: "tool-name" }, offer.name),
        h("span", { class: "soft" }, offer.says),
        offer.try ? h("code", {}, offer.try) : null,
      ),
      button,
    );
  }

  function mark() {
    for (const button of list.querySelectorAll("button")) {
      const isThere = inRoom.has(button.dataset.offer ?? "");
      button.textContent = isThere ? "Install again" : "Install";
    }
  }

  return {
    element,
    async show() {
      back.focus();
      if (list.childElementCount > 0) return;
      say("");
      try {
        list.replaceChildren(...(await offers()).map(row));
        mark();
      } catch (error) {
        say(error.message);
      }
    },
    /** @param {Iterable<string>} names of the room's tools */
    update(names) {
      inRoom = new Set(names);
      mark();
    },
  };
}
