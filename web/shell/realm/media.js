/**
 * Pictures from outside: asks the viewer when the realm was kept from one, remembers the answer for this
 * room, and has the frame built anew with it.
 */

import { MediaGrants } from "../room/media-grants.js";

/** A tool that names another host for each question would be asked about for ever. */
const QUESTIONS_MAX = 10;

/**
 * @param {{room: string, store: Storage, given: string[], asking: import("./asking.js").Asking,
 *   rebuild: () => void}} parts
 */
export function mediaFromOutside({ room, store, given, asking, rebuild }) {
  const asked = new Set();
  const grants = new MediaGrants({ store, room, given });
  const act = (origin) => ({
    label: `Block ${origin}`,
    meaning: "you let tools show its pictures here",
    run: () => {
      grants.withdraw(origin);
      rebuild();
    },
  });
  return {
    /** @param {string} address */
    frame: (address) => grants.frame(address),

    /** @param {import("./incoming.js").Incoming} message @returns {boolean} whether it was about that */
    take(message) {
      if (message.kind !== "blocked") return false;
      const { origin } = message;
      if (!grants.canGrant(origin) || (asked.size >= QUESTIONS_MAX && !asked.has(origin))) return true;
      asked.add(origin);
      asking.ask({
        key: `media ${origin}`,
        wish: `show pictures from ${origin}, which can then learn what tools here tell it`,
        allow: "Allow in this room",
        settle: (isAllowed) => {
          if (!isAllowed) return;
          grants.grant(origin);
          rebuild();
        },
      });
      return true;
    },

    /** @param {string} line */
    offer: (line) => {
      const begun = line.trim().toLowerCase();
      const acts = begun.startsWith(":") ? [] : grants.own.map(act);
      return acts.filter(({ label }) => label.toLowerCase().includes(begun));
    },
  };
}
