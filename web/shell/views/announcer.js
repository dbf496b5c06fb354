/** Tells screen readers what happened, politely. @param {HTMLElement} region an aria-live region */
export function mountAnnouncer(region) {
  /** @type {string[]} */
  let waiting = [];
  let timer = 0;
  return (/** @type {string} */ text) => {
    waiting.push(text);
    // Together, since a region that changes ten times in a second is read once at best.
    timer ||= window.setTimeout(() => {
      region.textContent = waiting.slice(-5).join(". ");
      waiting = [];
      timer = 0;
    }, 250);
  };
}
