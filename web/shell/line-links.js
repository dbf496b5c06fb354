/** Links to lines: a line of a tool in the page's address. What is shown there is said by whoever listens. */

import { placeHash, placeOf } from "./editor/live-words.js";

/**
 * Puts the line into the address, and the address where it can be pasted from.
 * @param {import("./editor/live-words.js").Place} place
 * @param {(toast: import("./views/toaster.js").Toast) => void} toast
 */
export function linkTo(place, toast) {
  history.replaceState(null, "", placeHash(place));
  const words = `${place.part} of “${place.tool}”, line ${place.line}`;
  // Plain HTTP elsewhere than on this machine has no clipboard; the address bar has the link all the same.
  const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error("no clipboard"));
  copied.then(
    () => toast({ title: "Link copied", detail: words }),
    () => toast({ title: "The link is in the address bar", detail: words }),
  );
}

/** @param {(place: import("./editor/live-words.js").Place) => void} go hears of the line in the address, now and
 *   whenever it is another */
export function followLinks(go) {
  const look = () => {
    const place = placeOf(location.hash);
    if (place) go(place);
  };
  addEventListener("hashchange", look);
  look();
}
