/** The button that opens the drawer; it tells how many tools there are and whether one is in trouble. */

import { h, icon } from "./element.js";

/** @param {HTMLElement} place @param {{onToggle: () => void}} actions */
export function mountToolsButton(place, { onToggle }) {
  const badge = h("span", { class: "badge", hidden: true });
  const button = h("button", {
    class: "bar-button tools", type: "button", "aria-controls": "drawer", "aria-expanded": "false",
    title: "Tools (T)", on: { click: onToggle },
  }, icon("tools"), h("span", {}, "Tools"), badge);
  place.append(button);
  return {
    /** @param {boolean} open */
    setOpen: (open) => button.setAttribute("aria-expanded", String(open)),
    /** @param {number} count @param {number} troubled */
    update(count, troubled) {
      badge.hidden = count === 0;
      badge.textContent = String(count);
      badge.classList.toggle("bad", troubled > 0);
      badge.title = troubled > 0 ? `${troubled} with errors` : `${count} in this room`;
    },
  };
}
