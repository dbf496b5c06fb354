/**
 * The live driver: a room as the hub tells it. It joins connection, outbox and state, and says what happened.
 * It draws nothing and knows no realm.
 *
 * @typedef {import("../hub/wire.js").Envelope} Envelope
 * @typedef {import("../hub/wire.js").Op} Op
 * @typedef {import("../hub/connection.js").Status} Status
 *
 * @typedef {object} Listener
 * @property {() => void} changed state, status or outbox are not what they were
 * @property {(reason: "entered" | "resumed") => void} ready
 * @property {(envelope: Envelope, kind: "news" | "history" | "transient" | "seen") => void} envelope in
 *   their order
 * @property {(entry: import("../hub/outbox.js").Entry) => void} pending
 * @property {(problem: {title: string, detail: string, entry: import("../hub/outbox.js").Entry | null})
 *   => void} refused
 * @property {() => void} replaced the hub's log is another one than before
 */

import { Connection } from "../hub/connection.js";
import { encodeOp, hello, plainAddress, SUBPROTOCOL } from "../hub/wire.js";
import { classify, cursor, outside, reduce, resumes } from "../room/state.js";

/** Ops that the hub answers to us alone and never logs: asking again after a drop is the asker's business. */
const QUESTIONS = new Set(["replay", "rollcall"]);

export class LiveDriver {
  state = outside();
  #outbox;
  #identity;
  #listener;
  #connection;
  /** Who asked for the rollcalls that are under way, oldest first; the hub answers in order. */
  #rollcalls = [];
  #entered = false;

  /**
   * @param {{address: string, outbox: import("../hub/outbox.js").Outbox, listener: Listener,
   *          identity: import("../hub/identity.js").Identity, open?: (address: string) => WebSocket}} parts
   */
  constructor({ address, outbox, identity, listener, open }) {
    this.#outbox = outbox;
    this.#identity = identity;
    this.#listener = listener;
    const openSocket = open ?? ((url) => new WebSocket(url, SUBPROTOCOL));
    this.#connection = new Connection({
      open: (isPlain) => openSocket(isPlain ? plainAddress(address) : address),
      hello: () => this.#hello(),
      onFrame: (frame) => this.#receive(frame),
      onStatus: (status) => this.#statusChanged(status),
      probe: () => this.#rollcall("shell"),
    });
  }

  /** @returns {Status} */
  get status() {
    return this.#connection.status;
  }

  get unsent() {
    return this.#outbox.size;
  }

  /** Whether what is pending survives the page. */
  get isDurable() {
    return this.#outbox.durable;
  }

  get pending() {
    return this.#outbox.pending;
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

  /**
   * Publishes an op: at once, or when the connection is back. Transient ops and questions are worth nothing
   * later, so offline they are dropped.
   * @param {Op} op @returns {{id: string} | {problem: string} | null} null for what has no id
   */
  send(op) {
    if (op.persist === false || QUESTIONS.has(op.type)) return this.#sendUnlogged(op);
    const entry = this.#outbox.add(op, this.state.limit);
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
        this.#identity.token = frame.token;
        this.#rollcalls = [];
        this.#entered = !resumes(this.state, frame);
        this.state = reduce(this.state, frame);
        break;
      }
      case "reset":
        this.#listener.replaced();
        break;
      case "ready":
        this.state = reduce(this.state, frame);
        if (!this.state.whole) return this.#connection.restart();
        this.#listener.ready(this.#entered ? "entered" : "resumed");
        break;
      case "error":
        this.#refused(frame);
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
    if (kind === "gap") return this.#connection.restart();
    // Whatever it is otherwise, our own op came back: it is in the log.
    const { id } = envelope.op;
    if (envelope.seq !== undefined && typeof id === "string" && envelope.from.id === this.state.you?.id) {
      this.#outbox.settle(id);
    }
    if (kind === "transient" && Array.isArray(envelope.op.participants) && envelope.op.type === "rollcall") {
      if (this.#rollcalls.shift() !== "realm") return;
    }
    if (this.state.countDiffers && !this.#rollcalls.includes("shell")) this.#rollcall("shell");
    this.#listener.envelope(envelope, kind);
  }

  #refused({ id, code, message }) {
    const entry = id === null ? null : this.#outbox.settle(id);
    this.#listener.refused({ title: refusalTitle(code, entry), detail: message, entry });
  }

  #statusChanged(status) {
    // Everything that is pending goes out again, in its order: the hub knows by the ids what it has already.
    if (status.state === "connected") for (const entry of this.#outbox.pending) this.#resend(entry);
    this.#listener.changed();
  }

  #resend(entry) {
    const encoded = encodeOp(entry.op, entry.id, this.state.limit);
    if ("problem" in encoded) {
      this.#outbox.settle(entry.id);
      this.#listener.refused({ title: "An unsent op was dropped", detail: encoded.problem, entry });
      return;
    }
    this.#connection.send(entry.text);
  }
}

function refusalTitle(code, entry) {
  const what = entry ? `“${entry.op.type}”` : "That";
  switch (code) {
    case "unsupported":
      return `${what} is not supported by this hub yet`;
    case "reserved":
      return `${what} is the hub's own word`;
    case "too_many_names":
      return "This room is full of named things";
    default:
      return entry ? `${what} was not taken` : "The hub did not take a message";
  }
}
