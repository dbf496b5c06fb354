/**
 * What stands between a room's tools and the one who looks at them, put together: which of them run here, and
 * what they may do without asking. What is said and shown of it is told to it.
 *
 * @typedef {object} Parts
 * @property {string} room
 * @property {Storage} store
 * @property {string} load a name of this load of the page
 * @property {() => import("./room/state.js").State} state
 * @property {() => boolean} isSafe
 * @property {{build: () => void, run: (version: Version) => void, post: (message: object) => void}} realm
 * @property {(op: import("./hub/wire.js").Op) => void} publish
 * @property {(version: Version, reason: string) => void} onStopped
 * @property {() => void} onFroze the page froze at an earlier visit; tools are to be off
 * @property {() => void} onAsk
 * @property {boolean} isIsolated whether a loop in the realm leaves this page alone
 *
 * @typedef {import("./room/quarantine.js").Version} Version
 */

import { watchLeaving } from "./leaving.js";
import { Asking } from "./realm/asking.js";
import { mediaFromOutside } from "./realm/media.js";
import { BEAT_MS, Quarantine } from "./room/quarantine.js";
import { ToolGuard } from "./tool-guard.js";

/** @param {Parts} parts */
export function protect({ room, store, load, state, isSafe, realm, publish, onStopped, onFroze, onAsk, isIsolated }) {
  const quarantine = new Quarantine({ store, room, page: load, now: Date.now, isIsolated });
  if (!isIsolated) setInterval(() => quarantine.beat(), BEAT_MS);
  // What becomes of a page that was put aside in order is no tool's fault.
  watchLeaving({ onLeave: () => quarantine.leave(), onReturn: () => quarantine.return() });
  const asking = new Asking({
    publish,
    onRefused: (op, by, why) => realm.post({ kind: "refused", id: null, message: why }),
    onChange: onAsk,
  });
  const guard = new ToolGuard({
    quarantine,
    state,
    isSafe,
    realm: {
      build: realm.build,
      run: realm.run,
      halt: (tool) => realm.post({ kind: "stop", tool }),
    },
    publish,
    onFroze,
    onStopped: (version, reason) => {
      asking.forget(version.name);
      onStopped(version, reason);
    },
    later: (f, ms) => setTimeout(f, ms),
    random: Math.random,
  });
  const given = document.querySelector('meta[name="chatos-media"]')?.getAttribute("content") ?? "";
  const media = mediaFromOutside({
    room, store, given: given.split(" "), asking, rebuild: () => realm.build(),
  });
  return { guard, asking, media };
}
