/**
 * The tools of the room, as installed in this page. A version is put in whole and taken out whole; the newest
 * op of a name decides. It does not know where ops come from.
 */

import { natives } from "#realm/natives.js";
import { Owner } from "#realm/owners.js";

/** Goes before each script, on its first line: the script says that it begins. */
export const SCRIPT_HEAD = "chatOsScript();{";

export class Tools {
  /** @type {Map<string, Owner>} */
  #installed = new Map();
  /** @type {Set<Owner>} whose scripts are being loaded */
  #loading = new Set();
  #parts;
  /**
   * What tools see as `chat.os.upgrades`: flat messages by name. Names are data, so of what objects have
   * otherwise it inherits only what loops over it ask.
   */
  upgrades = Object.create(Object.create(null, {
    hasOwnProperty: { value: Object.prototype.hasOwnProperty, writable: true },
  }));

  /**
   * @param {{owners: import("#realm/owners.js").Owners, timers: import("#realm/timers.js").NamedTimers,
   *   replaceables: import("#realm/replaceables.js").Replaceables, document: Document,
   *   onState: (state: {tool: string, seq: number, state: "running" | "failed"}) => void,
   *   onLoaded: () => void}} parts
   */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {string} tool @returns {Owner | null} */
  ownerOf(tool) {
    return this.#installed.get(tool) ?? null;
  }

  /** Whether a script is on its way, whose tool hears nothing yet. */
  get isLoading() {
    return this.#loading.size > 0;
  }

  get size() {
    return this.#installed.size;
  }

  /** @param {Record<string, any>} message a flat `upgrade` */
  install(message) {
    const tool = message.name;
    this.#takeOut(tool, false);
    const owner = new Owner(tool, message.seq ?? 0);
    this.#installed.set(tool, owner);
    this.upgrades[tool] = message;
    if (typeof message.style === "string" && message.style !== "") this.#addStyle(owner, message.style);
    if (typeof message.markup === "string" && message.markup !== "") this.#addMarkup(owner, message.markup);
    if (typeof message.script === "string" && message.script !== "") this.#addScript(owner, message.script);
    else this.#settled(owner);
  }

  /** @param {string} tool */
  remove(tool) {
    this.#takeOut(tool, true);
    delete this.upgrades[tool];
  }

  #takeOut(tool, forGood) {
    const { timers, replaceables } = this.#parts;
    const owner = this.#installed.get(tool);
    timers.clear(tool);
    if (!owner) return;
    this.#installed.delete(tool);
    replaceables.release(owner, forGood);
    owner.dispose();
  }

  #addStyle(owner, css) {
    const style = this.#parts.document.createElement("style");
    style.dataset.tool = owner.tool;
    style.textContent = css;
    this.#parts.document.head.append(style);
    owner.onGone(() => style.remove());
  }

  #addMarkup(owner, html) {
    const { document } = this.#parts;
    const container = document.createElement("div");
    container.className = "tool";
    container.dataset.tool = owner.tool;
    container.innerHTML = html;
    // An element that a tool brings takes the place of the one that has its id.
    for (const element of container.children) {
      if (element.id) document.getElementById(element.id)?.remove();
    }
    document.body.append(container);
    owner.onGone(() => container.remove());
  }

  /**
   * Only a script element with a blob URL tells the right lines in every engine. The block around the text
   * keeps `const` and `class` to this version, so that the next one may declare them again; `var` and plain
   * functions stay global, as tools that talk to each other expect.
   */
  #addScript(owner, source) {
    const { document, owners } = this.#parts;
    const url = URL.createObjectURL(new Blob([SCRIPT_HEAD, source, "\n}"], { type: "text/javascript" }));
    const script = document.createElement("script");
    script.dataset.tool = owner.tool;
    // In the order of installing: a tool may use what an older one defined.
    script.async = false;
    script.src = url;
    owners.ownScript(script, url, owner);
    const done = () => {
      URL.revokeObjectURL(url);
      this.#settled(owner);
      loaded();
    };
    const loaded = () => this.#loading.delete(owner) && this.#parts.onLoaded();
    this.#loading.add(owner);
    natives.addEventListener.call(script, "load", done);
    natives.addEventListener.call(script, "error", done);
    owner.onGone(() => {
      script.remove();
      loaded();
    });
    document.head.append(script);
  }

  #settled(owner) {
    if (owner.signal.aborted) return;
    const state = owner.failed ? "failed" : "running";
    this.#parts.onState({ tool: owner.tool, seq: owner.seq, state });
  }
}
