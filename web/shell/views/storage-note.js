/**
 * Says that this browser keeps nothing of what is unsent, as long as there is something unsent, and asks
 * before the page goes.
 */

import { h, icon } from "./element.js";

/** @param {HTMLElement} place */
export function mountStorageNote(place) {
  const words = h("span", {});
  place.append(icon("warning"), words);
  let count = 0;
  window.addEventListener("beforeunload", (event) => {
    if (count > 0) event.preventDefault();
  });
  return {
    /** @param {number} unsent what would be lost; 0 where nothing would */
    update(unsent) {
      count = unsent;
      place.hidden = count === 0;
      const text = `This browser keeps nothing: ${count} unsent, lost if you close or reload this page`;
      if (count > 0 && words.textContent !== text) words.textContent = text;
    },
  };
}
