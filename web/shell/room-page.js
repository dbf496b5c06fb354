/**
 * The page of a room: what the driver says goes to the realm and the views, what people do goes to the driver.
 * It holds no room state of its own beyond how the tools fare in this page.
 */

import { currentOps, removedName } from "./room/state.js";
import { Drafts } from "./room/drafts.js";
import { failing, installing, removed, settled, troubled } from "./room/tool-status.js";
import { RealmHost } from "./realm/host.js";
import { mountAnnouncer } from "./views/announcer.js";
import { mountBanner } from "./views/banner.js";
import { mountConnection } from "./views/connection.js";
import { mountDrawer } from "./views/drawer.js";
import { mountPeople } from "./views/people.js";
import { mountShortcuts } from "./views/shortcuts.js";
import { mountStage } from "./views/stage.js";
import { mountToaster } from "./views/toaster.js";
import { mountToolsButton } from "./views/tools-button.js";

/** How many comments somebody finds who comes in. */
const COMMENTS_ON_ENTRY = 100;

export class RoomPage {
  /** @type {import("./drivers/live.js").LiveDriver} */
  #driver;
  #room;
  #identity;
  #views;
  #realm;
  /** @type {import("./room/tool-status.js").Statuses} */
  #statuses = new Map();
  #safe = new URLSearchParams(location.search).get("safe") === "1";
  #entered = false;
  #realmOpen = false;
  /** What the realm was told last. */
  #toldConnected = false;
  #toldMembers = /** @type {unknown} */ (null);
  /** Whether the realm lacks the last comments, since there was no connection to ask over. */
  #commentsWanted = false;
  /** @type {import("./hub/wire.js").Envelope[]} for the realm, in this turn of the event loop */
  #batch = [];
  #drawing = false;

  /** @param {{room: string, identity: import("./hub/identity.js").Identity, drafts: Storage}} parts */
  constructor({ room, identity, drafts }) {
    this.#room = room;
    this.#identity = identity;
    document.title = `${room} · ChatOS`;
    byId("room-name").textContent = room;
    this.#views = {
      announce: mountAnnouncer(byId("announcer")),
      toast: mountToaster(byId("toasts")),
      people: mountPeople(byId("people-place"), { onRename: (name) => this.#rename(name), onOpen: () => this.#driver.askWhoIsHere() }),
      connection: mountConnection(byId("connection-place"), { onRetry: () => this.#retry() }),
      banner: mountBanner(byId("banner"), { onLeave: () => this.#setSafe(false) }),
      toolsButton: mountToolsButton(byId("tools-place"), { onToggle: () => this.#views.drawer.toggle() }),
      stage: mountStage(byId("stage"), { onRebuild: () => this.#realm.build(), onSafe: () => this.#setSafe(true) }),
    };
    const shortcuts = mountShortcuts(document.body, {
      onInput: () => this.#realm.focus(),
      onTools: () => this.#views.drawer.toggle(),
      onEscape: () => this.#realm.focus(),
    });
    this.#views.shortcuts = shortcuts;
    this.#views.drawer = this.#mountDrawer(drafts);
    this.#realm = this.#makeRealm();
  }

  /** @param {import("./drivers/live.js").LiveDriver} driver */
  attach(driver) {
    this.#driver = driver;
    this.#realm.build();
    this.changed();
  }

  // What the driver says.

  changed() {
    if (this.#drawing) return;
    this.#drawing = true;
    // Not by animation frames: those stop in a hidden page, whose title and state people still read.
    setTimeout(() => this.#draw(), 0);
  }

  ready(reason) {
    if (reason === "entered") {
      const again = this.#entered;
      this.#entered = true;
      if (again) this.#realm.build();
      else if (this.#realmOpen) this.#populate();
      if (!again) this.#views.drawer.restore();
    } else {
      this.#postRoom();
      if (this.#commentsWanted) this.#askForComments();
    }
  }

  envelope(envelope, kind) {
    // What a newcomer gets before `ready` is handed over as a whole.
    if (!this.#entered || this.#driver.state.phase === "entering") return;
    if (kind === "seen") {
      // Ours, and in the log since before: only its waiting is over.
      if (typeof envelope.op.id === "string") this.#realm.post({ kind: "settled", id: envelope.op.id });
      return;
    }
    if (kind === "news") this.#news(envelope);
    if (this.#safe && envelope.op.type === "upgrade") return;
    this.#queue(envelope);
  }

  pending(entry) {
    this.#realm.post({ kind: "pending", id: entry.id, op: entry.op });
  }

  refused({ title, detail, entry }) {
    this.#views.toast({ title, detail, tone: "bad" });
    this.#realm.post({ kind: "refused", id: entry?.id ?? null, message: detail });
  }

  replaced() {
    this.#views.toast({ title: "This room's log is a new one", detail: "The hub started it anew, so the room was loaded again." });
  }

  // What happened in the room.

  #news(envelope) {
    const { op, from, seq } = envelope;
    const own = from.id === this.#driver.state.you?.id;
    const live = this.#driver.state.phase === "live";
    if (op.type === "upgrade" && typeof op.name === "string") {
      this.#statuses = installing(this.#statuses, op.name, seq ?? 0, this.#safe);
      if (!own && live) this.#views.announce(`${from.name} ran the tool ${op.name}`);
    } else if (op.type === "remove") {
      const name = removedName(op);
      if (name !== null) this.#statuses = removed(this.#statuses, name);
    } else if (op.type === "reset") {
      if (!own) this.#views.toast({ title: `${from.name} reset this room's page` });
      this.#flush();
      this.#realm.build();
    } else if ((op.type === "joined" || op.type === "disconnected") && !own && live) {
      this.#views.announce(`${from.name} ${op.type === "joined" ? "came in" : "left"}`);
    }
  }

  // The realm.

  #makeRealm() {
    const address = document.querySelector('meta[name="chatos-realm"]')?.getAttribute("content") ?? "";
    return new RealmHost({
      place: byId("frame-place"),
      address: location.protocol + address,
      limit: () => this.#driver.state.limit,
      onOpen: () => {
        this.#realmOpen = true;
        if (this.#entered) this.#populate();
      },
      onState: (state) => {
        if (state !== "open") this.#realmOpen = false;
        this.#views.stage.show(state);
      },
      onMessage: (message) => this.#fromRealm(message),
      onFlood: (dropped) => this.#views.toast({
        title: "A tool says too much",
        detail: `${dropped} of its messages were dropped.`,
        tone: "bad",
      }),
    });
  }

  /** Tells an empty realm everything: who and where, the state, what is pending, and the last comments. */
  #populate() {
    const { state } = this.#driver;
    this.#batch = [];
    this.#statuses = new Map();
    for (const tool of state.tools.values()) this.#statuses = installing(this.#statuses, tool.name, tool.seq, this.#safe);
    this.#postRoom();
    const envelopes = currentOps(state).filter(({ op }) => !this.#safe || op.type !== "upgrade");
    this.#realm.post({ kind: "ops", envelopes });
    for (const { id, op } of this.#driver.pending) this.#realm.post({ kind: "pending", id, op });
    this.#postPresence();
    this.#postStatus();
    this.#askForComments();
    this.changed();
  }

  #askForComments() {
    this.#commentsWanted = this.#driver.status.state !== "connected";
    if (!this.#commentsWanted) this.#driver.send({ type: "replay", oftype: "comment", limit: COMMENTS_ON_ENTRY });
  }

  #postStatus() {
    this.#toldConnected = this.#driver.status.state === "connected";
    this.#realm.post({ kind: "status", connected: this.#toldConnected });
  }

  #postRoom() {
    const { you } = this.#driver.state;
    this.#realm.post({ kind: "room", room: this.#room, you, safe: this.#safe });
  }

  #postPresence() {
    this.#toldMembers = this.#driver.state.members;
    const members = [...this.#toldMembers.values()].map(({ id, name }) => ({ id, name }));
    this.#realm.post({ kind: "presence", members });
  }

  #queue(envelope) {
    if (!this.#realmOpen) return;
    if (this.#batch.push(envelope) === 1) queueMicrotask(() => this.#flush());
  }

  #flush() {
    if (this.#batch.length > 0) this.#realm.post({ kind: "ops", envelopes: this.#batch });
    this.#batch = [];
  }

  /** @param {import("./realm/incoming.js").Incoming} message */
  #fromRealm(message) {
    switch (message.kind) {
      case "send":
        return this.#publish(message.op);
      case "tooLarge":
        return this.#views.toast({ title: "Too large to send", detail: `${Math.round(message.size / 1024)} kB in one op is more than the hub takes.`, tone: "bad" });
      case "toolState":
        this.#statuses = settled(this.#statuses, message);
        break;
      case "error":
        this.#toolFailed(message);
        break;
      case "key":
        if (message.key === "?") this.#views.shortcuts.show();
        return undefined;
    }
    this.changed();
    return undefined;
  }

  #toolFailed(error) {
    const before = error.tool === null ? 0 : (this.#statuses.get(error.tool)?.errors.length ?? 0);
    this.#statuses = failing(this.#statuses, error);
    if (error.tool === null) this.#views.toast({ title: "An error in the room's page", detail: error.message, tone: "bad" });
    else if (before === 0) this.#views.announce(`The tool ${error.tool} has an error: ${error.message}`);
  }

  // What people do.

  #mountDrawer(store) {
    return mountDrawer(byId("drawer"), {
      room: this.#room,
      memory: store,
      drafts: new Drafts(store, this.#room),
      find: (name) => this.#driver.state.tools.get(name) ?? null,
      onRun: (name, source) => this.#publish({ type: "upgrade", name, ...source }),
      onRemove: (tool) => this.#remove(tool),
      onLeave: () => this.#realm.focus(),
      onToggle: (open) => (this.#views.toolsButton.setOpen(open), this.changed()),
      onSafe: (safe) => this.#setSafe(safe),
      onShown: () => this.changed(),
    });
  }

  /** @returns {boolean} whether it was taken */
  #publish(op) {
    const result = this.#driver.send(op);
    if (!result || !("problem" in result)) return true;
    this.#views.toast({ title: "That was not sent", detail: result.problem, tone: "bad" });
    return false;
  }

  #remove({ name, markup, style, script }) {
    if (!this.#publish({ type: "remove", name })) return;
    this.#views.toast({
      title: `Removed “${name}”`,
      action: { label: "Undo", run: () => this.#publish({ type: "upgrade", name, markup, style, script }) },
    });
  }

  #rename(name) {
    this.#identity.name = name;
    this.#driver.rename();
    this.changed();
  }

  #retry() {
    if (this.#driver.status.state === "stopped") this.#driver.start();
    else this.#driver.wake();
  }

  /** @param {boolean} safe */
  #setSafe(safe) {
    if (safe === this.#safe) return;
    this.#safe = safe;
    const address = new URL(location.href);
    if (safe) address.searchParams.set("safe", "1");
    else address.searchParams.delete("safe");
    history.replaceState(null, "", address);
    this.#realm.build();
    this.changed();
  }

  #draw() {
    this.#drawing = false;
    const { state, status, unsent } = this.#driver;
    const { people, connection, drawer, toolsButton, banner } = this.#views;
    people.update([...state.members.values()], state.you, this.#identity.name);
    connection.update(status, unsent);
    toolsButton.update(state.tools.size, troubled(this.#statuses));
    banner.update(this.#safe);
    drawer.update(state, this.#statuses, this.#safe);
    if (!this.#realmOpen) return;
    if ((status.state === "connected") !== this.#toldConnected) this.#postStatus();
    if (state.members !== this.#toldMembers) this.#postPresence();
  }
}

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
