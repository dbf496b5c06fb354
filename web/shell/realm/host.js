/**
 * The realm's host: the sandboxed frame and the one port into it. It rebuilds the frame when that was
 * navigated or reset, and passes on only what was checked. What the messages mean is decided by whoever made
 * the host.
 *
 *   loading -> open -> lost        lost: the frame went somewhere else too often, or never answered
 *
 * @typedef {object} Parts
 * @property {HTMLElement} place
 * @property {string} address of the frame
 * @property {(message: import("./incoming.js").Incoming) => void} onMessage
 * @property {() => void} onOpen the realm listens and knows nothing yet
 * @property {(state: "loading" | "open" | "lost") => void} onState
 * @property {(dropped: number) => void} onFlood
 * @property {() => number} limit the largest op in bytes
 */

import { check, RateLimit } from "./incoming.js";

/** A frame that did not answer within this time did not load. */
const ANSWER_MS = 10_000;
const HEARTBEAT_MS = 5_000;
/** A page that navigates itself away is rebuilt, but not for ever. */
const REBUILDS_MAX = 4;
const REBUILDS_PERIOD_MS = 60_000;
/** Pointer moves at 60 Hz from three tools pass; a loop that floods the hub does not. */
const RATE = { perSecond: 200, burst: 600 };
const FLOOD_NOTICE_MS = 5_000;

export class RealmHost {
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {MessagePort | null} */
  #port = null;
  #parts;
  #rate = new RateLimit(RATE);
  #dropped = 0;
  #floodTimer;
  #answerTimer;
  #heartbeat;
  #beat = 0;
  /** @type {number[]} */
  #rebuilds = [];
  /** When the realm last answered a ping, in ms of performance.now(). */
  answeredAt = 0;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Builds the frame, or builds it anew. */
  build() {
    this.#tearDown();
    this.#parts.onState("loading");
    const frame = document.createElement("iframe");
    frame.title = "The room's page";
    frame.setAttribute("sandbox", "allow-scripts");
    frame.setAttribute("allow", "fullscreen *; clipboard-write *; autoplay *");
    let loads = 0;
    frame.addEventListener("load", () => {
      if (frame !== this.#frame) return;
      loads += 1;
      if (loads === 1) this.#handOver(frame);
      else this.#navigated();
    });
    frame.src = this.#parts.address;
    this.#frame = frame;
    this.#answerTimer = setTimeout(() => this.#lose(), ANSWER_MS);
    this.#parts.place.replaceChildren(frame);
  }

  /** @param {object} message of the list in PORT.md */
  post(message) {
    this.#port?.postMessage(message);
  }

  /** Puts the keyboard into the realm. */
  focus() {
    this.#frame?.focus();
    this.post({ kind: "focus" });
  }

  #handOver(frame) {
    const { port1, port2 } = new MessageChannel();
    let open = false;
    port1.onmessage = (event) => {
      // A port outlives its frame; what a former page still says is nobody's.
      if (frame !== this.#frame) return;
      const message = check(event.data, this.#parts.limit());
      if (!message) return;
      if (message.kind === "pong") {
        this.answeredAt = performance.now();
      } else if (message.kind === "ready") {
        if (open) return;
        open = true;
        this.#opened(port1);
      } else if (open && this.#passes(message)) {
        this.#parts.onMessage(message);
      }
    };
    // The frame's origin is opaque: there is no name to address it by, and the window is the one we built.
    frame.contentWindow?.postMessage({ type: "chatos-port" }, "*", [port2]);
  }

  #opened(port) {
    clearTimeout(this.#answerTimer);
    this.#port = port;
    this.answeredAt = performance.now();
    this.#heartbeat = setInterval(() => this.post({ kind: "ping", n: ++this.#beat }), HEARTBEAT_MS);
    this.#parts.onOpen();
    this.#parts.onState("open");
  }

  #passes(message) {
    if (this.#rate.take(performance.now())) return true;
    this.#dropped += 1;
    this.#floodTimer ??= setTimeout(() => {
      this.#parts.onFlood(this.#dropped);
      this.#dropped = 0;
      this.#floodTimer = undefined;
    }, FLOOD_NOTICE_MS / 10);
    return false;
  }

  /** A second load: the page left, and whatever is there now is not ours. */
  #navigated() {
    const now = performance.now();
    this.#rebuilds = this.#rebuilds.filter((at) => now - at < REBUILDS_PERIOD_MS);
    this.#rebuilds.push(now);
    if (this.#rebuilds.length > REBUILDS_MAX) this.#lose();
    else this.build();
  }

  #lose() {
    this.#tearDown();
    this.#parts.onState("lost");
  }

  #tearDown() {
    clearTimeout(this.#answerTimer);
    clearInterval(this.#heartbeat);
    this.#port?.close();
    this.#port = null;
    this.#frame?.remove();
    this.#frame = null;
  }
}
