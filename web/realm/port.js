/**
 * The port to the shell: taken once, from the parent and from nobody else. What may be said over it is in
 * PORT.md.
 */

import { natives } from "#realm/natives.js";

/** @param {(port: MessagePort) => void} onPort */
export function awaitPort(onPort) {
  const listen = (event) => {
    if (event.source !== parent || event.data?.type !== "chatos-port" || event.ports.length !== 1) return;
    natives.removeEventListener.call(window, "message", listen);
    // Tools must not see it go by, nor get one of their own in.
    event.stopImmediatePropagation();
    onPort(event.ports[0]);
  };
  natives.addEventListener.call(window, "message", listen);
}
