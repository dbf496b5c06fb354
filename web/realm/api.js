/**
 * `chat.os`: what tools find in their page. Names and meaning are those of the first chat.os, so that tools
 * written for it run as they are. It decides nothing about the room.
 */

import { HandlerChain } from "#realm/chain.js";
import { parseLine } from "#realm/command.js";
import { natives } from "#realm/natives.js";

/** Commands are read at this priority; a handler below it sees the line as typed. */
const READ_COMMAND = 1;
/** What handlers are tried with; nobody's, so everybody lets it pass. */
export const TRIAL_TYPE = "sanity-check";

export class Api {
  input = new HandlerChain();
  output = new HandlerChain();
  identity = { id: "", name: "" };
  room = "";
  /** @type {{id: string, name: string}[]} who is here */
  participants = [];
  #parts;

  /**
   * @param {{owners: import("#realm/owners.js").Owners, tools: import("#realm/tools.js").Tools,
   *   timers: import("#realm/timers.js").NamedTimers,
   *   replaceables: import("#realm/replaceables.js").Replaceables,
   *   assets: import("#realm/assets.js").Assets,
   *   wraps: import("#realm/wraps.js").Wraps, docs: import("#realm/docs.js").Docs,
   *   onRefused: (owner: import("#realm/owners.js").Owner | null, why: string) => void,
   *   publish: (text: string, owner: import("#realm/owners.js").Owner | null) => void,
   *   onProblem: (text: string) => void, onHelp: () => void}} parts
   */
  constructor(parts) {
    this.#parts = parts;
    this.output.add((context, next) => this.#readCommand(context, next), READ_COMMAND);
  }

  /** The object that tools see. */
  get surface() {
    const api = this;
    const { timers, replaceables, wraps } = this.#parts;
    return {
      send: (text, message) => api.send(text, message),
      addInputHandler: (handler, priority) => api.#addInput(handler, priority),
      addOutputHandler: (handler, priority) => api.#addOutput(handler, priority),
      replaceSafe: (name, f) => replaceables.replace(name, f),
      wrap: (tool, object, method, f) => wraps.wrap(tool, object, method, f),
      asset: (hash) => api.#parts.assets.address(hash),
      upload: (file, name) => api.#upload(file, name),
      onGone: (tool, f) => api.#onGone(tool, f),
      setInterval: (tool, name, f, ms) => timers.setInterval(tool, name, f, ms),
      setTimeout: (tool, name, f, ms) => timers.setTimeout(tool, name, f, ms),
      requestAnimationFrame: (tool, name, f) => timers.requestAnimationFrame(tool, name, f),
      doc: (name) => api.#parts.docs.open(name),
      get Y() {
        return api.#parts.docs.yjs;
      },
      get identity() {
        return api.identity;
      },
      get room() {
        return api.room;
      },
      get participants() {
        return api.participants.map((person) => ({ ...person }));
      },
      get upgrades() {
        return api.#parts.tools.upgrades;
      },
    };
  }

  /** A typed line, a message, or both: the members of the message go with what the line says.
   * @param {unknown} text @param {Record<string, any>} [message] */
  send(text, message) {
    if (typeof text === "object" && text !== null) {
      message = /** @type {Record<string, any>} */ (text);
      text = "";
    }
    const line = text === undefined || text === null ? "" : String(text);
    if (line.trim() === "" && !message) return;
    const context = { text: line, message: message ?? { type: "comment", body: line } };
    // Whose call it was; handlers only pass it on.
    const owner = this.#parts.owners.current();
    this.output.call(context, () => this.#publish(context.message, owner));
  }

  #upload(file, name) {
    const { assets, owners } = this.#parts;
    const owner = owners.current();
    return assets.upload(file, name, { tool: owner?.tool ?? null, seq: owner?.seq ?? 0 });
  }

  /** What a tool changed outside of its own elements, it puts right here: on its removal, and before its
   * next version. @returns {() => void} forgets it again */
  #onGone(tool, f) {
    if (typeof f !== "function") throw new TypeError("onGone needs a function.");
    const { owners, tools } = this.#parts;
    const owner = owners.current() ?? tools.ownerOf(String(tool));
    return owner?.onGone(() => owners.run(owner, () => f())) ?? (() => {});
  }

  #readCommand(context, next) {
    const line = String(context.text ?? "");
    if (!line.startsWith(":")) return next();
    let parsed;
    try {
      parsed = parseLine(line);
    } catch (error) {
      this.#parts.onProblem(`That can't be read: ${error.message}.`);
      return undefined;
    }
    if (!parsed || parsed.type === "comment") return next();
    if (parsed.type === "help") return this.#parts.onHelp();
    // The comment that stood for the line is what the command replaces; a message of the caller's own
    // is kept.
    context.message = context.message?.type === "comment" ? parsed : { ...context.message, ...parsed };
    return next();
  }

  #publish(message, owner) {
    if (typeof message?.type !== "string") throw new TypeError("A message needs a type.");
    this.#parts.publish(JSON.stringify(message), owner);
  }

  #addInput(handler, priority) {
    const from = { ...this.identity };
    this.#addHandler(this.input, handler, priority, {
      type: TRIAL_TYPE, from, timestamp: Date.now(), room: this.room,
    });
  }

  #addOutput(handler, priority) {
    this.#addHandler(this.output, handler, priority, { text: "", message: { type: TRIAL_TYPE } });
  }

  #addHandler(chain, handler, priority, subject) {
    const { owners, onRefused } = this.#parts;
    const owner = owners.current();
    const why = `The handler ${handler?.name || "without a name"} was taken out: `
      + "it did not call next() for an op that is none of its business.";
    const remove = chain.add(handler, priority, (f) => owners.run(owner, f).ok, {
      subject, later: natives.setTimeout, onRefused: () => onRefused(owner, why),
    });
    owner?.onGone(remove);
  }
}
