/**
 * Joins an editor of CodeMirror 6 to a shared text: what is typed goes into the text, what others write comes
 * out of it. Undo takes back only what was done here. It draws no carets.
 */

import { wholeCharacters } from "../../docs/text-edit.js";

/**
 * @param {any} cm CodeMirror's modules
 * @param {{yjs: typeof import("../../../vendor/yjs.js"), text: import("../../../vendor/yjs.js").Text,
 *   undo: import("../../../vendor/yjs.js").UndoManager, origin: object}} parts `origin` of edits made here, which
 *   `undo` tracks
 */
export function bindText(cm, { yjs, text, undo, origin }) {
  /** On what comes out of the text, so that it is not put in again. */
  const fromText = cm.Annotation.define();
  // Not by the origin: what rewrites the whole text is this page's, too, and has to be shown.
  let isPutting = false;
  const plugin = cm.ViewPlugin.fromClass(class {
    #view;
    #before = null;
    #observer = (event) => isPutting || this.#take(event.delta);
    #added = ({ stackItem }) => {
      if (this.#before) stackItem.meta.set("selection", this.#before);
    };
    #popped = ({ stackItem }) => this.#select(stackItem.meta.get("selection"));

    constructor(view) {
      this.#view = view;
      text.observe(this.#observer);
      undo.on("stack-item-added", this.#added);
      undo.on("stack-item-popped", this.#popped);
    }

    update(update) {
      if (!update.docChanged || update.transactions.some((each) => each.annotation(fromText))) return;
      // Where one was before the edit is where undoing it leads back to.
      const { anchor, head } = update.startState.selection.main;
      const place = (index) => yjs.createRelativePositionFromTypeIndex(text, index);
      this.#before = { anchor: place(anchor), head: place(head) };
      isPutting = true;
      try {
        put(text, update, origin);
      } finally {
        isPutting = false;
      }
    }

    destroy() {
      text.unobserve(this.#observer);
      undo.off("stack-item-added", this.#added);
      undo.off("stack-item-popped", this.#popped);
    }

    #take(delta) {
      const changes = [];
      let at = 0;
      for (const { insert, delete: gone, retain } of delta) {
        if (retain) at += retain;
        if (typeof insert === "string") changes.push({ from: at, insert });
        if (gone) changes.push({ from: at, to: (at += gone) });
      }
      this.#view.dispatch({
        changes,
        annotations: [fromText.of(true), cm.Transaction.addToHistory.of(false)],
      });
    }

    #select(selection) {
      if (!selection) return;
      const index = (place) => yjs.createAbsolutePositionFromRelativePosition(place, text.doc)?.index;
      const [anchor, head] = [index(selection.anchor), index(selection.head)];
      if (anchor === undefined || head === undefined) return;
      this.#view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
    }
  });
  return { plugin, isFromText: (transaction) => transaction.annotation(fromText) === true };
}

/** What an update of the editor changed, into the text. */
function put(text, update, origin) {
  const before = update.startState.doc;
  text.doc.transact(() => {
    let shift = 0;
    update.changes.iterChanges((from, to, _, __, inserted) => {
      const around = before.sliceString(Math.max(0, from - 1), to + 1);
      const offset = Math.max(0, from - 1);
      const edit = wholeCharacters(around, { from: from - offset, to: to - offset, insert: inserted.toString() });
      const at = edit.from + offset + shift;
      const length = edit.to - edit.from;
      if (length > 0) text.delete(at, length);
      if (edit.insert !== "") text.insert(at, edit.insert);
      shift += edit.insert.length - length;
    });
  }, origin);
}

/** The keys of undo, and what the menu of a phone says in their place. */
export function undoKeys(cm, undo) {
  const back = () => (undo.undo(), true);
  const again = () => (undo.redo(), true);
  return [
    cm.Prec.high(cm.keymap.of([
      { key: "Mod-z", run: back, preventDefault: true },
      { key: "Mod-y", mac: "Mod-Shift-z", run: again, preventDefault: true },
      { key: "Mod-Shift-z", run: again, preventDefault: true },
    ])),
    cm.EditorView.domEventHandlers({
      beforeinput: (event) => {
        if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return false;
        event.preventDefault();
        return event.inputType === "historyUndo" ? back() : again();
      },
    }),
  ];
}
