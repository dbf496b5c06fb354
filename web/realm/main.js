/** The realm's composition: the port on one side, the page and the tools on the other. */

import { Api } from "#realm/api.js";
import { fillAssetLinks } from "#realm/asset-links.js";
import { Assets } from "#realm/assets.js";
import { Arrivals } from "#realm/arrivals.js";
import { mountChoices } from "#realm/choices.js";
import { Docs, loadYjs } from "#realm/docs.js";
import { watchFiles } from "#realm/drops.js";
import { Errors } from "#realm/errors.js";
import { flatten, removedName } from "#realm/messages.js";
import { Owners } from "#realm/owners.js";
import { mountForms } from "#realm/forms.js";
import { mountMemory } from "#realm/memory.js";
import { natives } from "#realm/natives.js";
import { mountPage } from "#realm/page.js";
import { bindPlatform } from "#realm/patches.js";
import { markBlocked } from "#realm/pictures.js";
import { awaitPort } from "#realm/port.js";
import { Replaceables } from "#realm/replaceables.js";
import { Responses } from "#realm/responses.js";
import { Running } from "#realm/running.js";
import { NamedTimers } from "#realm/timers.js";
import { Tools } from "#realm/tools.js";
import { Wraps } from "#realm/wraps.js";
import { completions } from "#shared/completion.js";

/** Types that the default page has nothing to show for. */
const SILENT = new Set(["upgrade", "remove", "reset", "rollcall", "tool-stopped", "tool-started", "tool-pin"]);
/** Nobody wants the last hundred comments read aloud on entry. */
const QUIET_MS = 2_000;
const PRESENCE = new Set(["joined", "disconnected"]);
/** More types than anybody looks through. */
const TYPES_MAX = 200;

awaitPort((port) => {
  const post = (message) => natives.apply(natives.postMessage, port, [message]);
  const realm = new Realm(post);
  port.onmessage = (event) => realm.receive(event.data);
  post({ kind: "ready" });
});

class Realm {
  #post;
  #arrivals;
  #tools;
  #api;
  #docs;
  #page;
  #responses;
  #running;
  #assets;
  #limit = Infinity;
  /** @type {Set<string>} what was heard, and may be said again */
  #types = new Set();
  #safe = false;
  /** Whether the state was told; before, nobody knows whether the room is empty. */
  #told = false;

  /** @param {(message: object) => void} post */
  constructor(post) {
    this.#post = post;
    const errors = new Errors(post);
    const owners = new Owners((owner, error) => errors.report(owner, error));
    errors.owners = owners;
    errors.watch(window);
    this.#watchRunning(owners);
    markBlocked(document, (origin) => post({ kind: "blocked", origin }));
    mountForms(document);
    mountMemory(window);
    this.#assets = new Assets(post);
    fillAssetLinks(document, (hash) => this.#assets.address(hash));
    const timers = new NamedTimers(owners, (tool) => this.#tools.ownerOf(tool));
    const replaceables = new Replaceables(owners);
    const wraps = new Wraps(owners, (tool) => this.#tools.ownerOf(tool));
    const onState = (state) => post({ kind: "toolState", ...state });
    const onLoaded = () => this.#arrivals.drain();
    this.#tools = new Tools({ owners, timers, replaceables, document, onState, onLoaded });
    this.#arrivals = new Arrivals({
      deliver: (envelope) => this.#deliver(envelope),
      isInstall: ({ op, replay }) => op.type === "upgrade" && !replay,
      isLoading: () => this.#tools.isLoading,
      onDone: () => this.#refreshWelcome(),
      later: natives.setTimeout,
      cancel: natives.clearTimeout,
    });
    this.#responses = new Responses(byId("responses"), () => this.#refreshWelcome());
    this.#page = mountPage({
      send: (line) => this.#api.send(line),
      postKey: (key) => post({ kind: "key", key }),
    });
    this.#docs = new Docs({
      post,
      load: loadYjs,
      run: (owner, f) => owners.run(owner, f),
      caller: () => owners.caller(),
      onRefused: (owner, why) => errors.report(owner, new Error(why)),
    });
    this.#api = new Api({
      docs: this.#docs,
      owners,
      timers,
      replaceables,
      wraps,
      tools: this.#tools,
      assets: this.#assets,
      publish: (text, owner) => this.#publish(text, owner),
      onRefused: (owner, why) => errors.report(owner, new TypeError(why)),
      onProblem: (text) => this.#page.showProblem(text),
      onHelp: () => this.#responses.note(this.#page.help(this.#offer(":"))),
    });
    watchFiles(window, {
      upload: (file) => this.#assets.upload(file, file.name, { tool: null, seq: 0 }),
      say: (message) => this.#api.send("", message),
    });
    mountChoices({ offer: (line) => this.#offer(line) });
    globalThis.chat = { ...globalThis.chat, os: this.#api.surface };
    bindPlatform(owners, replaceables);
  }

  receive(message) {
    switch (message?.kind) {
      case "room":
        this.#api.identity = { id: message.you.id, name: message.you.name };
        this.#api.room = message.room;
        this.#safe = message.safe;
        this.#limit = message.limit;
        break;
      case "ops":
        if (!this.#told) natives.setTimeout(() => this.#responses.readAloud(), QUIET_MS);
        this.#told = true;
        this.#arrivals.add(message.envelopes);
        // Questions wait behind what is worked through here, so each part done is an answer to them.
        this.#post({ kind: "pong", n: 0 });
        break;
      case "stop":
        // What waits may be its installing.
        this.#arrivals.flush();
        this.#tools.remove(message.tool);
        break;
      case "yjs":
        void this.#docs.load(message.source);
        break;
      case "docUpdate":
        this.#docs.update(message.name, message.update);
        break;
      case "docWhole":
        this.#docs.whole(message.name);
        break;
      case "docRefused":
        this.#docs.refuse(message.name, message.message);
        break;
      case "status":
        document.documentElement.dataset.connected = String(message.connected);
        break;
      case "pending":
        this.#responses.showPending(message.id, this.#own(message.op));
        break;
      case "settled":
        this.#responses.settle(message.id);
        break;
      case "presence":
        this.#api.participants = message.members;
        break;
      case "refused":
        if (message.id !== null) this.#responses.settle(message.id);
        break;
      case "asset":
      case "uploaded":
        this.#assets.receive(message);
        break;
      case "focus":
        this.#page.focus();
        break;
      case "ping":
        this.#running.alive();
        this.#post({ kind: "pong", n: message.n });
        break;
    }
  }

  /** What the hub would not take stays here: copying it over would hold up the shell. */
  #publish(text, owner) {
    const by = { tool: owner?.tool ?? null, seq: owner?.seq ?? 0 };
    if (text.length > this.#limit) this.#post({ kind: "tooLarge", size: text.length, ...by });
    else this.#post({ kind: "send", text, ...by });
  }

  #watchRunning(owners) {
    this.#running = new Running(this.#post);
    owners.onTop = (owner) => this.#running.top(owner);
    const begins = () => {
      const owner = owners.ofScript();
      if (owner) this.#running.script(owner);
    };
    // Each script's first word; see SCRIPT_HEAD.
    Object.defineProperty(globalThis, "chatOsScript", { value: begins });
  }

  #offer(line) {
    return completions(line, { tools: Object.keys(this.#tools.upgrades), types: this.#types, acts: [] });
  }

  #heard({ type }) {
    if (SILENT.has(type) || PRESENCE.has(type) || type === "comment") return;
    if (this.#types.size < TYPES_MAX) this.#types.add(type);
  }

  #deliver(envelope) {
    this.#heard(envelope.op);
    const message = flatten(envelope, this.#api.room);
    if (message.from.id === this.#api.identity.id && typeof message.id === "string") {
      this.#responses.settle(message.id);
    }
    // Before the chain: no tool can keep another from being installed or taken away.
    if (!message.replay) this.#apply(message);
    this.#api.input.call(message, () => this.#display(message));
  }

  #apply(message) {
    if (message.type === "upgrade" && typeof message.name === "string" && message.name !== "") {
      if (!this.#safe) this.#tools.install(message);
    } else if (message.type === "remove") {
      const name = removedName(message);
      if (name !== null) this.#tools.remove(name);
    }
    this.#refreshWelcome();
  }

  #display(message) {
    // A transient op nobody listens to is not worth a line: pointers move sixty times a second.
    if (SILENT.has(message.type) || message.seq === undefined) return;
    const ownPresence = PRESENCE.has(message.type) && message.from.id === this.#api.identity.id;
    if (!ownPresence) this.#responses.show(message);
  }

  #own(op) {
    return flatten({ at: Date.now(), from: this.#api.identity, op }, this.#api.room);
  }

  #refreshWelcome() {
    this.#page.showWelcome(this.#told && this.#responses.isEmpty && this.#tools.size === 0);
  }
}

function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
