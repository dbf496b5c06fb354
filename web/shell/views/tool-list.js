/**
 * The list of the room's tools: by whom, since when, and how each fares. It opens an editor; it edits
 * nothing.
 *
 * @typedef {import("../room/state.js").Tool} Tool
 * @typedef {import("../room/tool-status.js").Statuses} Statuses
 */

import { ago } from "../room/time.js";
import { avatar } from "./people.js";
import { h, icon } from "./element.js";
import { makeGate } from "./gate.js";
import { toolNotes } from "./tool-note.js";

/**
 * @param {{onOpen: (name: string) => void, onNew: () => void, onGallery: () => void, onRooms: () => void,
 *   onRemoved: () => void,
 *   onStart: (tool: {name: string, seq: number}) => void, onUnpin: (name: string) => void}} actions
 */
export function makeToolList({ onOpen, onNew, onGallery, onRooms, onRemoved, onStart, onUnpin }) {
  const list = h("ul", { class: "tool-list", "aria-label": "Tools in this room" });
  const empty = h(
    "div",
    { class: "empty" },
    h("h3", {}, "No tools yet"),
    h(
      "p",
      {},
      "A tool is a piece of HTML, CSS and JavaScript. Run it, and it appears at once for everybody here, ",
      "and stays for those who come later.",
    ),
  );
  const create = h(
    "button",
    { class: "button primary", type: "button", on: { click: onNew } },
    icon("plus"),
    "New tool",
  );
  const fromGallery = h(
    "button",
    { class: "button", type: "button", on: { click: onGallery } },
    "From the gallery",
  );
  const fromRoom = h(
    "button",
    { class: "button", type: "button", on: { click: onRooms } },
    "From another room",
  );
  const removed = h(
    "button",
    { class: "button quiet", type: "button", on: { click: onRemoved } },
    "Removed tools",
  );
  const element = h(
    "div",
    { class: "tools-screen" },
    empty,
    list,
    h("div", { class: "list-actions" }, create, fromGallery, fromRoom, removed),
  );
  /** @type {Map<string, number>} */
  let known = new Map();
  const differs = makeGate();

  return {
    element,
    /** @param {string} name */
    focus: (name) => (
      /** @type {HTMLElement | null} */ ([
        ...list.querySelectorAll("button")].find((row) => row.dataset.tool === name,
      ))
      ?? create
    ).focus(),
    /**
     * @param {Map<string, Tool>} toolsByName
     * @param {Map<string, import("../room/pins.js").Pin>} pins
     * @param {Statuses} statuses
     * @param {string[]} drafts
     * @param {string | undefined} you
     */
    update(toolsByName, pins, statuses, drafts, you) {
      const minute = Math.floor(Date.now() / 30_000);
      const pinned = [...pins.values()].map(({ name, seq }) => [name, seq]);
      if (!differs(toolsByName, JSON.stringify([pinned, drafts]), statuses, you, minute)) return;
      const tools = [...toolsByName.values()];
      const focused = document.activeElement?.closest("[data-tool]")?.getAttribute("data-tool");
      const unborn = drafts.filter((name) => !tools.some((tool) => tool.name === name));
      const row = (tool) => toolRow(
        tool, pins.get(tool.name) ?? null, statuses.get(tool.name), drafts.includes(tool.name), you,
        { onOpen, onStart, onUnpin },
      );
      const rows = tools.map(row);
      tools.forEach((tool, i) => {
        const before = known.get(tool.name);
        if (known.size > 0 && before !== tool.seq) rows[i].classList.add("flash");
      });
      known = new Map(tools.map((tool) => [tool.name, tool.seq]));
      list.replaceChildren(...rows, ...unborn.map((name) => draftRow(name, onOpen)));
      empty.hidden = list.childElementCount > 0;
      list.hidden = !empty.hidden;
      if (focused) {
        for (const row of list.querySelectorAll("button")) if (row.dataset.tool === focused) row.focus();
      }
    },
  };
}

function toolRow(tool, pin, status, hasDraft, you, { onOpen, onStart, onUnpin }) {
  const { label, tone } = describe(status);
  const author = tool.from.id === you ? "you" : tool.from.name;
  return h(
    "li",
    {},
    h(
      "button",
      { class: "tool-row", type: "button", "data-tool": tool.name, on: { click: () => onOpen(tool.name) } },
      avatar(tool.from),
      h(
        "span",
        { class: "tool-words" },
        h("span", { class: "tool-name" }, tool.name),
        h(
          "span",
          { class: "soft" },
          `${author}, ${ago(tool.at, Date.now())}`,
          hasDraft ? " · unsent draft" : "",
        ),
      ),
      h("span", { class: `state ${tone}` }, label),
    ),
    ...toolNotes(tool, status, pin, { you, withErrors: true, onStart, onUnpin }),
  );
}

function draftRow(name, onOpen) {
  return h(
    "li",
    {},
    h(
      "button",
      { class: "tool-row", type: "button", "data-tool": name, on: { click: () => onOpen(name) } },
      h("span", { class: "avatar draft", "aria-hidden": "true" }, "…"),
      h(
        "span",
        { class: "tool-words" },
        h("span", { class: "tool-name" }, name || "Untitled"),
        h("span", { class: "soft" }, "draft, only in this browser"),
      ),
      h("span", { class: "state" }, "not run"),
    ),
  );
}

/** @param {import("../room/tool-status.js").ToolStatus | undefined} status */
export function describe(status) {
  if (!status) return { label: "", tone: "" };
  const count = status.errors.reduce((sum, error) => sum + error.count, 0);
  const errors = count === 1 ? "1 error" : `${count > 99 ? "99+" : count} errors`;
  if (status.state === "off") return { label: "off", tone: "" };
  if (status.state === "stopped") return { label: "stopped", tone: "bad" };
  if (status.state === "failed") return { label: count > 0 ? `stopped, ${errors}` : "stopped", tone: "bad" };
  if (count > 0) return { label: errors, tone: "bad" };
  return status.state === "running" ? { label: "running", tone: "good" } : { label: "starting", tone: "" };
}
