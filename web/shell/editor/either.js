/**
 * The editor of a tool: the shared one where what it needs is there, else the plain one, which says why. Which of
 * them it is shows only when it is opened.
 *
 * @typedef {import("./editor.js").Find} Find
 */

import { h } from "../views/element.js";
import { makeEditor } from "./editor.js";
import { makeLiveEditor } from "./live-editor.js";
import { editorParts } from "./parts.js";

const REASONS = {
  parts: "This hub has no shared editor installed (its folder web/vendor is missing or not whole). In this plain one "
    + "others see what you write when you run it.",
  hub: "This hub keeps no shared documents. Others see what you write when you run it.",
};

/**
 * @param {{documents: import("../docs/documents.js").Documents, me: () => {id: string, name: string},
 *   onLine: (place: {tool: string, part: string, line: number}) => void}
 *   & Parameters<typeof makeEditor>[0]} parts
 */
export function makeEitherEditor({ documents, me, onLine, ...parts }) {
  const element = h("div", { class: "editor-place" }, h("p", { class: "code-wait" }, "Opening the editor…"));
  /** @type {any} */
  let editor = null;
  let isShared = false;
  /** @type {[string, Find, object] | null} */
  let opened = null;
  let wantsFocus = false;
  /** @type {Map<string, import("./editing.js").Source>} */
  const brought = new Map();

  const plain = (reason) => {
    if (editor && !isShared) return;
    editor?.close();
    editor = makeEditor(parts);
    isShared = false;
    show(h("p", { class: "editor-reason", role: "note" }, REASONS[reason]));
  };
  const show = (...above) => {
    element.replaceChildren(...above, editor.element);
    if (opened) editor.open(...opened);
    if (wantsFocus) editor.focus();
    wantsFocus = false;
  };
  const begin = async () => {
    try {
      const found = await editorParts();
      if (editor) return;
      if (documents.isForbidden) return plain("hub");
      isShared = true;
      editor = makeLiveEditor({ ...found, documents, me, onLine, ...parts, onPlain: () => plain("hub") });
      show();
    } catch {
      if (!editor) plain("parts");
    }
  };

  return {
    element,
    /** Fetches what it is made of: who looks at the tools may open one, and types at once. */
    prepare() {
      editorParts().catch(() => {});
    },
    get name() {
      return editor?.name ?? opened?.[0] ?? "";
    },
    /** What is to be in the editor when that tool is opened next: it was run from elsewhere.
     * @param {string} name @param {import("./editing.js").Source} source */
    bring(name, source) {
      brought.set(name, source);
    },
    /** @param {string} name "" for a new one @param {Find} find
     * @param {{part?: string, start?: number, line?: number}} [at] */
    open(name, find, at = {}) {
      const source = brought.get(name);
      brought.delete(name);
      opened = [name, find, source ? { ...at, source } : at];
      wantsFocus = false;
      if (editor) editor.open(...opened);
      else void begin();
    },
    focus() {
      if (editor) editor.focus();
      else wantsFocus = true;
    },
    /** It is not looked at any more. */
    close() {
      opened = null;
      if (isShared) editor?.close();
    },
    /** @param {string} name */
    notTaken: (name) => editor?.notTaken(name),
    update(status, you) {
      if (editor && opened) editor.update(status, you);
    },
  };
}
