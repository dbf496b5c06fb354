/** The front page: opens a room by name, and lists the rooms there are. */

import { roomNameProblem } from "./hub/wire.js";
import { ago } from "./room/time.js";
import { h } from "./views/element.js";

const LISTED_MAX = 50;
const PLACES = [
  "harbour", "orchard", "attic", "garden", "studio", "terrace", "workshop", "lantern", "meadow",
  "observatory",
];
const MOODS = ["quiet", "open", "late", "bright", "little", "long", "blue", "early", "warm", "far"];

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const suggestion = `${pick(MOODS)}-${pick(PLACES)}`;

/** A name that nobody is likely to have taken: these rooms are one's own. */
const freshName = () => `${pick(MOODS)}-${pick(PLACES)}-${Math.floor(Math.random() * 1_000_000)}`;
for (const link of document.querySelectorAll("a[data-begin]")) {
  const wish = link.getAttribute("data-begin");
  link.setAttribute("href", `/r/${freshName()}${wish ? `?begin=${wish}` : ""}`);
}

const field = /** @type {HTMLInputElement} */ (document.getElementById("room"));
const problem = /** @type {HTMLElement} */ (document.getElementById("room-problem"));
const list = /** @type {HTMLElement} */ (document.getElementById("rooms"));
const note = /** @type {HTMLElement} */ (document.getElementById("rooms-note"));

field.placeholder = suggestion;
field.addEventListener("input", () => say(""));
document.getElementById("open-room")?.addEventListener("submit", (event) => {
  event.preventDefault();
  // An empty field means the name that stands there in grey.
  const name = field.value.trim() || suggestion;
  const why = roomNameProblem(name);
  if (why) say(why);
  else location.assign(`/r/${encodeURIComponent(name)}`);
});
if (matchMedia("(hover: hover)").matches) field.focus();
await refresh();
// What is shown should be so when somebody comes back to the tab, and not cost anything meanwhile.
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());

function say(text) {
  problem.textContent = text;
  problem.hidden = text === "";
  field.setAttribute("aria-invalid", String(text !== ""));
}

async function refresh() {
  try {
    const response = await fetch("/api/v1/rooms", { headers: { accept: "application/json" } });
    if (!response.ok) throw new Error(`the hub answered ${response.status}`);
    const { rooms } = await response.json();
    show(rooms.filter((room) => typeof room?.name === "string" && roomNameProblem(room.name) === null));
  } catch (error) {
    note.textContent = `The list of rooms could not be loaded: ${error.message}. You can open one by name.`;
  }
}

function show(rooms) {
  // Where the recorded one is, it is shown, with what the three said and made in it.
  if (rooms.some((room) => room.name === "demo")) {
    document.querySelector("a[data-begin=demo]")?.setAttribute("href", "/r/demo");
  }
  const rows = rooms.slice(0, LISTED_MAX).map(row);
  if (!rooms.some((room) => room.name === "lobby")) {
    rows.unshift(row({ name: "lobby", members: 0, at: 0, head: 0 }));
  }
  list.replaceChildren(...rows);
  note.textContent = rooms.length > LISTED_MAX ? `and ${rooms.length - LISTED_MAX} more` : "";
}

function row({ name, members, at, head }) {
  const when = head > 0 && at > 0 ? ago(at, Date.now()) : "an empty room to begin in";
  return h("li", {}, h(
    "a",
    { class: "room-row", href: `/r/${encodeURIComponent(name)}` },
    h("span", { class: "room-row-name" }, name),
    members > 0 ? h("span", { class: "here" }, members === 1 ? "1 here" : `${members} here`) : null,
    h("span", { class: "soft" }, when),
  ));
}
