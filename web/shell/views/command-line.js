/**
 * The shell's own command line. What is typed here comes from the person and not from a tool, so nothing of it
 * needs asking. What a line means, and what may be said, is told to it.
 *
 * @typedef {import("../../shared/completion.js").Choice} Choice
 */

import { readLine } from "../commands/line.js";
import { COMMANDS } from "../../shared/completion.js";
import { makeChoiceList } from "./choice-list.js";
import { isComposing } from "./composing.js";
import { h } from "./element.js";

const STEPS = new Map([["ArrowDown", 1], ["ArrowUp", -1]]);

/**
 * @param {HTMLElement} place
 * @param {{offer: (line: string) => Choice[], onOp: (op: import("../hub/wire.js").Op) => boolean,
 *   onClose: () => void}} parts
 */
export function mountCommandLine(place, { offer, onOp, onClose }) {
  const { dialog, input, problem } = elements();
  const list = makeChoiceList(input, { onTake: (choice) => take(choice) });
  dialog.append(input, problem, list.element);
  place.append(dialog);

  const complain = (text) => {
    problem.textContent = text;
    problem.hidden = text === "";
    input.setAttribute("aria-invalid", String(text !== ""));
  };
  const refresh = () => {
    complain("");
    list.show(offer(input.value));
  };
  const close = () => {
    dialog.close();
    onClose();
  };
  const take = (choice) => {
    input.value = choice.insert ?? "";
    if (!choice.run) return void (refresh(), input.focus());
    close();
    return choice.run();
  };
  const send = () => {
    if (input.value.trim() === ":help") return list.show(COMMANDS);
    const read = readLine(input.value);
    if (read === null) return close();
    if ("problem" in read) return complain(read.problem);
    if (!onOp(read.op)) return complain("That was not sent; the notice says why.");
    input.value = "";
    return close();
  };
  // What is complete already is sent and not completed once more.
  const enter = () => {
    const { chosen } = list;
    if (chosen && chosen.insert?.trim() !== input.value.trim()) take(chosen);
    else send();
  };

  input.addEventListener("input", refresh);
  input.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    const step = STEPS.get(event.key);
    if (step !== undefined) {
      if (list.move(step)) event.preventDefault();
    } else if (event.key === "Tab" && !event.shiftKey && list.first) {
      event.preventDefault();
      take(list.chosen ?? list.first);
    } else if (event.key === "Enter") {
      event.preventDefault();
      enter();
    }
  });
  dialog.addEventListener("cancel", (event) => (event.preventDefault(), close()));
  // Beside it is the backdrop, which belongs to the dialog.
  dialog.addEventListener("click", (event) => event.target === dialog && close());

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

function elements() {
  const input = h("input", {
    type: "text", role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-label": "Command", "aria-expanded": "true", "aria-controls": "choices", "aria-autocomplete": "list",
    "aria-describedby": "command-problem", placeholder: "Say something, or : for commands",
  });
  const problem = h("p", { class: "command-problem", id: "command-problem", role: "alert", hidden: true });
  const dialog = h("dialog", { class: "command-line", "aria-label": "Command line" });
  return { dialog, input, problem };
}
