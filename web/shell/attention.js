/**
 * When to look at the connection: somebody comes back to the page, the page thaws or comes out of the
 * browser's cache, the network comes or goes. Timers can't be relied on for it: browsers stop those of pages
 * that nobody sees.
 *
 * @param {{onWake: () => void, onReturn: () => void, page?: Document, view?: Window}} parts `onWake`: the
 *   connection may be dead; `onReturn`: somebody may look
 */
export function watchAttention({ onWake, onReturn, page = document, view = window }) {
  const isVisible = () => page.visibilityState === "visible";
  const ifVisible = () => {
    if (!isVisible()) return;
    onWake();
    onReturn();
  };
  page.addEventListener("visibilitychange", ifVisible);
  // A frozen page may thaw without being seen, and a cached one comes back without its sockets.
  page.addEventListener("resume", onWake);
  view.addEventListener("pageshow", (event) => (event.persisted ? onWake() : ifVisible()));
  view.addEventListener("online", onWake);
  // Seen or not: a page that says it is connected should not be wrong for long.
  view.addEventListener("offline", onWake);
}
