/**
 * The shell's own command line. What is typed here comes from the person and not from a tool, so nothing of
 * it needs asking. What a line means, and what may be said, is told to it.
 *
 * @typedef {import("../commands/completion.js").Choice} Choice
 */

import { readLine } from "../commands/line.js";
import { COMMANDS } from "../commands/completion.js";
import { isComposing } from "./composing.js";
import { h } from "./element.js";

/**
 * @param {HTMLElement} place
 * @param {{offer: (line: string) => Choice[], onOp: (op: import("../hub/wire.js").Op) => boolean,
 *   onClose: () => void}} parts
 */
export function mountCommandLine(place, { offer, onOp, onClose }) {
  const input = h("input", {
    type: "text", role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-label": "Command", "aria-expanded": "true", "aria-controls": "choices", "aria-autocomplete": "list",
    "aria-describedby": "command-problem", placeholder: "Say something, or : for commands",
  });
  const problem = h("p", { class: "command-problem", id: "command-problem", role: "alert", hidden: true });
  const list = h("ul", { id: "choices", role: "listbox", "aria-label": "What you can say" });
  const dialog = h("dialog", { class: "command-line", "aria-label": "Command line" }, input, problem, list);
  place.append(dialog);
  /** @type {Choice[]} */
  let choices = [];
  let chosen = -1;

  const complain = (text) => {
    problem.textContent = text;
    problem.hidden = text === "";
    input.setAttribute("aria-invalid", String(text !== ""));
  };
  const choose = (index) => {
    chosen = index;
    const rows = [...list.children];
    rows.forEach((row, i) => row.setAttribute("aria-selected", String(i === chosen)));
    rows[chosen]?.scrollIntoView({ block: "nearest" });
    if (chosen >= 0) input.setAttribute("aria-activedescendant", `choice-${chosen}`);
    else input.removeAttribute("aria-activedescendant");
  };
  const show = (next) => {
    choices = next;
    list.replaceChildren(...choices.map(({ label, meaning }, i) => h(
      "li",
      {
        id: `choice-${i}`,
        role: "option",
        "aria-selected": "false",
        on: { mousedown: (event) => event.preventDefault(), click: () => take(choices[i]) },
      },
      h("code", {}, label),
      h("span", { class: "soft" }, meaning),
    )));
    list.hidden = choices.length === 0;
    input.setAttribute("aria-expanded", String(choices.length > 0));
    choose(-1);
  };
  const refresh = () => {
    complain("");
    show(offer(input.value));
  };
  const close = () => {
    dialog.close();
    onClose();
  };
  const take = (choice) => {
    if (choice.run) {
      input.value = "";
      close();
      choice.run();
      return;
    }
    input.value = choice.insert ?? "";
    refresh();
    input.focus();
  };
  const send = () => {
    const line = input.value;
    if (line.trim() === ":help") return show(COMMANDS);
    const read = readLine(line);
    if (read === null) return close();
    if ("problem" in read) return complain(read.problem);
    if (!onOp(read.op)) return complain("That was not sent; the notice says why.");
    input.value = "";
    return close();
  };

  input.addEventListener("input", refresh);
  input.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      const from = chosen === -1 && step === -1 ? 0 : chosen;
      choose((from + step + choices.length) % choices.length);
    } else if (event.key === "Tab" && !event.shiftKey && choices.length > 0) {
      event.preventDefault();
      take(choices[Math.max(0, chosen)]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      // What is complete already is sent and not completed once more.
      const choice = choices[chosen];
      if (choice && choice.insert?.trim() !== input.value.trim()) take(choice);
      else send();
    }
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  // Beside it is the backdrop, which belongs to the dialog.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });

  return {
    open() {
      if (dialog.open) return;
      dialog.showModal();
      refresh();
      input.focus();
      input.select();
    },
  };
}
