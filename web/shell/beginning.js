/**
 * How a room begins that was opened from the front page: with the gallery beside it, or with tools and a few
 * things in it to play with. A room in which anything happened is left as it is, whatever the address says.
 */

import { offers, upgradeOf } from "./gallery/catalogue.js";

/**
 * @param {string | null} wish what the address asks for
 * @param {{isFresh: boolean, openGallery: () => void, publish: (op: import("./hub/wire.js").Op) => void,
 *   get?: typeof fetch}} room
 */
export async function begin(wish, { isFresh, openGallery, publish, get = fetch }) {
  if (wish === "gallery") openGallery();
  // Else a link could make whoever follows it change a room.
  if (wish !== "demo" || !isFresh) return;
  const response = await get("/gallery/demo.json");
  if (!response.ok) throw new Error(`The demo can't be read: ${response.status}`);
  const { tools, ops } = await response.json();
  const known = await offers(get);
  const wanted = tools.map((name) => known.find((offer) => offer.name === name)).filter(Boolean);
  const upgrades = await Promise.all(wanted.map((offer) => upgradeOf(offer, get)));
  for (const op of [...upgrades, ...ops]) publish(op);
}

/** What the address asks for, once: loaded again, the page is as it was left.
 * @param {Location} location @param {History} history @returns {string | null} */
export function takeWish(location, history) {
  const address = new URL(location.href);
  const wish = address.searchParams.get("begin");
  if (wish === null) return null;
  address.searchParams.delete("begin");
  history.replaceState(null, "", address);
  return wish;
}
