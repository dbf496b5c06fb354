/**
 * Copying a tool from another room: whose room, and what there is. It reads and publishes nothing itself.
 *
 * @typedef {import("../history/versions.js").Version} Version
 * @typedef {import("../editor/editing.js").Source} Source
 */

import { ago } from "../room/time.js";
import { isComposing } from "./composing.js";
import { h, icon } from "./element.js";
import { avatar } from "./people.js";

/**
 * @param {{rooms: () => Promise<string[]>,
 *   tools: (room: string, signal: AbortSignal) => AsyncGenerator<{tools: Version[], left: number}>,
 *   onCopy: (from: string, name: string, source: Source) => boolean, onBack: () => void}} parts
 */
export function makeOtherRooms({ rooms, tools, onCopy, onBack }) {
  const back = h(
    "button",
    { class: "button quiet", type: "button", on: { click: () => (reading?.abort(), onBack()) } },
    icon("back"),
    "Tools",
  );
  const names = h("datalist", { id: "other-room-names" });
  const field = h("input", {
    type: "text", id: "other-room", list: "other-room-names", autocomplete: "off", autocapitalize: "off",
    spellcheck: "false",
    on: { keydown: (event) => event.key === "Enter" && !isComposing(event) && void look() },
  });
  const button = h("button", { class: "button", type: "button", on: { click: () => void look() } }, "Look");
  const status = h("p", { class: "soft", role: "status" });
  const list = h("ul", { class: "gallery-list", "aria-label": "Tools of the other room" });
  const element = h(
    "div",
    { class: "gallery other-rooms", hidden: true },
    h("div", { class: "list-actions" }, back),
    h("label", { for: "other-room" }, "Copy a tool from the room"),
    h("div", { class: "other-row" }, field, button, names),
    status,
    list,
  );
  /** @type {AbortController | null} */
  let reading = null;
  /** @type {Set<string>} */
  let inRoom = new Set();

  async function look() {
    const room = field.value.trim();
    if (room === "") return void field.focus();
    reading?.abort();
    const own = (reading = new AbortController());
    list.replaceChildren();
    status.textContent = `Looking into ${room} …`;
    try {
      for await (const part of tools(room, own.signal)) {
        if (own !== reading) return;
        list.append(...part.tools.map((tool) => row(room, tool)));
        mark();
        status.textContent = part.left > 0 ? `${part.left.toLocaleString()} older ops are not read yet` : "";
      }
      if (own === reading && list.childElementCount === 0) status.textContent = `${room} has no tools.`;
    } catch (error) {
      if (own === reading && !own.signal.aborted) status.textContent = error.message;
    }
  }

  function row(room, tool) {
    const copy = h("button", { class: "button", type: "button", "data-copy": tool.name }, "Copy");
    copy.addEventListener("click", () => tool.source && onCopy(room, tool.name, tool.source));
    return h(
      "li",
      {},
      avatar(tool.from),
      h(
        "span",
        { class: "tool-words" },
        h("span", { class: "tool-name" }, tool.name),
        h("span", { class: "soft" }, `${tool.from.name}, ${ago(tool.at, Date.now())}`),
      ),
      copy,
    );
  }

  /** One of that name here would be another version of it. */
  function mark() {
    for (const copy of list.querySelectorAll("button")) {
      copy.textContent = inRoom.has(copy.dataset.copy ?? "") ? "Copy over the one here" : "Copy";
    }
  }

  return {
    element,
    async show() {
      field.focus();
      try {
        names.replaceChildren(...(await rooms()).map((name) => h("option", { value: name })));
      } catch (error) {
        status.textContent = error.message;
      }
    },
    /** @param {Iterable<string>} present names of this room's tools */
    update(present) {
      inRoom = new Set(present);
      mark();
    },
  };
}
