/**
 * What another room of this hub has, to copy from: its name from the hub's list, its tools from its log. It
 * copies nothing itself.
 *
 * @typedef {import("./versions.js").Version} Version
 */

import { roomNameProblem } from "../hub/wire.js";
import { readVersions } from "./reading.js";

/** More than anybody looks through; a name can be typed. */
const ROOMS_MAX = 200;

/** @param {string} own the room that one is in @param {typeof fetch} [get] @returns {Promise<string[]>} */
export async function otherRooms(own, get = fetch) {
  const response = await get("/api/v1/rooms", { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`The list of rooms can't be read: ${response.status}`);
  const { rooms } = await response.json();
  const names = rooms.map((room) => room?.name);
  return names.filter((name) => typeof name === "string" && name !== own && roomNameProblem(name) === null)
    .slice(0, ROOMS_MAX);
}

/**
 * The tools that a room has now, as they are found, the newest first.
 * @param {string} room
 * @param {{signal?: AbortSignal, get?: typeof fetch}} [how]
 * @returns {AsyncGenerator<{tools: Version[], left: number}>}
 */
export async function* toolsOf(room, { signal, get = fetch } = {}) {
  const response = await get(`/api/v1/rooms/${encodeURIComponent(room)}`, { signal });
  if (response.status === 404) throw new Error(`There is no room “${room}” here.`);
  if (!response.ok) throw new Error(`The room “${room}” can't be read: ${response.status}`);
  const { head } = await response.json();
  if (!Number.isSafeInteger(head)) throw new Error(`The hub said nothing useful of the room “${room}”.`);
  /** @type {Set<string>} whose newest version, or removal, was seen */
  const seen = new Set();
  for await (const { versions, left } of readVersions(room, head, { signal, get })) {
    const tools = versions.sort((a, b) => b.seq - a.seq).filter(({ name, source }) => {
      const isNewest = !seen.has(name);
      seen.add(name);
      return isNewest && source !== null;
    });
    yield { tools, left };
  }
}
