/**
 * The three texts of one tool as they are edited: those of the room, or, for a tool that has no name yet, only of
 * this page. It begins the room's with the version that runs. It draws nothing.
 *
 * @typedef {import("./editing.js").Source} Source
 * @typedef {import("../room/state.js").Tool} Tool
 * @typedef {typeof import("../../vendor/yjs.js")} Yjs
 */

import { REMOTE } from "../docs/shared-document.js";
import { isUntouched, seedOf, settleSeeds } from "../docs/seeding.js";
import { rewrite } from "../docs/text-edit.js";
import { byteLength } from "../hub/wire.js";
import { PARTS } from "./editing.js";

const PREFIX = "tools/";
/** Of a document's name, in bytes [DO1]. */
const NAME_MAX = 192;

/** Whether the tool can have a document of the room. @param {string} name */
export const isShareable = (name) =>
  name !== "" && byteLength(PREFIX + name) <= NAME_MAX && !/\p{Cc}/u.test(name);

/** @param {string} name */
export const documentOf = (name) => PREFIX + name;

export class ToolText {
  /** Of edits that undoing takes back. */
  origin = {};
  #yjs;
  /** @type {import("../docs/shared-document.js").SharedDocument | null} */
  #shared;
  #local = null;
  /** @type {Map<string, import("../../vendor/yjs.js").UndoManager>} */
  #undos = new Map();
  /** @type {Tool | null | undefined} */
  #version;
  #stop = () => {};
  #release;
  #on;

  /**
   * @param {Yjs} yjs
   * @param {{shared: import("../docs/shared-document.js").SharedDocument | null, release?: () => void,
   *   onEdit: (isOwn: boolean) => void, onState?: () => void, onOthers?: () => void,
   *   onRenewed?: (why: {reason: string, source: Source}) => void}} parts `onEdit`: the text
   *   is another; `onOthers`: who is here, or where
   */
  constructor(yjs, { shared, release = () => {}, ...on }) {
    this.#yjs = yjs;
    this.#shared = shared;
    this.#release = release;
    this.#on = { onState() {}, onOthers() {}, onRenewed() {}, ...on };
    if (!shared) {
      const doc = new yjs.Doc();
      this.#local = { doc, awareness: new yjs.Awareness(doc) };
    } else {
      this.#stop = shared.listen({
        changed: () => this.#settle(),
        renewed: ({ reason, former }) => this.#renewed(reason, former),
      });
    }
    this.#watch();
  }

  get isShared() {
    return this.#shared !== null;
  }

  /** Whether there is a text to edit: before, nobody knows what it is. */
  get isWhole() {
    return this.#shared?.isWhole ?? true;
  }

  get isLive() {
    return this.#shared ? this.#shared.state === "live" : true;
  }

  get unsent() {
    return this.#shared?.unsent ?? 0;
  }

  get awareness() {
    return this.#holder.awareness;
  }

  /** @returns {Source} */
  get source() {
    return sourceOf(this.#holder.doc);
  }

  /** @param {string} part */
  text(part) {
    return this.#holder.doc.getText(part);
  }

  /** @param {string} part */
  undo(part) {
    let undo = this.#undos.get(part);
    if (!undo) {
      undo = new this.#yjs.UndoManager(this.text(part), { trackedOrigins: new Set([this.origin]) });
      this.#undos.set(part, undo);
    }
    return undo;
  }

  /** The version that runs; null: none, undefined: not known. @param {Tool | null | undefined} version */
  set version(version) {
    this.#version = version;
    this.#settle();
  }

  /** Makes the texts say this, as an edit that can be undone. @param {Source} source */
  rewrite(source) {
    for (const part of PARTS) this.undo(part).stopCapturing();
    this.#holder.doc.transact(() => {
      for (const part of PARTS) rewrite(this.text(part), source[part]);
    }, this.origin);
    for (const part of PARTS) this.undo(part).stopCapturing();
  }

  /** What is here is where undoing ends. */
  settle() {
    for (const part of PARTS) this.undo(part).clear();
  }

  /** Who one is to the others. @param {{id: string, name: string, hue: number}} person */
  introduce({ id, name, hue }) {
    // `color` and `colorLight` are what other editors look for.
    const color = `hsl(${hue} 70% 40%)`;
    const user = { id, name, hue, color, colorLight: `hsl(${hue} 70% 40% / 30%)` };
    if (this.awareness.getLocalState()) this.awareness.setLocalStateField("user", user);
    else this.awareness.setLocalState({ user });
  }

  /** @param {string} part where one is */
  enter(part) {
    if (this.awareness.getLocalState()) this.awareness.setLocalStateField("part", part);
  }

  /** @returns {{id: string, name: string, hue: number, part: string}[]} the others, each once for a window */
  get others() {
    return [...this.awareness.getStates()].flatMap(([client, state]) => {
      if (client === this.awareness.clientID || !state?.user) return [];
      const { id, name, hue } = state.user;
      return [{
        id: String(id ?? client),
        name: String(name ?? "somebody").slice(0, 64),
        hue: Number(hue) || 0,
        part: String(state.part ?? ""),
      }];
    });
  }

  close() {
    this.#stop();
    for (const undo of this.#undos.values()) undo.destroy();
    if (this.#shared) {
      this.awareness.setLocalState(null);
      this.#unwatch();
    }
    this.#local?.doc.destroy();
    this.#release();
  }

  get #holder() {
    return /** @type {any} */ (this.#shared ?? this.#local);
  }

  #watch() {
    const { doc, awareness } = this.#holder;
    const edited = (_, origin) => {
      if (origin === REMOTE && settleSeeds(this.#yjs, doc)) return;
      this.#on.onEdit(origin !== REMOTE);
    };
    const others = () => this.#on.onOthers();
    doc.on("update", edited);
    awareness.on("change", others);
    this.#unwatch = () => {
      doc.off("update", edited);
      awareness.off("change", others);
    };
  }

  #unwatch = () => {};

  #settle() {
    if (this.#shared && this.isLive && this.isWhole) {
      const { doc } = this.#shared;
      if (this.#version && isUntouched(this.#yjs, doc)) {
        this.#yjs.applyUpdate(doc, seedOf(this.#yjs, this.#version), "seed");
      }
    }
    this.#on.onState();
  }

  #renewed(reason, former) {
    for (const undo of this.#undos.values()) undo.destroy();
    this.#undos.clear();
    this.#unwatch();
    this.#watch();
    this.#on.onRenewed({ reason, source: sourceOf(former) });
  }
}

const sourceOf = (doc) => /** @type {Source} */ (
  Object.fromEntries(PARTS.map((part) => [part, doc.getText(part).toString()]))
);
