/**
 * The page of a room: what the driver says goes to the realm and the views, what people do goes to the
 * driver. It holds no room state of its own.
 */

import { pinOf, runningTools } from "./room/pins.js";
import { troubled } from "./room/tool-status.js";
import { readVersions } from "./history/reading.js";
import { ConnectionNews } from "./connection-news.js";
import { begin, takeWish } from "./beginning.js";
import { Palette } from "./commands/palette.js";
import { mountFiles } from "./assets/room-files.js";
import { isDocumentOp } from "./docs/document-op.js";
import { missedMuch, RealmFeed } from "./realm/feed.js";
import { RealmDocuments } from "./realm/documents.js";
import { RealmHost } from "./realm/host.js";
import { isIsolated } from "./realm/isolation.js";
import { protect } from "./protection.js";
import { SafeMode } from "./safe-mode.js";
import { ToolWatch } from "./tool-watch.js";
import { followLinks } from "./line-links.js";
import { byId, mountViews } from "./views/mount.js";
import { flooded, FROZE, stopped, tooLarge } from "./views/notices.js";

/** How often “2 min ago” is looked at again. */
const TIMES_MS = 30_000;
/** While thousands of ops come in, the page shows how far it is, and no oftener than one can read. */
const READING_MS = 100;

export class RoomPage {
  /** @type {import("./drivers/live.js").LiveDriver} */
  #driver;
  /** @type {RealmFeed} */
  #feed;
  #room;
  #identity;
  #documents;
  #views;
  #realm;
  #realmDocuments;
  #tools;
  #protection;
  #realmAddress = new URL(
    document.querySelector('meta[name="chatos-realm"]')?.getAttribute("content") ?? "", location.href,
  );
  #verdict = (version) => this.#protection.guard.verdict(version);
  #palette;
  #files = mountFiles({ room: () => this.#room, realm: () => this.#realm, publish: (o) => this.#publish(o) });
  #connectionNews;
  #safe = new SafeMode(location, history);
  #entered = false;
  #realmListens = false;
  #drawing = false;
  /** A reset that came while catching up: the page is rebuilt once, when that is over. */
  #mustRebuild = false;

  /**
   * @param {{room: string, identity: import("./hub/identity.js").Identity, store: Storage, load: string,
   *   documents: import("./docs/documents.js").Documents}} parts `load`: a name of this load of the page
   */
  constructor({ room, identity, store, load, documents }) {
    this.#room = room;
    this.#documents = documents;
    this.#protection = protect({
      room,
      store,
      load,
      state: () => this.#driver.state,
      isSafe: () => this.#safe.isOn,
      realm: {
        build: () => this.#realm.build(),
        run: (version) => this.#run(version),
        post: (message) => this.#realm.post(message),
      },
      publish: (op) => this.#publish(op),
      onStopped: (version, reason) => this.#stopped(version, reason),
      onFroze: () => this.#froze(),
      onAsk: () => this.changed(),
      isIsolated: isIsolated(navigator.userAgent, location.hostname, this.#realmAddress.hostname),
    });
    this.#palette = this.#makePalette();
    this.#identity = identity;
    document.title = `${room} · ChatOS`;
    Object.assign(byId("room-name"), { textContent: room, title: room });
    this.#realm = this.#makeRealm();
    this.#realmDocuments = new RealmDocuments({ documents, post: (message) => this.#realm.post(message) });
    this.#views = this.#mountViews(store);
    this.#tools = new ToolWatch(this.#views);
    this.#connectionNews = new ConnectionNews(this.#views.announce);
  }

  /** @param {import("./drivers/live.js").LiveDriver} driver */
  attach(driver) {
    this.#driver = driver;
    this.#feed = new RealmFeed({
      post: (message) => this.#realm.post(message),
      driver,
      room: this.#room,
      isSafe: () => this.#safe.isOn,
      runs: (version) => this.#verdict(version) === null,
      ownName: () => this.#identity.name,
    });
    this.#realm.build();
    this.#views.drawer.restore();
    followLinks(({ tool, part, line }) => this.#views.drawer.edit(tool, { part, line }));
    setInterval(() => this.changed(), TIMES_MS);
  }

  // What the driver says.

  changed() {
    if (this.#drawing) return;
    this.#drawing = true;
    const phase = this.#driver?.state.phase;
    const isReading = phase === "entering" || phase === "resuming";
    // Not by animation frames: those stop in a hidden page, whose state somebody may still hear read.
    setTimeout(() => this.#draw(), isReading ? READING_MS : 0);
  }

  ready(reason) {
    const mustRebuild = this.#mustRebuild || missedMuch(this.#driver.state);
    this.#mustRebuild = false;
    if (reason === "resumed") return mustRebuild ? this.#realm.build() : this.#feed.resumed();
    const again = this.#entered;
    this.#entered = true;
    if (!again) this.#begin();
    if (again) this.#realm.build();
    else if (this.#realmListens) this.#populate();
    return undefined;
  }

  #begin() {
    const { seq, tools } = this.#driver.state;
    begin(takeWish(location, history), {
      // Its log has nothing but one's own coming.
      isFresh: seq <= 1 && tools.size === 0,
      openGallery: () => this.#views.drawer.openGallery(),
      publish: (op) => this.#publish(op),
    }).catch(({ message }) => this.#views.toast({ title: message, tone: "bad" }));
  }

  envelope(envelope, kind) {
    // What a newcomer gets before `ready` is handed over as a whole.
    if (this.#driver.state.phase === "entering") return;
    // Who has the document open gets its updates anyway.
    if (isDocumentOp(envelope.op)) return;
    if (kind === "seen") {
      // Ours, and in the log since before: only its waiting is over.
      if (typeof envelope.op.id === "string") this.#realm.post({ kind: "settled", id: envelope.op.id });
      return;
    }
    this.#palette.heard(envelope.op.type);
    if (kind === "news") this.#news(envelope);
    this.#feed.envelope(envelope);
  }

  pending(entry) {
    this.#realm.post({ kind: "pending", id: entry.id, op: entry.op });
  }

  settled(id) {
    this.#realm.post({ kind: "settled", id });
  }

  refused({ title, detail, entry }) {
    if (entry) {
      this.#views.drawer.notTaken(entry.op);
      this.#views.kept.open();
      this.#views.announce(`${title}: ${detail}`);
    } else this.#views.toast({ title, detail, tone: "bad" });
    this.#realm.post({ kind: "refused", id: entry?.id ?? null, message: detail });
  }

  held(entries) {
    for (const { id, op, why } of entries) {
      this.#realm.post({ kind: "refused", id, message: why });
      this.#views.drawer.notTaken(op);
    }
    this.#views.kept.open();
    this.#views.announce(`Held back, since the room's log is another one: ${entries.length}`);
  }

  replaced() {
    // What was held back says it, and more.
    if (this.#driver.kept.some((entry) => entry.state === "held")) return;
    this.#views.toast({
      title: "This room was loaded again",
      detail: "The hub's log is not the one that this page had seen.",
    });
  }

  // What happened in the room.

  #news(envelope) {
    const { op, from } = envelope;
    const others = from.id !== this.#driver.state.you?.id && this.#driver.state.phase === "live";
    const pin = (name) => pinOf(this.#driver.state, name);
    this.#tools.news(envelope, { judge: this.#verdict, others, pin });
    this.#protection.guard.news(envelope);
    if (op.type === "reset") {
      if (others) this.#views.toast({ title: `${from.name} reset this room's page` });
      if (this.#driver.state.phase === "live") this.#realm.build();
      else this.#mustRebuild = true;
    } else if ((op.type === "joined" || op.type === "disconnected") && others) {
      this.#views.announce(`${from.name} ${op.type === "joined" ? "came in" : "left"}`);
    }
  }

  // The realm.

  #makeRealm() {
    return new RealmHost({
      place: byId("frame-place"),
      frame: () => this.#protection.media.frame(this.#realmAddress.href),
      limit: () => this.#driver.state.limit,
      onOpen: () => {
        this.#realmListens = true;
        if (this.#entered) this.#populate();
        else this.#feed.greet();
      },
      onState: (state) => this.#realmChanged(state),
      onMessage: (message) => this.#files.take(message) || this.#protection.media.take(message)
        || this.#realmDocuments.take(message) || this.#fromRealm(message),
      onBlocked: (by) => this.#protection.guard.blocked(by),
      isHidden: () => document.visibilityState === "hidden",
      onFlood: (dropped, tool) => this.#views.toast(flooded(dropped, tool)),
    });
  }

  #realmChanged(state) {
    if (state !== "open") {
      this.#realmListens = false;
      this.#realmDocuments?.reset();
      this.#feed.close();
    }
    if (state === "lost") this.#tools.halted();
    this.#views.stage.show(state);
    this.changed();
  }

  #populate() {
    const first = document.activeElement === document.body && matchMedia("(hover: hover)").matches;
    this.#protection.guard.enter();
    this.#tools.begin(runningTools(this.#driver.state), this.#verdict);
    this.#feed.populate();
    // One comes to a room to say something. On a phone that would open the keyboard over it.
    if (first && !this.#views.drawer.isOpen) this.#realm.focus();
    this.changed();
  }

  /** @param {import("./realm/incoming.js").Incoming} message */
  #fromRealm(message) {
    switch (message.kind) {
      case "send":
        this.#protection.asking.take(message.op, { tool: message.tool, seq: message.seq });
        break;
      case "tooLarge":
        this.#views.toast(tooLarge(message.size));
        break;
      case "toolState":
        this.#tools.settled(message);
        this.changed();
        break;
      case "error":
        this.#tools.failed(message);
        this.changed();
        break;
      case "key":
        if (message.key === "k") this.#views.commandLine.open();
        else this.#views.shortcuts.show();
        break;
    }
  }

  #run(version) {
    this.#tools.started(version);
    this.#feed.start(version);
    this.changed();
  }

  #stopped(version, reason) {
    this.#tools.stopped(version, reason);
    this.#views.toast(stopped(version.name, reason, () => this.#protection.guard.start(version)));
    this.changed();
  }

  // What people do.

  #makePalette() {
    return new Palette({
      tools: () => this.#driver.state.tools,
      stopped: () => runningTools(this.#driver.state)
        .filter((version) => this.#verdict(version)?.state === "stopped"),
      isSafe: () => this.#safe.isOn,
      start: (version) => this.#protection.guard.start(version),
      edit: (name) => this.#views.drawer.edit(name),
      remove: (tool) => this.#remove(tool),
      toggleTools: () => this.#views.drawer.toggle(),
      setSafe: (safe) => this.#setSafe(safe),
    });
  }

  #mountViews(store) {
    return mountViews({
      room: this.#room,
      store,
      documents: this.#documents,
      me: () => ({ id: this.#driver.state.you?.id ?? "", name: this.#identity.name }),
      find: (name) => this.#driver.state.whole ? (this.#driver.state.tools.get(name) ?? null) : undefined,
      publish: (op) => this.#publish(op),
      remove: (tool) => this.#remove(tool),
      rename: (name) => this.#rename(name),
      askWhoIsHere: () => this.#driver.askWhoIsHere(),
      retry: () => this.#retry(),
      sendKept: (entry) => this.#sendKept(entry),
      discardKept: (entry) => this.#discardKept(entry),
      setSafe: (safe) => this.#setSafe(safe),
      start: (version) => this.#protection.guard.start(version),
      answer: (isAllowed) => this.#protection.asking.answer(isAllowed),
      offer: (line) => [...this.#palette.offer(line), ...this.#protection.media.offer(line)],
      rebuild: () => this.#realm.build(),
      readHistory: (signal) => readVersions(this.#room, this.#driver.state.seq, { signal }),
      toRealm: () => this.#realm.focus(),
      changed: () => this.changed(),
    });
  }

  /** @returns {boolean} whether it was taken */
  #publish(op) {
    const result = this.#driver.send(op);
    if (!result || !("problem" in result)) return true;
    return this.#notSent(result.problem), false;
  }

  #remove({ name, markup, style, script }) {
    if (!this.#publish({ type: "remove", name })) return;
    this.#views.toast({
      title: `Removed “${name}”`,
      action: { label: "Undo", run: () => this.#publish({ type: "upgrade", name, markup, style, script }) },
    });
  }

  #sendKept(entry) {
    const problem = this.#driver.sendKept(entry)?.problem;
    if (problem) this.#notSent(problem);
  }

  #notSent(detail) {
    this.#views.toast({ title: "That was not sent", detail, tone: "bad" });
  }

  #discardKept(entry) {
    this.#driver.discard(entry);
    this.#views.toast({
      title: "Discarded",
      action: { label: "Undo", run: () => this.#driver.restore(entry) },
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

  #setSafe(safe) {
    if (safe === this.#safe.isOn) return;
    this.#safe.set(safe);
    this.#views.announce(safe ? "Safe mode: tools are off" : "Tools are on");
    this.#realm.build();
  }

  #froze() {
    this.#safe.set(true);
    this.#views.toast(FROZE);
  }

  #draw() {
    this.#drawing = false;
    const { state, status, unsent, isDurable } = this.#driver;
    const { people, connection, drawer, toolsButton, banner, stage, kept, storageNote } = this.#views;
    people.update(state.members, state.you, this.#identity.name, status.state === "connected");
    connection.update(status, unsent, state.phase === "live" ? null : state.progress);
    kept.update(this.#driver.kept);
    storageNote.update(isDurable ? 0 : unsent);
    toolsButton.update(state.tools.size, troubled(this.#tools.statuses));
    banner.update(this.#safe.isOn);
    this.#views.asking.update(this.#protection.asking.question);
    drawer.update(state, this.#tools.statuses, this.#safe.isOn);
    this.#feed.refresh();
    stage.showOutside(this.#entered ? null : status);
    this.#connectionNews.update(status.state);
  }
}
