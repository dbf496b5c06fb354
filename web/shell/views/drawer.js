/**
 * The drawer: the list of tools, the gallery, the history or the editor of one. It remembers per room whether
 * it was open and where.
 * Which tools there are and what running one means is decided elsewhere.
 */

import { makeEitherEditor } from "../editor/either.js";
import { offers } from "../gallery/catalogue.js";
import { toolTextAt } from "../history/document-text.js";
import { otherRooms, toolsOf } from "../history/other-room.js";
import { pinsOf } from "../room/pins.js";
import { h, icon } from "./element.js";
import { makeGallery } from "./gallery.js";
import { makeHistory } from "./history.js";
import { makeOtherRooms } from "./other-rooms.js";
import { makeToolList } from "./tool-list.js";
import { toolNotes } from "./tool-note.js";

/**
 * @param {HTMLElement} place
 * @param {{room: string, drafts: import("../room/drafts.js").Drafts, memory: Storage,
 *   documents: import("../docs/documents.js").Documents, me: () => {id: string, name: string},
 *   onLine: (place: {tool: string, part: string, line: number}) => void,
 *   find: import("../editor/editor.js").Find,
 *   onRun: (name: string, source: import("../editor/editing.js").Source) => boolean,
 *   onRemove: (tool: import("../room/state.js").Tool) => void,
 *   onDiscard: (name: string, undo: () => void) => void, onLeave: () => void,
 *   onToggle: (open: boolean) => void, onSafe: (safe: boolean) => void, onShown: () => void,
 *   install: (offer: import("../gallery/catalogue.js").Offer) => Promise<void>,
 *   onStart: (tool: {name: string, seq: number}) => void,
 *   onPin: (name: string, version: number, source: import("../editor/editing.js").Source) => boolean,
 *   onUnpin: (name: string) => void, readHistory: import("./history.js").Read,
 *   onCopy: (from: string, name: string, source: import("../editor/editing.js").Source) => boolean}} parts
 */
export function mountDrawer(place, {
  room,
  drafts,
  documents,
  me,
  onLine,
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
  onPin,
  onUnpin,
  readHistory,
  onCopy,
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
  /** @type {"list" | "gallery" | "rooms" | "history"} what is there instead of the editor */
  let screen = "list";
  /** Whose tools they are, as it was told last. */
  /** @type {{names: ReadonlySet<string>, you: string | undefined, pins: ReturnType<typeof pinsOf>}} */
  let known = { names: new Set(), you: undefined, pins: new Map() };
  const list = makeToolList({
    onOpen: (name) => showEditor(name),
    onNew: () => showEditor(""),
    onGallery: () => showGallery(),
    onRooms: () => showRooms(),
    onRemoved: () => showHistory(null),
    onStart,
    onUnpin,
  });
  const gallery = makeGallery({ offers, install, onBack: () => showList() });
  const rooms = makeOtherRooms({
    rooms: () => otherRooms(room),
    tools: (name, signal) => toolsOf(name, { signal }),
    onCopy,
    onBack: () => showList(),
  });
  const history = makeHistory({
    read: readHistory,
    textAt: (tool, seq) => toolTextAt(room, tool, seq),
    present: () => known.names,
    you: () => known.you,
    pin: (name) => known.pins.get(name) ?? null,
    onPin,
    onUnpin,
    onRestore: (name, source) => onRun(name, source) && (editor.bring(name, source), true),
    onBack: (name) => (name === null ? showList() : showEditor(name)),
  });
  const editor = makeEitherEditor({
    documents, me, onLine, drafts, onRun, onLeave,
    onHistory: (name) => showHistory(name),
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
  const notes = h("div", { class: "drawer-notes", hidden: true });
  place.append(
    h("div", { class: "drawer-head" }, heading, close),
    list.element, gallery.element, rooms.element, history.element, editor.element, notes, foot,
  );

  /** What there is to know of the tool that is edited; the editor has its errors itself. */
  function showNotes(state, statuses) {
    const tool = view.tool === null ? undefined : state.tools.get(editor.name);
    const pin = known.pins.get(editor.name) ?? null;
    const status = statuses.get(editor.name);
    const shown = tool
      ? toolNotes(tool, status, pin, { you: known.you, withErrors: pin !== null, onStart, onUnpin })
      : [];
    notes.hidden = shown.length === 0;
    // A button that is drawn anew under somebody's finger loses the click.
    if (notes.textContent !== shown.map((note) => note.textContent).join("")) notes.replaceChildren(...shown);
  }

  function showList() {
    const last = view.tool;
    view.tool = null;
    screen = "list";
    keepView();
    layout();
    onShown();
    list.focus(last ?? "");
  }

  function showGallery() {
    screen = "gallery";
    layout();
    void gallery.show();
    onShown();
  }

  function showRooms() {
    screen = "rooms";
    layout();
    void rooms.show();
    onShown();
  }

  /** @param {string | null} name null: the tools that were removed */
  function showHistory(name) {
    view.tool = null;
    screen = "history";
    layout();
    history.show(name);
    onShown();
  }

  function showEditor(name, spot) {
    view.tool = name;
    screen = "list";
    layout();
    keepView();
    if (view.open) editor.open(name, find, spot);
    if (view.open && (!spot || spot.line)) editor.focus();
    onShown();
  }

  function layout() {
    place.hidden = !view.open;
    place.classList.toggle("editing", view.tool !== null || screen === "history");
    list.element.hidden = view.tool !== null || screen !== "list";
    gallery.element.hidden = screen !== "gallery";
    rooms.element.hidden = screen !== "rooms";
    history.element.hidden = screen !== "history";
    if (screen !== "history") history.leave();
    foot.hidden = view.tool !== null || screen === "history";
    editor.element.hidden = view.tool === null;
    if (!view.open || view.tool === null) editor.close();
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
      if (open) editor.prepare();
      if (!open) onLeave();
      else if (view.tool === null) list.focus("");
      else {
        showEditor(view.tool, { part: view.part, start: view.start });
        editor.focus();
      }
    },
    openGallery() {
      if (!view.open) api.toggle(true);
      showGallery();
    },
    /** Opens the editor of a tool. @param {string} name @param {{part?: string, line?: number}} [spot] */
    edit(name, spot) {
      if (view.tool !== name) view.tool = null;
      if (!view.open) api.toggle(true);
      showEditor(name, spot);
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
      const before = known;
      known = { names: new Set(state.tools.keys()), you: state.you?.id, pins: pinsOf(state) };
      showNotes(state, statuses);
      if (screen === "gallery") gallery.update(known.names);
      else if (screen === "rooms") rooms.update(known.names);
      else if (screen === "history") {
        if ([...before.names].join() !== [...known.names].join()) history.refresh();
        else if (marks(before.pins) !== marks(known.pins)) history.redraw();
      } else if (view.tool === null) {
        list.update(state.tools, known.pins, statuses, drafts.names(), state.you?.id);
      } else {
        // Where another version is pinned, what fails is not what is edited.
        const isPinned = known.pins.has(editor.name);
        editor.update(isPinned ? undefined : statuses.get(editor.name), state.you?.id);
      }
    },
  };
  layout();
  return api;
}

const marks = (pins) => JSON.stringify([...pins.values()].map(({ name, seq }) => [name, seq]));

function recall(memory, key) {
  try {
    const { open, tool, part, start } = JSON.parse(memory.getItem(key) ?? "{}");
    return { open: open === true, tool: typeof tool === "string" ? tool : null, part, start };
  } catch {
    return {};
  }
}
