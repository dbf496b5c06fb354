/** The shell's composition: one room, its driver, its realm, and the views around them. */

import { claimClient, Identity, randomId } from "./hub/identity.js";
import { Outbox } from "./hub/outbox.js";
import { roomAddress, roomFromPath, roomNameProblem } from "./hub/wire.js";
import { LiveDriver } from "./drivers/live.js";
import { RoomPage } from "./room-page.js";
import { memoryStore } from "./memory-store.js";

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
  const outbox = new Outbox(memoryStore("sessionStorage"), room, randomId);
  if (!(await claimClient(outbox.client))) {
    const client = randomId();
    outbox.disown(client);
    await claimClient(client);
  }
  const page = new RoomPage({ room, identity, store: memoryStore("localStorage") });
  const driver = new LiveDriver({ address: roomAddress(location, room), outbox, identity, listener: page });
  page.attach(driver);
  driver.start();
  const wake = () => document.visibilityState === "visible" && driver.wake();
  window.addEventListener("online", wake);
  window.addEventListener("offline", wake);
  window.addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
}
