/**
 * Who is here: avatars in the bar, and a list behind them in which one's own name is edited.
 * One person is shown once, however many tabs they have open.
 *
 * @typedef {import("../hub/wire.js").Member} Member
 */

import { initials } from "../hub/identity.js";
import { personName } from "../hub/wire.js";
import { hueOf } from "../room/colour.js";
import { isComposing } from "./composing.js";
import { h } from "./element.js";
import { makeGate } from "./gate.js";

const AVATARS_MAX = 4;

/**
 * @param {HTMLElement} place
 * @param {{onRename: (name: string) => void, onOpen: () => void}} actions
 */
export function mountPeople(place, { onRename, onOpen }) {
  const avatars = h("span", { class: "avatars", "aria-hidden": "true" });
  const count = h("span", { class: "count" });
  const button = h(
    "button",
    { class: "bar-button people", type: "button", popovertarget: "people" },
    avatars,
    count,
  );
  const list = h("ul", { class: "people-list" });
  const name = h("input", {
    type: "text", id: "own-name", autocomplete: "nickname", maxlength: "64", spellcheck: "false",
    on: {
      change: () => rename(),
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" || isComposing(event)) return;
        // Otherwise the same key press reaches the button that gets the focus, and opens the list again.
        event.preventDefault();
        rename();
        popover.hidePopover?.();
      },
    },
  });
  const popover = h(
    "div",
    { class: "popover", id: "people", popover: "auto", "aria-label": "People in this room" },
    h("label", { class: "field" }, h("span", {}, "Your name"), name),
    list,
  );
  place.append(button, popover);
  popover.addEventListener("toggle", (/** @type {any} */ event) => {
    if (event.newState === "open") onOpen();
    else rename();
  });

  let shown = "";
  const differs = makeGate();
  const rename = () => {
    const chosen = personName(name.value);
    if (chosen === "" || chosen === shown) name.value = shown;
    else onRename((shown = chosen));
  };

  return {
    /**
     * @param {Map<string, Member>} members
     * @param {{id: string, name: string} | null} you
     * @param {string} ownName
     * @param {boolean} isNow whether that is so, or was so when the hub was last heard
     */
    update(members, you, ownName, isNow) {
      button.dataset.now = String(isNow);
      if (document.activeElement !== name) name.value = ownName;
      shown = ownName;
      if (!differs(members, you?.id, ownName)) return;
      // Before the hub has let us in, there is oneself.
      const oneself = { id: you?.id ?? "", name: ownName, connections: 1 };
      const here = members.size > 0 ? [...members.values()] : [oneself];
      const ordered = here.sort((a, b) => Number(b.id === you?.id) - Number(a.id === you?.id));
      avatars.replaceChildren(...ordered.slice(0, AVATARS_MAX).map((member) => avatar(member)));
      if (ordered.length > AVATARS_MAX) {
        avatars.append(h("span", { class: "avatar more" }, `+${ordered.length - AVATARS_MAX}`));
      }
      count.textContent = !you ? "" : ordered.length === 1 ? "only you" : `${ordered.length} here`;
      const names = ordered.map((member) => member.name).join(", ");
      button.title = names;
      button.setAttribute(
        "aria-label",
        you ? `People: ${ordered.length} here. ${names}` : `You are ${ownName}`,
      );
      list.replaceChildren(...ordered.map((member) => row(member, member.id === (you?.id ?? ""))));
    },
  };
}

/** @param {Member} member @param {boolean} own */
function row(member, own) {
  const tabs = member.connections > 1 ? `${member.connections} tabs` : "";
  return h(
    "li",
    {},
    avatar(member),
    h("span", { class: "person-name" }, member.name),
    h("span", { class: "soft" }, [own ? "you" : "", tabs].filter(Boolean).join(" · ")),
  );
}

/** @param {{id: string, name: string}} person */
export function avatar(person) {
  const made = h("span", { class: "avatar", "aria-hidden": "true" }, initials(person.name));
  made.style.setProperty("--hue", String(hueOf(person.id)));
  return made;
}
