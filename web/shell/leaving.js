/** Tells when the page is put aside in order, and when it is looked at again; no more than that. */

/** @param {{onLeave: () => void, onReturn: () => void}} actions */
export function watchLeaving({ onLeave, onReturn }) {
  addEventListener("pagehide", onLeave);
  addEventListener("pageshow", onReturn);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") onLeave();
    else onReturn();
  });
}
