/** Says across the room that it is in safe mode, and how to leave it. */

import { h, icon } from "./element.js";

/** @param {HTMLElement} place @param {{onLeave: () => void}} actions */
export function mountBanner(place, { onLeave }) {
  const leave = h(
    "a",
    { href: location.pathname, on: { click: (event) => (event.preventDefault(), onLeave()) } },
    "Turn tools on",
  );
  place.append(icon("shield"), h("span", {}, "Safe mode: tools are off"), leave);
  return {
    /** @param {boolean} safe */
    update: (safe) => {
      place.hidden = !safe;
    },
  };
}
