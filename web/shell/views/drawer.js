/**
 * The drawer: the list of tools, the gallery, or the editor of one. It remembers per room whether it was open and where.
 * Which tools there are and what running one means is decided elsewhere.
 */

import { makeEditor } from "../editor/editor.js";
import { offers } from "../gallery/catalogue.js";
import { h, icon } from "./element.js";
import { makeGallery } from "./gallery.js";
import { makeToolList } from "./tool-list.js";

/**
 * @param {HTMLElement} place
 * @param {{room: string, drafts: import("../room/drafts.js").Drafts, memory: Storage,
 *   find: import("../editor/editor.js").Find,
 *   onRun: (name: string, source: import("../editor/editing.js").Source) => boolean,
 *   onRemove: (tool: import("../room/state.js").Tool) => void,
 *   onDiscard: (name: string, undo: () => void) => void, onLeave: () => void,
 *   onToggle: (open: boolean) => void, onSafe: (safe: boolean) => void, onShown: () => void,
 *   install: (offer: import("../gallery/catalogue.js").Offer) => Promise<void>,
 *   onStart: (tool: {name: string, seq: number}) => void}} parts
 */
export function mountDrawer(place, {
  room,
  drafts,
  memory,
  find,
  onRun,
  onRemove,
  onDiscard,
  onLeave,
  onToggle,
  onSafe,
  onShown,
  install,
  onStart,
}) {
  const key = `chatos.drawer/${room}`;
  const view = { open: false, tool: /** @type {string | null} */ (null), ...recall(memory, key) };
  const keepView = () => {
    try {
      memory.setItem(key, JSON.stringify(view));
    } catch {
      // Only a convenience.
    }
  };

  const heading = h("h2", { id: "drawer-title" }, "Tools");
  const close = h(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-label": "Close the tools",
      title: "Close",
      on: { click: () => api.toggle(false) },
    },
    icon("close"),
  );
  let inGallery = false;
  const list = makeToolList({
    onOpen: (name) => showEditor(name),
    onNew: () => showEditor(""),
    onGallery: () => showGallery(),
    onStart,
  });
  const gallery = makeGallery({ offers, install, onBack: () => showList() });
  const editor = makeEditor({
    drafts, onRun, onLeave,
    onRemove: (tool) => (onRemove(tool), showList()),
    onDiscard: (name, undo) => onDiscard(name, () => (undo(), onShown())),
    onBack: () => showList(),
    onPlace: (spot) => {
      if (view.tool === null) return;
      Object.assign(view, spot);
      keepView();
    },
  });
  const safe = h("input", {
    type: "checkbox",
    id: "safe",
    role: "switch",
    on: { change: () => onSafe(safe.checked) },
  });
  const foot = h("label", { class: "safe-switch", for: "safe" },
    h(
      "span",
      { class: "tool-words" },
      h("span", {}, "Safe mode"),
      h("span", { class: "soft" }, "This room with its tools off, for you only"),
    ),
    safe, h("span", { class: "track", "aria-hidden": "true" }));
  place.setAttribute("aria-labelledby", "drawer-title");
  place.append(h("div", { class: "drawer-head" }, heading, close), list.element, gallery.element, editor.element, foot);

  function showList() {
    const last = view.tool;
    view.tool = null;
    inGallery = false;
    keepView();
    layout();
    onShown();
    list.focus(last ?? "");
  }

  function showGallery() {
    inGallery = true;
    layout();
    void gallery.show();
    onShown();
  }

  function showEditor(name, spot) {
    view.tool = name;
    inGallery = false;
    layout();
    editor.open(name, find, spot);
    keepView();
    if (!spot) editor.focus();
    onShown();
  }

  function layout() {
    place.hidden = !view.open;
    place.classList.toggle("editing", view.tool !== null);
    list.element.hidden = view.tool !== null || inGallery;
    gallery.element.hidden = !inGallery;
    foot.hidden = view.tool !== null;
    editor.element.hidden = view.tool === null;
    onToggle(view.open);
  }

  const api = {
    get isOpen() {
      return view.open;
    },
    /** @param {boolean} [open] */
    toggle(open = !view.open) {
      if (open === view.open) return;
      view.open = open;
      keepView();
      layout();
      if (!open) onLeave();
      else if (view.tool === null) list.focus("");
      else editor.focus();
    },
    /** Opens the editor of a tool. @param {string} name */
    edit(name) {
      if (!view.open) api.toggle(true);
      showEditor(name);
    },
    /** @param {import("../hub/wire.js").Op} op that did not get into the room */
    notTaken(op) {
      if (op.type === "upgrade") editor.notTaken(String(op.name));
    },
    /** Where one was, is where one is. */
    restore() {
      if (view.tool !== null) showEditor(view.tool, { part: view.part, start: view.start });
      else layout();
    },
    /**
     * @param {import("../room/state.js").State} state
     * @param {import("../room/tool-status.js").Statuses} statuses
     * @param {boolean} isSafe
     */
    update(state, statuses, isSafe) {
      safe.checked = isSafe;
      if (!view.open) return;
      if (inGallery) gallery.update(state.tools.keys());
      else if (view.tool === null) list.update(state.tools, statuses, drafts.names(), state.you?.id);
      else editor.update(statuses.get(editor.name), state.you?.id);
    },
  };
  layout();
  return api;
}

function recall(memory, key) {
  try {
    const { open, tool, part, start } = JSON.parse(memory.getItem(key) ?? "{}");
    return { open: open === true, tool: typeof tool === "string" ? tool : null, part, start };
  } catch {
    return {};
  }
}
