/**
 * An editor of one shared text, by CodeMirror 6: in a shadow root, since the page's policy lets it have styles of
 * its own only there. It knows no tool, and is made anew for another text.
 *
 * @typedef {object} Surface
 * @property {() => boolean} composes whether an input method is at work
 * @property {() => number} place where one is
 * @property {() => void} focus
 * @property {(line: number, column?: number) => void} goTo from 1
 * @property {(index: number) => void} select
 * @property {(lines: number[]) => void} mark lines with errors
 * @property {(text: string) => void} type in the place of what is selected
 * @property {() => void} destroy
 */

import { isComposing } from "../../views/composing.js";
import { bindText, undoKeys } from "./binding.js";
import { showCarets } from "./carets.js";
import { highlighting, theme } from "./theme.js";

const INDENT = "  ";
/** The text is in the editor's state only some time after the end of its composition. */
const COMPOSED_MS = 100;

/**
 * @param {HTMLElement} host which gets a shadow root, or has one of a former editor
 * @param {any} cm CodeMirror's modules
 * @param {{yjs: typeof import("../../../vendor/yjs.js"), text: import("../../../vendor/yjs.js").Text,
 *   awareness: import("../../../vendor/yjs.js").Awareness, undo: import("../../../vendor/yjs.js").UndoManager,
 *   origin: object, language: string, label: string, hint: string, most: number, onRun: () => void,
 *   onLeave: () => void, onLeaving: (isLeaving: boolean) => void, onLine: (line: number) => void,
 *   onPlace: () => void, onFull: () => void}} parts `most`: characters that it may have
 * @returns {Surface}
 */
export function mountCodeMirror(host, cm, parts) {
  const { text, most, onPlace, onFull, onLine } = parts;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  const errors = makeErrors(cm);
  const colours = highlighting(cm);
  const language = new cm.Compartment();
  const { plugin, isFromText } = bindText(cm, parts);
  const state = cm.EditorState.create({
    doc: cm.Text.of(text.toString().split("\n")),
    extensions: [
      // A carriage return is a character like others here; counted otherwise, all places behind it would be wrong.
      cm.EditorState.lineSeparator.of("\n"),
      cm.EditorView.clipboardInputFilter.of((words) => words.replace(/\r\n?/g, "\n")),
      keys(cm, parts),
      undoKeys(cm, parts.undo),
      cm.lineNumbers({
        domEventHandlers: {
          click: (view, block) => (onLine(view.state.doc.lineAt(block.from).number), true),
        },
      }),
      cm.highlightSpecialChars(),
      cm.drawSelection(),
      cm.dropCursor(),
      cm.indentOnInput(),
      cm.indentUnit.of(INDENT),
      cm.EditorState.tabSize.of(2),
      cm.bracketMatching(),
      cm.highlightActiveLine(),
      cm.highlightActiveLineGutter(),
      cm.placeholder(parts.hint),
      cm.keymap.of(cm.defaultKeymap),
      cm.EditorView.contentAttributes.of({
        "aria-label": parts.label, spellcheck: "false", autocorrect: "off", autocapitalize: "off",
      }),
      cm.EditorState.changeFilter.of((transaction) => {
        const grows = transaction.newDoc.length > transaction.startState.doc.length;
        if (!grows || transaction.newDoc.length <= most || isFromText(transaction)) return true;
        onFull();
        return false;
      }),
      language.of([]),
      colours.extension,
      errors.extension,
      theme(cm),
      plugin,
      showCarets(cm, parts),
      cm.EditorView.updateListener.of((update) => (update.selectionSet || update.docChanged) && onPlace()),
    ],
  });
  const view = new cm.EditorView({ state, parent: root, root });
  runAfterComposing(view.contentDOM, parts.onRun);
  const stopColours = colours.follow(view);
  let isGone = false;
  void cm.LanguageDescription.matchLanguageName(cm.languages, parts.language)?.load().then((support) => {
    if (!isGone) view.dispatch({ effects: language.reconfigure(support) });
  });

  const goTo = (position) => {
    const at = Math.max(0, Math.min(position, view.state.doc.length));
    view.dispatch({ selection: { anchor: at }, effects: cm.EditorView.scrollIntoView(at, { y: "center" }) });
  };
  return {
    composes: () => view.compositionStarted,
    place: () => view.state.selection.main.head,
    focus: () => view.focus(),
    goTo(line, column = 1) {
      const found = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      goTo(Math.min(found.from + Math.max(0, column - 1), found.to));
      view.focus();
    },
    select: goTo,
    mark: (lines) => view.dispatch({ effects: errors.set.of(lines) }),
    type: (words) => view.dispatch(view.state.replaceSelection(words), { userEvent: "input.type" }),
    destroy() {
      isGone = true;
      stopColours();
      view.destroy();
    },
  };
}

/** Run, and the ways in and out by keyboard: Esc frees the Tab key, and twice leaves. */
function keys(cm, { onRun, onLeave, onLeaving }) {
  let isLeaving = false;
  const leaving = (is) => {
    if (is !== isLeaving) onLeaving((isLeaving = is));
  };
  const press = (event, view) => {
    const runs = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (view.compositionStarted || isComposing(event)) return false;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (isLeaving) onLeave();
      leaving(!isLeaving);
      return true;
    }
    if (event.key === "Tab" && isLeaving) return false;
    if (event.key !== "Shift") leaving(false);
    if (runs) onRun();
    else if (event.key !== "Tab" || event.ctrlKey || event.altKey) return false;
    else if (event.shiftKey) cm.indentLess(view);
    else if (view.state.selection.main.empty) view.dispatch(view.state.replaceSelection(INDENT));
    else cm.indentMore(view);
    event.preventDefault();
    return true;
  };
  return cm.Prec.highest(cm.EditorView.domEventHandlers({
    keydown: press,
    blur: () => (leaving(false), false),
  }));
}

/** What is half composed is nobody's text yet; it is run when it is. The editor passes no key on until then. */
function runAfterComposing(element, onRun) {
  let isWanted = false;
  element.addEventListener("keydown", (event) => {
    if (isComposing(event) && event.key === "Enter" && (event.ctrlKey || event.metaKey)) isWanted = true;
  });
  element.addEventListener("compositionend", () => {
    if (isWanted) setTimeout(onRun, COMPOSED_MS);
    isWanted = false;
  });
}

/** Marks of lines with errors, which move with the text. */
function makeErrors(cm) {
  const set = cm.StateEffect.define();
  const mark = new (class extends cm.GutterMarker {
    elementClass = "cm-error-mark";
  })();
  const line = cm.Decoration.line({ class: "cm-error-line" });
  const starts = (doc, lines) =>
    [...new Set(lines.map((each) => Math.max(1, Math.min(each, doc.lines))))]
      .sort((a, b) => a - b)
      .map((each) => doc.line(each).from);
  const field = cm.StateField.define({
    create: () => [],
    update(value, transaction) {
      const effect = transaction.effects.find((each) => each.is(set));
      if (effect) return starts(transaction.state.doc, effect.value);
      if (!transaction.docChanged || value.length === 0) return value;
      const { doc } = transaction.state;
      return [...new Set(value.map((at) => doc.lineAt(transaction.changes.mapPos(at)).from))];
    },
    provide: (of) => [
      cm.EditorView.decorations.from(of, (at) => cm.Decoration.set(at.map((from) => line.range(from)))),
      cm.gutterLineClass.from(of, (at) => cm.RangeSet.of(at.map((from) => mark.range(from)))),
    ],
  });
  return { set, extension: field };
}
