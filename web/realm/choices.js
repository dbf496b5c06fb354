/**
 * What the room's input may become, below it while a command is begun. It works with whatever element is
 * called `#message`, since a tool may bring its own; what there is to offer is told to it.
 *
 * @typedef {import("#shared/completion.js").Choice} Choice
 */

import { natives } from "#realm/natives.js";

const ID = "chat-os-choices";
const isMessage = (target) => target instanceof HTMLInputElement && target.id === "message";

/** @param {{offer: (line: string) => Choice[]}} parts */
export function mountChoices({ offer }) {
  const list = document.createElement("ul");
  list.id = ID;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "What you can say");
  /** @type {Choice[]} */
  let choices = [];
  let chosen = -1;
  /** @type {HTMLInputElement | null} */
  let input = null;

  const choose = (index) => {
    chosen = index;
    const rows = [...list.children];
    rows.forEach((row, i) => row.setAttribute("aria-selected", String(i === chosen)));
    rows[chosen]?.scrollIntoView({ block: "nearest" });
    if (chosen >= 0) input?.setAttribute("aria-activedescendant", `${ID}-${chosen}`);
    else input?.removeAttribute("aria-activedescendant");
  };
  const hide = () => {
    if (choices.length === 0) return;
    choices = [];
    choose(-1);
    list.remove();
    input?.setAttribute("aria-expanded", "false");
    input?.removeAttribute("aria-controls");
  };
  const take = ({ insert = "" }) => {
    if (!input) return;
    input.value = insert;
    // As if it had been typed, for tools that listen; and it may lead to more.
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    input.focus();
  };
  const row = (choice, i) => {
    const item = document.createElement("li");
    item.id = `${ID}-${i}`;
    item.setAttribute("role", "option");
    const [label, meaning] = [document.createElement("code"), document.createElement("span")];
    label.textContent = choice.label;
    meaning.textContent = choice.meaning;
    item.append(label, meaning);
    // The input keeps the focus, and with it a phone its keyboard.
    on(item, "mousedown", (event) => event.preventDefault());
    on(item, "click", () => take(choice));
    return item;
  };
  const show = (target) => {
    const next = target.value.startsWith(":") ? offer(target.value) : [];
    if (next.length === 0) return hide();
    input = target;
    choices = next;
    list.replaceChildren(...choices.map(row));
    // At the end of the page, where it covers what is there and moves nothing.
    document.body.append(list);
    const { left, bottom, width } = target.getBoundingClientRect();
    list.style.left = `${left + scrollX}px`;
    list.style.top = `${bottom + scrollY}px`;
    list.style.minWidth = `${width}px`;
    target.setAttribute("aria-controls", ID);
    target.setAttribute("aria-expanded", "true");
    choose(-1);
    return undefined;
  };

  on(document, "input", ({ target }) => isMessage(target) && show(target), true);
  on(document, "focusout", ({ target }) => isMessage(target) && hide(), true);
  // Before the page and its tools: a key that chooses is not one that sends, or that leafs through a history.
  on(document, "keydown", (event) => {
    if (!isMessage(event.target) || choices.length === 0 || event.isComposing || event.keyCode === 229) return;
    if (!keyed(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  /** @returns {boolean} whether the key was meant for the list */
  function keyed({ key, shiftKey }) {
    const { length } = choices;
    if (key === "ArrowDown") return choose((chosen + 1) % length), true;
    // Upwards there is the history of what one said, until something is chosen here.
    if (key === "ArrowUp" && chosen >= 0) return choose(chosen - 1), true;
    if (key === "ArrowUp") return hide(), false;
    if (key === "Tab" && !shiftKey) return take(choices[Math.max(0, chosen)]), true;
    if (key === "Escape") return hide(), true;
    if (key !== "Enter") return false;
    const choice = choices[chosen];
    // What is complete already is sent and not completed once more.
    if (choice && choice.insert?.trim() !== input?.value.trim()) return take(choice), true;
    hide();
    return false;
  }
}

const on = (target, type, listener, capture = false) =>
  natives.addEventListener.call(target, type, listener, capture);
