/**
 * The editor that several share: what is typed into a tool is at once in everybody's, with their carets, and runs
 * when somebody runs it. A tool without a name is edited alone, and becomes the room's when it is run. It
 * publishes nothing itself.
 *
 * @typedef {import("./editing.js").Source} Source
 * @typedef {import("../room/state.js").Tool} Tool
 * @typedef {import("./editor.js").Find} Find
 */

import { initials } from "../hub/identity.js";
import { hueOf } from "../room/colour.js";
import { h } from "../views/element.js";
import { mountCodeMirror } from "./codemirror/surface.js";
import { PARTS, same } from "./editing.js";
import { makeFrame } from "./frame.js";
import { HINTS } from "./hints.js";
import { liveStatus, movedLine } from "./live-words.js";
import { makeSymbols } from "./symbols.js";
import { nameProblem } from "./tool-name.js";
import { documentOf, isShareable, ToolText } from "./tool-text.js";

const LANGUAGES = { markup: "html", style: "css", script: "javascript" };
/** All three go into one op of 512 KiB, in which a character may take four bytes and its escape more. */
const CHARACTERS_MAX = 100_000;
const OTHERS_MAX = 4;
const NOTHING = { markup: "", style: "", script: "" };

/**
 * @param {{yjs: typeof import("../../vendor/yjs.js"), codemirror: any,
 *   documents: import("../docs/documents.js").Documents, me: () => {id: string, name: string},
 *   drafts: import("../room/drafts.js").Drafts, onBack: () => void, onLeave: () => void,
 *   onRun: (name: string, source: Source) => boolean, onRemove: (tool: Tool) => void,
 *   onDiscard: (name: string, undo: () => void) => void, onPlain: () => void,
 *   onPlace: (place: {tool: string, part: string, start: number}) => void,
 *   onLine: (place: {tool: string, part: string, line: number}) => void,
 *   onHistory: (name: string) => void}} parts `onPlain`: this hub knows no documents
 */
export function makeLiveEditor({ yjs, codemirror, documents, me, drafts, ...on }) {
  let name = "";
  let isNew = true;
  /** @type {Tool | null | undefined} */
  let tool;
  /** @type {Find} */
  let find = () => undefined;
  let part = "script";
  /** @type {ToolText | null} */
  let text = null;
  /** @type {import("./codemirror/surface.js").Surface | null} */
  let surface = null;
  /** @type {Source | null} what was run and is not in the room yet */
  let sent = null;
  /** @type {{part?: string, start?: number, line?: number}} */
  let place = {};
  let wantsFocus = false;
  let opening = 0;
  let status;

  const symbols = makeSymbols((symbol) => surface && !surface.composes() && surface.type(symbol));
  const host = h("div", { class: "code-host" });
  const wait = h("p", { class: "code-wait", role: "status" });
  const area = h("div", { class: "code-area" }, h("div", { class: "code-shell" }, wait, host), symbols);
  const frame = makeFrame({
    discardLabel: "Back to what runs",
    onTitle: () => renamed(),
    onTitleDone: () => surface?.focus(),
    onTab: (next) => show(next),
    onTabChosen: () => (surface?.focus(), remember()),
    onError: (line, column) => (show("script"), surface?.goTo(lineHere(line), column)),
    onRun: () => run(),
    onRemove: () => tool && on.onRemove(tool),
    onDiscard: () => discard(),
    onHistory: () => on.onHistory(name),
    onBack: on.onBack,
  });
  const { buttons, notice, errors } = frame;
  frame.panel.append(area);

  const lineHere = (line) => movedLine(tool?.script ?? "", text?.source.script ?? "", line);
  const remember = () => surface && on.onPlace({ tool: name, part, start: surface.place() });

  function show(next) {
    part = next;
    frame.choose(part);
    surface?.destroy();
    surface = null;
    if (text?.isWhole) {
      surface = mountCodeMirror(host, codemirror, {
        yjs,
        text: text.text(part),
        awareness: text.awareness,
        undo: text.undo(part),
        origin: text.origin,
        language: LANGUAGES[part],
        label: `${part} of the tool`,
        hint: HINTS[part],
        most: CHARACTERS_MAX,
        onRun: () => run(),
        onLeave: on.onLeave,
        onLeaving: (is) => area.classList.toggle("leaving", is),
        onLine: (line) => name !== "" && on.onLine({ tool: name, part, line }),
        onPlace: () => remember(),
        onFull: () => notice.show({ text: `A part of a tool has at most ${CHARACTERS_MAX} characters.`, tone: "bad" }),
      });
      text.enter(part);
      marked = "";
      mark();
    }
    refresh();
  }

  /** Goes to where one was, or wanted to be, once there is a text. */
  function arrive() {
    if (surface || !text?.isWhole) return;
    const filled = ["script", "markup", "style"].find((each) => text?.source[each] !== "");
    show(place.part !== undefined && PARTS.includes(/** @type {any} */ (place.part)) ? place.part : (filled ?? part));
    if (place.line) surface?.goTo(place.line);
    else if (Number.isSafeInteger(place.start)) surface?.select(place.start ?? 0);
    if (wantsFocus || place.line) surface?.focus();
    wantsFocus = false;
  }

  function leave() {
    opening += 1;
    surface?.destroy();
    surface = null;
    text?.close();
    text = null;
  }

  /** @param {Source | null} [words] what is to be in it, whatever the room has */
  async function share(words = null) {
    const attempt = ++opening;
    const wanted = name;
    const shared = await documents.acquire(documentOf(wanted));
    if (attempt !== opening) return documents.release(documentOf(wanted));
    adopt(new ToolText(yjs, { ...listener(), shared, release: () => documents.release(documentOf(wanted)) }));
    const draft = words ?? drafts.read(wanted);
    const put = () => {
      if (!draft || !text?.isWhole) return;
      text.rewrite(draft);
      if (words) text.settle();
      drafts.forget(wanted);
    };
    // What the plain editor had kept is its author's, and theirs to put in.
    if (words) whenWhole(put);
    else if (draft && !(tool && same(draft, tool))) {
      offer("A draft of yours from before is kept in this browser.", "Put it in", put, () => drafts.forget(wanted));
    }
    return undefined;
  }

  const whenWhole = (act) => {
    if (text?.isWhole) act();
    else waiting = act;
  };
  let waiting = () => {};

  function alone() {
    opening += 1;
    adopt(new ToolText(yjs, { ...listener(), shared: null }));
    const draft = drafts.read(name) ?? (tool ? tool : null);
    if (draft) text?.rewrite(draft);
    text?.settle();
    arrive();
  }

  function adopt(next) {
    text?.close();
    surface?.destroy();
    surface = null;
    text = next;
    text.version = tool;
    const you = me();
    text.introduce({ ...you, hue: hueOf(you.id) });
    arrive();
    refresh();
  }

  const listener = () => ({
    onEdit: (isOwn) => {
      if (isOwn && !text?.isShared) drafts.write(name, { ...text.source, base: tool?.seq ?? 0 });
      refreshSoon();
    },
    onState: () => {
      if (documents.isForbidden) return on.onPlain();
      arrive();
      if (text?.isWhole) {
        waiting();
        waiting = () => {};
      }
      refreshSoon();
    },
    onOthers: () => showOthers(),
    onRenewed: ({ reason, source }) => {
      surface?.destroy();
      surface = null;
      refresh();
      // Only when the room's text is here is it known whether something is amiss.
      waiting = () => {
        if (!text || same(source, text.source) || same(source, NOTHING)) return;
        const put = () => text?.rewrite(source);
        offer(`The text here is the room's again; yours was not taken. ${reason}`, "Put my text in", put);
      };
    },
  });

  function offer(words, label, take, drop = () => {}) {
    notice.show({
      text: words,
      actions: [
        { label, run: () => (notice.clear(), take()) },
        { label: "Let go of it", run: () => (notice.clear(), drop()) },
      ],
    });
  }

  function renamed() {
    drafts.forget(name);
    name = frame.title.value;
    tool = find(name);
    if (text) drafts.write(name, { ...text.source, base: 0 });
    notice.clear();
    remember();
    refresh();
  }

  function run() {
    if (buttons.run.disabled || !text) return;
    const problem = nameProblem(name);
    if (problem) {
      notice.show({ text: problem, tone: "bad" });
      frame.title.focus();
      return;
    }
    const { source } = text;
    if (!on.onRun(name, source)) return refresh();
    sent = source;
    if (!text.isShared && isShareable(name)) {
      isNew = false;
      place = { part, start: surface?.place() ?? 0 };
      wantsFocus = true;
      // Until the room knows it, the text stays a draft, so that nothing is lost if it is not taken.
      void share(source).catch(() => {});
    } else if (!text.isShared) drafts.forget(name);
    refresh();
  }

  function discard() {
    if (!text || !tool) {
      drafts.forget(name);
      on.onDiscard(name, () => {});
      return on.onBack();
    }
    const before = text.source;
    const from = text;
    text.rewrite(tool);
    on.onDiscard(name, () => from === text && text?.rewrite(before));
    return refresh();
  }

  let timer;
  function refreshSoon() {
    timer ??= setTimeout(() => ((timer = undefined), refresh()), 50);
  }

  function refresh() {
    const source = text?.isWhole ? text.source : NOTHING;
    const whole = text?.isWhole === true;
    const differs = whole && !same(source, tool ?? NOTHING);
    frame.fill((each) => source[each]);
    frame.title.readOnly = !isNew;
    buttons.run.disabled = !whole || (tool === undefined && name !== "");
    buttons.discard.hidden = !differs || (!tool && !isNew);
    buttons.discard.lastChild?.replaceWith(tool ? "Back to what runs" : "Discard draft");
    buttons.remove.hidden = !tool || differs;
    buttons.history.hidden = name === "" || (isNew && !tool);
    host.hidden = !whole;
    wait.hidden = whole;
    wait.textContent = whole ? "" : waitingWords();
    frame.say(whole ? liveStatus({
      source,
      tool,
      you: me().id,
      isSent: sent !== null,
      isShared: text?.isShared === true,
      isLive: text?.isLive === true,
      unsent: text?.unsent ?? 0,
      now: Date.now(),
    }) : "");
    mark();
  }

  const waitingWords = () => (tool === undefined || !text?.isLive)
    ? "The text comes when the room is here."
    : "Opening…";

  let marked = "";
  function mark() {
    const lines = part === "script" ? errors.lines.map(lineHere) : [];
    const words = `${part} ${lines}`;
    if (!surface || words === marked) return;
    marked = words;
    surface.mark(lines);
  }

  function showOthers() {
    const others = text?.others ?? [];
    frame.crowd(new Set(others.map((each) => each.part)));
    const people = [...new Map(others.map((each) => [each.id, each])).values()];
    const avatars = people.slice(0, OTHERS_MAX).map((each) => {
      const where = PARTS.includes(/** @type {any} */ (each.part)) ? `, in ${each.part}` : "";
      const avatar = h("span", { class: "avatar", title: each.name + where }, initials(each.name));
      avatar.style.setProperty("--hue", String(each.hue));
      return avatar;
    });
    const names = people.map((each) => each.name).join(", ");
    const more = people.length > OTHERS_MAX ? [h("span", {}, `+${people.length - OTHERS_MAX}`)] : [];
    frame.people.replaceChildren(...avatars, ...more);
    frame.people.setAttribute("role", "img");
    frame.people.setAttribute("aria-label", names === "" ? "" : `Also here: ${names}`);
    frame.people.hidden = people.length === 0;
  }

  function flash() {
    frame.element.classList.remove("flash");
    // Read, so that the motion begins anew.
    void frame.element.offsetWidth;
    frame.element.classList.add("flash");
  }

  showOthers();

  return {
    element: frame.element,
    get name() {
      return name;
    },
    /**
     * @param {string} next "" for a new one @param {Find} finder
     * @param {{part?: string, start?: number, line?: number, source?: Source}} [at]
     */
    open(next, finder, at = {}) {
      if (next === name && next !== "" && text) {
        place = at;
        if (at.part) show(at.part);
        if (at.line) surface?.goTo(at.line);
        return;
      }
      leave();
      name = next;
      find = finder;
      tool = find(name);
      isNew = !tool && name === "";
      sent = null;
      place = at;
      part = "script";
      frame.title.value = name;
      notice.clear();
      errors.update([]);
      refresh();
      frame.choose(part);
      if (isShareable(name)) share(at.source).catch(() => on.onPlain());
      else alone();
    },
    focus() {
      if (isNew) frame.title.focus();
      else if (surface) surface.focus();
      else wantsFocus = true;
    },
    /** The editor is left: nobody sees one's caret any more. */
    close() {
      leave();
      name = "";
    },
    /** What was run of it did not get into the room. @param {string} which */
    notTaken(which) {
      if (which !== name) return;
      sent = null;
      refresh();
    },
    /** @param {import("../room/tool-status.js").ToolStatus | undefined} toolStatus */
    update(toolStatus) {
      if (documents.isForbidden) return on.onPlain();
      status = toolStatus;
      const before = tool;
      tool = find(name);
      if (tool === undefined) return refresh();
      if (tool && tool.seq !== before?.seq) {
        sent = null;
        if (before && tool.from.id !== me().id) flash();
      }
      if (text && tool !== before) text.version = tool;
      errors.update(status?.errors ?? []);
      return refresh();
    },
  };
}
