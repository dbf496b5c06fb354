/**
 * The connection: a WebSocket that comes back. It says hello once per socket, notices silence, and waits
 * between attempts. It does not know what an op means, nor what is pending.
 *
 *   idle -> connecting -> open -> connected
 *              ^            |         |
 *              +- waiting <-+---------+        stopped: only the user brings it back
 *
 * @typedef {{state: "idle"} | {state: "connecting", attempt: number} | {state: "connected", isDoubted?: true}
 *   | {state: "waiting", until: number, attempt: number} | {state: "stopped", code: number,
 *   reason: string}} Status `isDoubted`: the hub was asked for a sign of life and has not answered yet
 *
 * @typedef {object} Parts
 * @property {(isPlain: boolean) => WebSocket} open with true, one on which nothing is compressed
 * @property {() => string} hello asked anew for each socket, since the cursor moves
 * @property {(frame: import("./wire.js").Frame) => void} onFrame
 * @property {(bytes: Uint8Array) => void} [onBytes] a binary message, of the socket that is ready
 * @property {() => void} [onNoBytes] the hub takes no binary messages
 * @property {(status: Status) => void} onStatus
 * @property {() => void} probe sends something that the hub answers
 * @property {() => boolean} [isHidden] whether nobody can see the page
 * @property {() => number} [random]
 * @property {() => number} [now]
 * @property {(f: () => void, ms: number) => any} [setTimer]
 * @property {(timer: any) => void} [clearTimer]
 */

import { delayBefore, mayReturn } from "./backoff.js";
import { parse } from "./wire.js";

/** A hub that has not answered within this time is not going to. */
const ENTER_MS = 10_000;
/** How soon a dead connection is noticed once somebody looks at the page. */
const PROBE_MS = 5_000;
/**
 * The hub drops who is silent for 45 s; browsers can't show its pings, so a quiet room is asked now and
 * then.
 */
const QUIET_MS = 40_000;
/** A connection that lived at least this long starts the waiting anew. */
const STABLE_MS = 5_000;
/**
 * The hub gives up who is silent for 45 s. A page that slept for so long need not ask; one that was only
 * hidden, whose timers run once a minute, has asked in that time.
 */
const GONE_MS = 120_000;
/** How a hub closes that takes text only. */
const NO_BYTES = 1003;
/** A state that breaks off so often on its way is not going to arrive [HI2]. */
const ENTRIES_MAX = 3;

export class Connection {
  /** @type {Status} */
  #status = { state: "idle" };
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {WebSocket | null} the socket that a renewal replaces, until the new one is welcome */
  #former = null;
  /** Some browsers inflate wrongly; once it looks so, this page asks for no compression any more. */
  #isPlain = false;
  #attempt = 0;
  #connectedAt = 0;
  #heardAt = 0;
  /** How many times in a row there was a welcome and no `ready`. */
  #brokenEntries = 0;
  #isWelcome = false;
  #retryTimer;
  #deadline;
  #quiet;
  #parts;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = {
      random: Math.random,
      now: Date.now,
      setTimer: (f, ms) => setTimeout(f, ms),
      clearTimer: (timer) => clearTimeout(timer),
      isHidden: () => false,
      onBytes: () => {},
      onNoBytes: () => {},
      ...parts,
    };
  }

  get status() {
    return this.#status;
  }

  start() {
    if (this.#status.state === "idle" || this.#status.state === "stopped") this.#connect();
  }

  /** Sends on the socket that is ready. @param {string} text @returns {boolean} whether it was handed over */
  send(text) {
    if (this.#status.state !== "connected" || this.#socket?.readyState !== 1) return false;
    this.#socket.send(text);
    return true;
  }

  /** Sends a binary message. Not while another socket is on its way: what is open on the one is not on the other.
   * @param {Uint8Array} bytes @returns {boolean} whether it was handed over */
  sendBytes(bytes) {
    if (this.#former || this.#status.state !== "connected" || this.#socket?.readyState !== 1) return false;
    this.#socket.send(bytes);
    return true;
  }

  /** Somebody looks, or the network is said to be back: find out now rather than when a timer says so. */
  wake() {
    if (this.#status.state === "waiting") this.#connect();
    else if (this.#status.state !== "connected") return;
    else if (this.#parts.now() - this.#heardAt > GONE_MS) this.#reconnect();
    else this.#probe();
  }

  /** Says hello anew (under another name, say) without being away in between. */
  renew() {
    if (this.#status.state !== "connected") {
      if (this.#status.state !== "stopped") this.#fail(1000, "");
      return;
    }
    this.#dispose(this.#former);
    this.#former = this.#socket;
    this.#open();
  }

  /** What came is not a sequence one can go on from: begin again, resuming from the cursor as it now is. */
  restart() {
    this.#fail(1000, "");
  }

  #reconnect() {
    this.#giveUp();
    this.#connect();
  }

  #connect() {
    this.#parts.clearTimer(this.#retryTimer);
    this.#set({ state: "connecting", attempt: this.#attempt });
    this.#open();
  }

  #open() {
    let socket;
    try {
      socket = this.#parts.open(this.#isPlain);
    } catch (error) {
      this.#set({ state: "stopped", code: 0, reason: String(error) });
      return;
    }
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#isWelcome = false;
    this.#await(ENTER_MS);
    let openedAt = this.#parts.now();
    socket.addEventListener("open", () => {
      openedAt = this.#parts.now();
      if (socket === this.#socket) socket.send(this.#parts.hello());
    });
    socket.addEventListener("message", (event) => this.#receive(socket, event.data));
    socket.addEventListener("close", (event) => {
      // All that a browser says of a frame it can't inflate is 1006, which a lost network is, too. A young
      // connection meets the former more often, and taken for it the latter costs only the compression.
      const isYoung = this.#parts.now() - openedAt < STABLE_MS;
      if (event.code === NO_BYTES) this.#parts.onNoBytes();
      if (event.code === 1006 && socket.extensions && isYoung) this.#isPlain = true;
      if (socket === this.#socket) this.#fail(event.code, event.reason);
      else if (socket === this.#former) this.#former = null;
    });
  }

  #receive(socket, data) {
    if (socket !== this.#socket && socket !== this.#former) return;
    this.#heardAt = this.#parts.now();
    const isCurrent = socket === this.#socket;
    if (typeof data !== "string") {
      if (isCurrent && !this.#isWelcome && !this.#former) this.#hears();
      if (isCurrent) this.#parts.onBytes(new Uint8Array(data));
      return;
    }
    const frame = parse(data);
    if (isCurrent && frame.kind === "welcome") {
      this.#dispose(this.#former);
      this.#former = null;
      this.#isWelcome = true;
    }
    // A state of many parts may take long, as long as they keep coming.
    if (isCurrent && this.#isWelcome) this.#await(ENTER_MS);
    else if (isCurrent && !this.#former) this.#hears();
    if (frame.kind === "ready" && isCurrent) {
      this.#connectedAt = this.#parts.now();
      this.#brokenEntries = 0;
      this.#isWelcome = false;
      this.#await(null);
      // Who hears of the status finds the state complete, and who hears of `ready` can send.
      this.#status = { state: "connected" };
      this.#parts.onFrame(frame);
      if (socket === this.#socket) this.#set(this.#status);
      return;
    }
    this.#parts.onFrame(frame);
  }

  /** Gives up the present socket, and comes back later where that may help. */
  #fail(code, reason) {
    this.#giveUp();
    const now = this.#parts.now();
    if (this.#connectedAt && now - this.#connectedAt >= STABLE_MS) this.#attempt = 0;
    this.#connectedAt = 0;
    if (this.#isWelcome && ++this.#brokenEntries >= ENTRIES_MAX) {
      this.#brokenEntries = 0;
      reason = `The room broke off on its way here, ${ENTRIES_MAX} times.`;
      return this.#set({ state: "stopped", code: 0, reason });
    }
    if (!mayReturn(code)) return this.#set({ state: "stopped", code, reason });
    const delay = delayBefore(this.#attempt++, this.#parts.random, this.#parts.isHidden());
    this.#retryTimer = this.#parts.setTimer(() => this.#connect(), delay);
    this.#set({ state: "waiting", until: now + delay, attempt: this.#attempt });
  }

  #giveUp() {
    this.#dispose(this.#socket);
    this.#dispose(this.#former);
    this.#socket = this.#former = null;
    this.#await(null, false);
    this.#parts.clearTimer(this.#retryTimer);
  }

  /** Arms the deadline for the next thing to come (null: it came), and the alarm for a long quiet.
   * @param {number | null} ms */
  #await(ms, listen = true) {
    this.#parts.clearTimer(this.#deadline);
    this.#parts.clearTimer(this.#quiet);
    if (ms !== null) this.#deadline = this.#parts.setTimer(() => this.#fail(1006, ""), ms);
    else if (listen) this.#quiet = this.#parts.setTimer(() => this.#probe(), QUIET_MS);
  }

  #probe() {
    // Asked already: asking again would only put off the answer's deadline.
    if (this.#status.state !== "connected" || this.#status.isDoubted || this.#former) return;
    this.#await(PROBE_MS);
    this.#set({ state: "connected", isDoubted: true });
    this.#parts.probe();
  }

  #hears() {
    this.#await(null);
    if (this.#status.state === "connected" && this.#status.isDoubted) this.#set({ state: "connected" });
  }

  #dispose(socket) {
    if (!socket) return;
    if (socket === this.#socket) this.#socket = null;
    if (socket.readyState < 2) socket.close(1000);
  }

  #set(status) {
    this.#status = status;
    this.#parts.onStatus(status);
  }
}
