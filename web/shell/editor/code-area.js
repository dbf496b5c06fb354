/**
 * A textarea for code: line numbers, indenting keys, marks on lines with errors. It knows no language and
 * keeps no draft.
 */

import { isComposing } from "../views/composing.js";
import { h } from "../views/element.js";
import { indent, lineRange, newline, outdent } from "./indent.js";
import { makeSymbols } from "./symbols.js";

/** Beyond this many lines numbers cost more than they tell. */
const NUMBERED_LINES_MAX = 20_000;

/**
 * @param {{label: string, onInput: () => void, onRun: () => void, onLeave: () => void}} parts
 */
export function makeCodeArea({ label, onInput, onRun, onLeave }) {
  const numbers = h("div", { class: "line-numbers", "aria-hidden": "true" });
  const gutter = h("div", { class: "gutter" }, numbers);
  const area = h("textarea", {
    class: "code", "aria-label": label, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
    autocorrect: "off", wrap: "off", "aria-describedby": "editor-keys",
  });
  const symbols = makeSymbols((symbol) => !composes && replace(area.selectionStart, area.selectionEnd, symbol));
  const element = h("div", { class: "code-area" }, h("div", { class: "code-scroll" }, gutter, area), symbols);

  let marked = new Set();
  let leaving = false;
  let composes = false;
  let runsAfter = false;

  const refresh = () => {
    const lines = Math.min(area.value.split("\n").length, NUMBERED_LINES_MAX);
    while (numbers.childElementCount > lines) numbers.lastElementChild?.remove();
    while (numbers.childElementCount < lines) {
      numbers.append(h("span", {}, String(numbers.childElementCount + 1)));
    }
    [...numbers.children].forEach((number, i) => number.classList.toggle("bad", marked.has(i + 1)));
  };
  const follow = () => {
    numbers.style.transform = `translateY(${-area.scrollTop}px)`;
  };

  /** Through the editing command where there is one, since only that keeps the browser's undo. */
  const replace = (from, to, text) => {
    area.setSelectionRange(from, to);
    const done = text === ""
      ? document.execCommand("delete")
      : document.execCommand("insertText", false, text);
    if (done) return;
    area.setRangeText(text, from, to, "end");
    area.dispatchEvent(new Event("input"));
  };
  const apply = (edit) => {
    if (area.value.slice(edit.from, edit.to) !== edit.insert) replace(edit.from, edit.to, edit.insert);
    area.setSelectionRange(edit.start, edit.end);
  };

  area.addEventListener("input", () => (refresh(), onInput()));
  area.addEventListener("scroll", follow, { passive: true });
  area.addEventListener("blur", () => (leaving = false));
  area.addEventListener("compositionstart", () => (composes = true));
  area.addEventListener("compositionend", () => {
    composes = false;
    // The text is there only with the input event, which follows in some browsers.
    setTimeout(() => {
      if (composes) return;
      onInput();
      if (runsAfter) onRun();
      runsAfter = false;
    }, 0);
  });
  area.addEventListener("keydown", (event) => {
    const runs = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (isComposing(event) || composes) {
      // What is half composed is nobody's text yet; it is run when it is.
      runsAfter ||= runs;
      return;
    }
    const { value, selectionStart: start, selectionEnd: end } = area;
    if (runs) {
      event.preventDefault();
      onRun();
    } else if (event.key === "Escape") {
      // Once frees the Tab key, so that the keyboard is not caught in here; twice leaves.
      event.preventDefault();
      event.stopPropagation();
      if (leaving) onLeave();
      leaving = !leaving;
      element.classList.toggle("leaving", leaving);
      return;
    } else if (event.key === "Tab" && !leaving && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      apply(event.shiftKey ? outdent(value, start, end) : indent(value, start, end));
    } else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      apply(newline(value, start, end));
    }
    if (event.key !== "Tab" && event.key !== "Shift") leaving = false;
    element.classList.toggle("leaving", leaving);
  });

  return {
    element,
    area,
    get value() {
      return area.value;
    },
    set value(text) {
      if (area.value === text) return;
      area.value = text;
      refresh();
      follow();
    },
    /** Whether an input method is at work: what it has under way is lost if the text is changed. */
    get composes() {
      return composes;
    },
    focus: () => area.focus(),
    /** @param {Iterable<number>} lines */
    mark(lines) {
      marked = new Set(lines);
      refresh();
    },
    /** @param {number} line from 1 @param {number} [column] from 1 */
    goTo(line, column = 1) {
      const range = lineRange(area.value, line);
      area.focus();
      area.setSelectionRange(Math.min(range.start + Math.max(0, column - 1), range.end), range.end);
      const height = parseFloat(getComputedStyle(area).lineHeight) || 20;
      area.scrollTop = Math.max(0, (line - 4) * height);
      follow();
    },
    refresh,
  };
}
