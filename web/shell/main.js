/** The shell's composition: one room, its driver, its realm, and the views around them. */

import { Documents } from "./docs/documents.js";
import { openUnsentStore } from "./docs/unsent-store.js";
import { makeClaim, pageChannel } from "./hub/claims.js";
import { Identity, randomId } from "./hub/identity.js";
import { openJournal } from "./hub/journal.js";
import { Outboxes } from "./hub/outboxes.js";
import { roomAddress, roomFromPath, roomNameProblem } from "./hub/wire.js";
import { LiveDriver } from "./drivers/live.js";
import { RoomPage } from "./room-page.js";
import { memoryStore } from "./memory-store.js";
import { watchAttention } from "./attention.js";

/** How often it is looked whether another tab is gone and left something unsent. */
const ORPHANS_MS = 5_000;

const room = roomFromPath(location.pathname);
const problem = room === null ? "This address names no room." : roomNameProblem(room);

if (room === null || problem !== null) {
  document.title = "No such room · ChatOS";
  const stage = document.getElementById("stage");
  stage?.replaceChildren(problem ?? "");
} else {
  await enter(room);
}

/** @param {string} room */
async function enter(room) {
  const identity = new Identity();
  const journal = await openJournal(database());
  const [navigation] = performance.getEntriesByType("navigation");
  const outboxes = new Outboxes({
    room,
    journal,
    claim: makeClaim(navigator.locks, pageChannel),
    session: memoryStore("sessionStorage"),
    newId: randomId,
    now: Date.now,
    returns: navigation?.type === "reload" || navigation?.type === "back_forward",
  });
  const outbox = await outboxes.own();
  const documents = new Documents({
    load: () => import("/vendor/yjs.js"),
    send: (bytes) => driver.sendBytes(bytes),
    limit: () => driver.state.limit,
    store: await openUnsentStore(database(), room),
    newId: randomId,
    onChange: () => page.changed(),
  });
  const store = memoryStore("localStorage");
  const page = new RoomPage({ room, identity, store, load: randomId(), documents });
  const isHidden = () => document.visibilityState === "hidden";
  const address = roomAddress(location, room);
  const driver = new LiveDriver({ address, outbox, identity, listener: page, isHidden });
  driver.documents = documents;
  journal.onChange = () => page.changed();
  page.attach(driver);
  driver.start();
  const adopt = async () => driver.adopt(await outboxes.orphans());
  watchAttention({ onWake: () => driver.wake(), onReturn: adopt });
  setInterval(adopt, ORPHANS_MS);
  await adopt();
}

/** Merely naming it throws where the browser forbids it. @returns {IDBFactory | undefined} */
function database() {
  try {
    return globalThis.indexedDB;
  } catch {
    return undefined;
  }
}
