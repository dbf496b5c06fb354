/**
 * `#responses`: what was said, newest at the top, under the input. Text only; nothing anybody wrote is ever
 * markup here. It neither sends nor filters.
 */

import { attachmentOf } from "#realm/attachment.js";
import { hueOf, initials } from "#realm/person.js";

/** More rows than anybody scrolls through make every new one slow; the log keeps them all. */
const ROWS_MAX = 500;

export class Responses {
  #list;
  #onChange;
  /** @type {Map<string, HTMLElement>} one's own comments that did not come back yet */
  #pending = new Map();
  #isSettled = false;
  /** @type {Set<number>} */
  #seqs = new Set();

  /** @param {HTMLElement} list @param {() => void} onChange */
  constructor(list, onChange) {
    this.#list = list;
    this.#onChange = onChange;
  }

  /** Whether nothing was said; that people came and went is not something said. */
  get isEmpty() {
    return this.#list.querySelector(':scope > :not([data-presence])') === null;
  }

  /** From now on, what comes is new: it is told to screen readers, and is seen to arrive. */
  readAloud() {
    this.#isSettled = true;
    this.#list.setAttribute("aria-live", "polite");
  }

  /** The end of every input chain: shows what no tool kept to itself. @param {Record<string, any>} message */
  show(message) {
    if (message.seq !== undefined) {
      if (this.#seqs.has(message.seq)) return;
      this.#seqs.add(message.seq);
    }
    if (message.type === "comment") this.#insert(this.#comment(message), message);
    else this.#insert(this.#event(message), message);
  }

  /** @param {string} id @param {Record<string, any>} message */
  showPending(id, message) {
    if (message.type !== "comment" || this.#pending.has(id)) return;
    const row = this.#comment(message);
    row.classList.add("pending");
    this.#pending.set(id, row);
    this.#list.prepend(row);
    this.#onChange();
  }

  /** @param {string} id */
  settle(id) {
    this.#pending.get(id)?.remove();
    this.#pending.delete(id);
    this.#onChange();
  }

  /** Something only this participant sees. @param {Node[]} content */
  note(content) {
    const row = element("div", "note");
    row.append(...content);
    this.#list.prepend(row);
    this.#onChange();
  }

  #comment(message) {
    const { from, body, timestamp } = message;
    const row = element("p", "comment");
    row.style.setProperty("--hue", String(hueOf(String(from.id))));
    const avatar = element("span", "avatar", initials(from.name));
    avatar.setAttribute("aria-hidden", "true");
    const head = element("span", "head");
    const said = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
    head.append(element("span", "author", String(from.name)), " ", time(timestamp));
    row.append(avatar, head, element("span", "body", said));
    const attachment = attachmentOf(message);
    if (attachment) row.append(attachment);
    return row;
  }

  #event(message) {
    const { type, from, timestamp } = message;
    const row = element("p", "event");
    row.style.setProperty("--hue", String(hueOf(String(from.id))));
    const what = element("span", "what");
    if (type === "joined") what.textContent = "came in";
    else if (type === "disconnected") what.textContent = "left";
    else what.append(element("code", "", `:${type}`), " ", element("code", "members", membersOf(message)));
    row.append(element("span", "author", String(from.name)), " ", what, " ", time(timestamp));
    return row;
  }

  #insert(row, { type, from, seq, replay }) {
    if (type === "joined" || type === "disconnected") row.dataset.presence = String(from.id);
    if (seq !== undefined) row.dataset.seq = String(seq);
    // What was there before one came does not arrive, and thousands of rows that move take seconds.
    if (!replay && this.#isSettled) row.classList.add("new");
    // Answers to a replay may come after what happened since; each goes to its place.
    let before = this.#list.firstElementChild;
    while (
      before
      && (before.classList.contains("pending") || (seq !== undefined && Number(before.dataset.seq) > seq))
    ) {
      before = before.nextElementSibling;
    }
    // Coming and going is worth one line, and that is the newest.
    const older = /** @type {HTMLElement | null} */ (before);
    if (row.dataset.presence !== undefined && older?.dataset.presence === row.dataset.presence) {
      before = older.nextElementSibling;
      older.remove();
    }
    this.#list.insertBefore(row, before);
    while (this.#list.childElementCount > ROWS_MAX) this.#list.lastElementChild?.remove();
    this.#onChange();
  }
}

/** An unknown op's own members, as its sender wrote them. */
function membersOf({ type, from, timestamp, room, seq, replay, id, persist, via, ...members }) {
  const keys = Object.keys(members);
  if (keys.length === 0) return "";
  if (keys.length === 1 && typeof members.text === "string") return members.text;
  const text = JSON.stringify(members);
  return text.length > 300 ? text.slice(0, 300) + "…" : text;
}

/** Made once: making one for each row takes longer than all else that a row needs. */
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const CALENDAR = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

function time(timestamp) {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return element("time");
  const shown = element("time", "", CLOCK.format(at));
  shown.setAttribute("datetime", at.toISOString());
  shown.title = CALENDAR.format(at);
  return shown;
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
