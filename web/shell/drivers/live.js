/**
 * The live driver: a room as the hub tells it. It joins connection, outboxes and state, and says what
 * happened. It draws nothing and knows no realm.
 *
 * @typedef {import("../hub/wire.js").Envelope} Envelope
 * @typedef {import("../hub/wire.js").Op} Op
 * @typedef {import("../hub/connection.js").Status} Status
 * @typedef {import("../hub/outbox.js").Outbox} Outbox
 * @typedef {import("../hub/outbox.js").Entry} Entry
 *
 * @typedef {object} Listener
 * @property {() => void} changed state, status or outbox are not what they were
 * @property {(reason: "entered" | "resumed") => void} ready
 * @property {(envelope: Envelope, kind: "news" | "history" | "transient" | "seen") => void} envelope in
 *   their order
 * @property {(entry: Entry) => void} pending
 * @property {(id: string) => void} settled what a former tab had not sent was in the log already
 * @property {(problem: {title: string, detail: string, entry: Entry | null}) => void} refused
 * @property {(entries: Entry[]) => void} held what is not sent by itself any more
 * @property {() => void} replaced the hub's log is another one than before
 */

import { Connection } from "../hub/connection.js";
import { Deliveries } from "../hub/deliveries.js";
import { encodeOp, hello, plainAddress, SUBPROTOCOL } from "../hub/wire.js";
import { classify, cursor, doubtful, outside, reduce, resumes } from "../room/state.js";
import { refusalTitle, resetWords } from "./words.js";

/** Ops that the hub answers to us alone and never logs: asking again after a drop is the asker's business. */
const QUESTIONS = new Set(["replay", "rollcall"]);

/** A request, too, is not logged itself, unless it is a schedule's, and must not be made again on return [RQ1]. */
const isQuestion = (op) =>
  QUESTIONS.has(op.type) || (op.type === "request" && typeof op.schedule !== "string");

export class LiveDriver {
  state = outside();
  #outbox;
  /** The outboxes of tabs that are gone. */
  #deliveries;
  #identity;
  #listener;
  #connection;
  /** Who asked for the rollcalls that are under way, oldest first; the hub answers in order. */
  #rollcalls = [];
  #entered = false;
  /** The seq after which an op was missing, last time. */
  #gapAfter = -1;
  /** @type {import("../docs/documents.js").Documents | null} */
  #documents = null;

  /**
   * @param {{address: string, outbox: Outbox, listener: Listener, isHidden?: () => boolean,
   *          identity: import("../hub/identity.js").Identity, open?: (address: string) => WebSocket}} parts
   */
  constructor({ address, outbox, identity, listener, isHidden, open }) {
    this.#outbox = outbox;
    this.#identity = identity;
    this.#listener = listener;
    const openSocket = open ?? ((url) => new WebSocket(url, SUBPROTOCOL));
    this.#connection = new Connection({
      open: (isPlain) => openSocket(isPlain ? plainAddress(address) : address),
      hello: () => this.#hello(),
      onFrame: (frame) => this.#receive(frame),
      onBytes: (bytes) => this.#documents?.receive(bytes),
      onNoBytes: () => this.#documents?.forbid(),
      onStatus: ({ state }) => {
        if (state !== "connected") this.#documents?.lose();
        this.#listener.changed();
      },
      probe: () => this.#rollcall("shell"),
      ...(isHidden ? { isHidden } : {}),
    });
    this.#deliveries = new Deliveries({
      open: () => openSocket(address),
      identity,
      onTaken: (id) => {
        this.#settle(id);
        this.#listener.settled(id);
        this.#listener.changed();
      },
      onRefused: (id, why) => this.#refuse(id, "", why),
    });
  }

  /** The documents share the room's socket. @param {import("../docs/documents.js").Documents} documents */
  set documents(documents) {
    this.#documents = documents;
  }

  /** @param {Uint8Array} bytes @returns {boolean} whether the socket took it */
  sendBytes(bytes) {
    return this.#connection.sendBytes(bytes);
  }

  /** @returns {Status} */
  get status() {
    return this.#connection.status;
  }

  /** How many ops, and documents with edits, have not been confirmed yet. */
  get unsent() {
    return this.#deliveries.size + this.#outbox.size + (this.#documents?.unsent ?? 0);
  }

  /** Whether what is pending survives the page. */
  get isDurable() {
    return this.#outbox.isDurable;
  }

  get pending() {
    return [...this.#deliveries.outboxes, this.#outbox].flatMap((outbox) => outbox.pending);
  }

  /** What waits for a word of its author. @returns {Entry[]} */
  get kept() {
    return [...this.#deliveries.outboxes, this.#outbox].flatMap((outbox) => outbox.kept);
  }

  start() {
    this.#connection.start();
  }

  wake() {
    this.#connection.wake();
  }

  /** The identity's name changed; the hub learns names from hellos only. */
  rename() {
    this.#connection.renew();
  }

  /** Asks the hub who is here; the answer changes the state. */
  askWhoIsHere() {
    this.#rollcall("shell");
  }

  /** Outboxes of tabs that are gone are ours from now on. @param {Outbox[]} outboxes */
  adopt(outboxes) {
    const { epoch } = this.state;
    for (const outbox of outboxes) {
      this.#deliveries.adopt(outbox);
      if (epoch !== null) this.#listener.held(outbox.hold(epoch, resetWords("epoch")));
      for (const entry of outbox.pending) this.#listener.pending(entry);
    }
    this.#deliver();
    if (outboxes.length > 0) this.#listener.changed();
  }

  /** Sends what was held or refused: as a new op, since it is one in the log as it now is.
   * @param {Entry} entry @returns {{problem: string} | null} */
  sendKept(entry) {
    const { id, ...op } = entry.op;
    const sent = this.send(op);
    if (sent && "problem" in sent) return sent;
    this.discard(entry);
    return null;
  }

  /** @param {Entry} entry */
  discard({ id }) {
    for (const outbox of [...this.#deliveries.outboxes, this.#outbox]) outbox.discard(id);
    this.#deliveries.tidy();
    this.#listener.changed();
  }

  /** Takes back what was discarded. @param {Entry} entry */
  restore(entry) {
    this.#outbox.restore(entry);
    this.#listener.changed();
  }

  /**
   * Publishes an op: at once, or when the connection is back. Transient ops and questions are worth nothing
   * later, so offline they are dropped.
   * @param {Op} op @returns {{id: string} | {problem: string} | null} null for what has no id
   */
  send(op) {
    if (op.persist === false || isQuestion(op)) return this.#sendUnlogged(op);
    const { limit, epoch } = this.state;
    const entry = this.#outbox.add(op, { limit, epoch });
    if ("problem" in entry) return entry;
    this.#listener.pending(entry);
    this.#connection.send(entry.text);
    this.#listener.changed();
    return { id: entry.id };
  }

  #sendUnlogged(op) {
    if (op.type === "rollcall") {
      this.#rollcall("realm");
      return null;
    }
    const encoded = encodeOp(op, null, this.state.limit);
    if ("problem" in encoded) return encoded;
    this.#connection.send(encoded.text);
    return null;
  }

  #rollcall(asker) {
    if (this.#connection.send('{"type":"rollcall"}')) this.#rollcalls.push(asker);
  }

  #hello() {
    const { name, token } = this.#identity;
    return hello({ name, token, client: this.#outbox.client, cursor: cursor(this.state) });
  }

  /** @param {import("../hub/wire.js").Frame} frame */
  #receive(frame) {
    switch (frame.kind) {
      case "envelope":
        this.#receiveEnvelope(frame);
        break;
      case "welcome": {
        this.#documents?.lose();
        this.#identity.token = frame.token;
        this.#rollcalls = [];
        this.#entered = !resumes(this.state, frame);
        this.state = reduce(this.state, frame);
        this.#hold(frame.epoch, "epoch");
        break;
      }
      case "reset":
        this.#hold(null, frame.reason);
        this.#listener.replaced();
        break;
      case "ready":
        this.state = reduce(this.state, frame);
        if (!this.state.whole) return this.#connection.restart();
        this.#listener.ready(this.#entered ? "entered" : "resumed");
        this.#sendPending();
        this.#documents?.ready(this.state.epoch ?? "");
        break;
      case "error":
        if (frame.doc !== undefined) {
          this.#documents?.refuse(frame.doc, frame.message);
          break;
        }
        this.#refuse(frame.id, frame.code, frame.message);
        break;
      default:
        return;
    }
    this.#listener.changed();
  }

  #receiveEnvelope(frame) {
    const { envelope } = frame;
    const kind = classify(this.state, envelope);
    this.state = reduce(this.state, frame);
    if (kind === "gap") return this.#missing();
    // Whatever it is otherwise, our own op came back: it is in the log.
    const { id } = envelope.op;
    if (envelope.seq !== undefined && typeof id === "string" && envelope.from.id === this.state.you?.id) {
      this.#settle(id);
    }
    if (kind === "transient" && Array.isArray(envelope.op.participants) && envelope.op.type === "rollcall") {
      if (this.#rollcalls.shift() !== "realm") return;
    }
    if (this.state.countDiffers && !this.#rollcalls.includes("shell")) this.#rollcall("shell");
    this.#listener.envelope(envelope, kind);
  }

  /** An op is missing: what came is not shown. Resuming brings it; if it did not, only entering anew will. */
  #missing() {
    if (this.#gapAfter === this.state.seq) this.state = doubtful(this.state);
    this.#gapAfter = this.state.seq;
    this.#connection.restart();
  }

  #settle(id) {
    if (!this.#outbox.settle(id)) this.#deliveries.settle(id);
  }

  #refuse(id, code, message) {
    const refuse = (id) => this.#outbox.refuse(id, message) ?? this.#deliveries.refuse(id, message);
    const entry = id === null ? null : refuse(id);
    this.#listener.refused({ title: refusalTitle(code, entry), detail: message, entry });
    this.#listener.changed();
  }

  /** @param {string | null} epoch null: whatever log it was meant for @param {string} reason */
  #hold(epoch, reason) {
    const outboxes = [...this.#deliveries.outboxes, this.#outbox];
    const held = outboxes.flatMap((outbox) => outbox.hold(epoch, resetWords(reason)));
    if (held.length > 0) this.#listener.held(held);
  }

  /** Everything pending goes out again, in its order: the hub knows by the ids what it has already. */
  #sendPending() {
    for (const { op, id, text } of this.#outbox.pending) {
      const encoded = encodeOp(op, id, this.state.limit);
      if ("problem" in encoded) this.#refuse(id, "", encoded.problem);
      else this.#connection.send(text);
    }
    this.#deliver();
  }

  #deliver() {
    const from = cursor(this.state);
    if (from !== null && this.#connection.status.state === "connected") this.#deliveries.dispatch(from);
  }
}
