/**
 * The realm's host: the sandboxed frame and the one port into it. It rebuilds the frame when that was
 * navigated or reset, and passes on only what was checked. It says when the realm does not answer, and whose
 * code ran last. What the messages mean is decided by whoever made the host.
 *
 *   loading -> open -> lost        lost: the frame went somewhere else too often, or never answered
 *
 * @typedef {object} Parts
 * @property {HTMLElement} place
 * @property {() => string} frame the address of the frame that is built now
 * @property {(message: import("./incoming.js").Incoming) => void} onMessage
 * @property {() => void} onOpen the realm listens and knows nothing yet
 * @property {(state: "loading" | "open" | "lost") => void} onState
 * @property {(dropped: number, tool: string | null) => void} onFlood
 * @property {(by: import("./incoming.js").By) => void} onBlocked the realm is stuck, and who ran last
 * @property {() => boolean} isHidden
 * @property {() => number} limit the largest op in bytes
 */

import { check, RealmRates } from "./incoming.js";
import { BEAT_MS, Watchdog } from "./watchdog.js";

/** A frame that did not answer within this time did not load. */
const ANSWER_MS = 10_000;
/** A page that navigates itself away is rebuilt, but not for ever. */
const REBUILDS_MAX = 4;
const REBUILDS_PERIOD_MS = 60_000;
const FLOOD_NOTICE_MS = 5_000;

export class RealmHost {
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {MessagePort | null} */
  #port = null;
  #parts;
  #rates = new RealmRates();
  #dropped = 0;
  #floodTimer;
  #answerTimer;
  #heartbeat;
  #watchdog = new Watchdog({ ask: () => {}, onBlocked: () => {} });
  /** @type {import("./incoming.js").By} */
  #running = { tool: null, seq: 0 };
  /** @type {number[]} */
  #rebuilds = [];

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
    frame.src = this.#parts.frame();
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
        this.#watchdog.answered(message.n);
      } else if (message.kind === "running") {
        this.#running = message;
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
    this.#running = { tool: null, seq: 0 };
    this.#watchdog = new Watchdog({
      ask: (n) => this.post({ kind: "ping", n }),
      onBlocked: () => this.#parts.onBlocked({ tool: this.#running.tool, seq: this.#running.seq }),
    });
    const beat = () => this.#watchdog.beat(performance.now(), this.#parts.isHidden());
    this.#heartbeat = setInterval(beat, BEAT_MS);
    this.#parts.onOpen();
    this.#parts.onState("open");
  }

  #passes(message) {
    const tool = "tool" in message ? message.tool : null;
    if (this.#rates.take(tool, performance.now())) return true;
    this.#dropped += 1;
    this.#floodTimer ??= setTimeout(() => {
      this.#parts.onFlood(this.#dropped, tool);
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
