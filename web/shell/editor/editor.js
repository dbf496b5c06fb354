/**
 * The plain editor of one tool, where there are no shared documents: three texts behind tabs, what the room has of it, what went wrong, Run and Remove.
 * It publishes nothing itself.
 *
 * @typedef {import("./editing.js").Editing} Editing
 * @typedef {import("../room/state.js").Tool} Tool
 * @typedef {(name: string) => Tool | null | undefined} Find undefined while the room's tools are not known
 */

import { makeCodeArea } from "./code-area.js";
import { begin, isDirty, keep, meet, PARTS, take } from "./editing.js";
import { makeFrame } from "./frame.js";
import { HINTS } from "./hints.js";
import { nameProblem } from "./tool-name.js";
import { relationOf, statusText } from "./words.js";

/**
 * @param {{drafts: import("../room/drafts.js").Drafts, onBack: () => void, onLeave: () => void,
 *   onRun: (name: string, source: import("./editing.js").Source) => boolean, onRemove: (tool: Tool) => void,
 *   onDiscard: (name: string, undo: () => void) => void,
 *   onPlace: (place: {tool: string, part: string, start: number}) => void,
 *   onHistory: (name: string) => void}} parts
 */
export function makeEditor({ drafts, onBack, onLeave, onRun, onRemove, onDiscard, onPlace, onHistory }) {
  /** @type {Editing} */
  let editing = begin("", null, null);
  /** @type {Tool | null | undefined} */
  let tool;
  let part = "script";
  /** @type {string | undefined} */
  let you;
  /** @type {Find} */
  let find = () => undefined;
  /** @type {{part?: string, start?: number}} */
  let place = {};
  /** What came while an input method was at work. */
  let catchUp = () => {};

  const code = makeCodeArea({
    label: "Code",
    onInput: () => (typed(), catchUp()),
    onRun: () => run(),
    onLeave,
  });
  const frame = makeFrame({
    discardLabel: "Discard draft",
    onTitle: () => renamed(),
    onTitleDone: () => code.focus(),
    onTab: (name) => show(name),
    onTabChosen: () => (code.focus(), remember()),
    onError: (line, column) => (show("script"), code.goTo(line, column)),
    onRun: () => run(),
    onRemove: () => tool && onRemove(tool),
    onDiscard: () => discard(),
    onHistory: () => onHistory(editing.name),
    onBack,
  });
  const { element, title, notice, errors, buttons } = frame;
  frame.panel.append(code.element);
  for (const type of ["keyup", "click", "input"]) code.area.addEventListener(type, () => remember());

  const remember = () => onPlace({ tool: editing.name, part, start: code.area.selectionStart });

  function show(name) {
    part = name;
    frame.choose(name);
    code.area.setAttribute("aria-label", `${name} of the tool`);
    code.value = editing.source[name];
    code.mark(name === "script" ? errors.lines : []);
    refresh();
  }

  function typed() {
    editing = { ...editing, source: { ...editing.source, [part]: code.value } };
    if (isDirty(editing)) drafts.write(editing.name, { ...editing.source, base: editing.base });
    else drafts.forget(editing.name);
    refresh();
  }

  function renamed() {
    drafts.forget(editing.name);
    editing = { ...editing, name: title.value };
    if (isDirty(editing)) drafts.write(editing.name, { ...editing.source, base: editing.base });
    tool = find(editing.name);
    refresh();
  }

  function run() {
    if (buttons.run.disabled) return;
    const problem = nameProblem(editing.name);
    if (problem) {
      notice.show({ text: problem, tone: "bad" });
      title.focus();
      return;
    }
    if (onRun(editing.name, editing.source)) editing = { ...editing, sent: editing.source };
    refresh();
  }

  function discard() {
    const before = editing;
    drafts.forget(before.name);
    onDiscard(before.name, () => {
      drafts.write(before.name, { ...before.source, base: before.base });
      if (editing.name === before.name) settle(before);
    });
    if (tool) settle(take(editing, tool));
    else onBack();
  }

  function refresh() {
    const dirty = isDirty(editing);
    frame.fill((part) => editing.source[part]);
    title.readOnly = !editing.isNew;
    // An editor that is empty only because the room is not known yet must not be run over the tool.
    const unknown = tool === undefined && editing.name !== "" && !dirty;
    code.area.readOnly = unknown;
    code.area.placeholder = unknown ? "" : HINTS[part];
    buttons.run.disabled = unknown;
    buttons.discard.hidden = !dirty;
    buttons.remove.hidden = !tool || dirty;
    buttons.history.hidden = editing.name === "" || (editing.isNew && !tool);
    frame.say(statusText(editing, tool, dirty, you));
    showRelation();
  }

  function showRelation() {
    const relation = relationOf(editing, tool, you);
    if (!relation) {
      notice.clear();
      return;
    }
    const ways = new Map([["take", take], ["keep", keep]]);
    const actions = relation.ways.map(({ way, label }) => ({
      label,
      run: () => tool && settle(ways.get(way)?.(editing, tool) ?? editing),
    }));
    notice.show({ text: relation.text, actions });
  }

  function settle(next) {
    editing = next;
    if (isDirty(editing)) drafts.write(editing.name, { ...editing.source, base: editing.base });
    else drafts.forget(editing.name);
    show(part);
  }

  const api = {
    element,
    get name() {
      return editing.name;
    },
    /**
     * @param {string} name "" for a new one
     * @param {Find} finder
     * @param {{part?: string, start?: number}} [at]
     */
    open(name, finder, at = {}) {
      place = at;
      find = finder;
      tool = find(name);
      editing = begin(name, tool, drafts.read(name));
      title.value = name;
      const filled = ["script", "markup", "style"].filter((each) => editing.source[each] !== "");
      show(PARTS.includes(place.part) ? place.part : (filled[0] ?? "script"));
      const start = Number.isSafeInteger(place.start) ? place.start : 0;
      code.area.setSelectionRange(start, start);
      if (tool !== undefined) remember();
    },
    focus: () => (editing.isNew ? title : code).focus(),
    /** What was run of it did not get into the room: it is a draft again. @param {string} name */
    notTaken(name) {
      if (editing.name !== name || !editing.sent) return;
      editing = { ...editing, sent: null };
      refresh();
    },
    /** The room changed. @param {import("../room/tool-status.js").ToolStatus | undefined} toolStatus
     * @param {string | undefined} yourId */
    update(toolStatus, yourId) {
      you = yourId;
      // What came meanwhile is looked at when the composition is over.
      catchUp = code.composes ? () => api.update(toolStatus, yourId) : () => {};
      if (code.composes) return;
      const before = tool;
      tool = find(editing.name);
      if (tool === undefined) return;
      // Only now is it known what was open; whoever typed already goes on from there.
      if (before === undefined && !isDirty(editing)) api.open(editing.name, find, place);
      const met = meet(editing, tool);
      editing = met.editing;
      if (met.outcome === "saved" || met.outcome === "followed") drafts.forget(editing.name);
      if (met.outcome === "followed") code.value = editing.source[part];
      errors.update(toolStatus?.errors ?? []);
      code.mark(part === "script" ? errors.lines : []);
      refresh();
    },
  };
  return api;
}
