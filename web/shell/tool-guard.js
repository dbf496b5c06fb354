/**
 * Which tools run in this page, and what happens when one keeps it from answering: it is stopped here at
 * once, the room is told, and who opens the room finds it off. It shows nothing; it says what there is to
 * show.
 *
 * The realm says whose code it is about to run. Where it could not, the newest tool is suspected, then the
 * one before it; when the page is well again, those that were suspected in vain run again.
 *
 * @typedef {import("./room/quarantine.js").Version} Version
 * @typedef {{state: "off" | "stopped", reason: string}} Verdict
 *
 * @typedef {object} Parts
 * @property {import("./room/quarantine.js").Quarantine} quarantine
 * @property {() => import("./room/state.js").State} state
 * @property {() => boolean} isSafe
 * @property {{build: () => void, run: (version: Version) => void, halt: (name: string) => void}} realm
 * @property {(op: import("./hub/wire.js").Op) => void} publish
 * @property {(version: Version, reason: string) => void} onStopped a tool was stopped just now
 * @property {() => void} [onFroze] the page froze at an earlier visit, by any of its tools; to be safe from now on
 * @property {(f: () => void, ms: number) => unknown} later
 * @property {() => number} random from 0 to 1
 */

import { PIN, runningTool, runningTools } from "./room/pins.js";
import { STARTED, STOPPED, startOp, stopInRoom, stopOp } from "./room/stops.js";

const BLOCKED = "It kept the page from answering for 2 seconds.";
const SUSPECTED = "The page did not answer for 2 seconds; as the newest tool, it may be the reason.";
const ALL = "The page did not answer again and again, so all tools were stopped.";
/** Without harm for so long, a version is not suspected at the next visit. */
const PROVEN_MS = 5_000;
/** After so long without another block, the last suspect was the right one. */
const WELL_MS = 10_000;
const SUSPECTS_MAX = 3;
/** Everybody's page froze in the same moment; the first to say so says it for all. */
const TELLING_SPREAD_MS = 1_500;

export class ToolGuard {
  #parts;
  /** @type {Version[]} those that were suspected one after another */
  #suspects = [];
  #blocks = 0;
  /** Once a visit: after that somebody wanted the tools to run. */
  #wasSaid = false;
  #begun = 0;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Why this version does not run here; null: it does. @param {Version} version @returns {Verdict | null} */
  verdict(version) {
    if (this.#parts.isSafe()) return { state: "off", reason: "" };
    const reason = this.#parts.quarantine.reason(version) ?? stopInRoom(this.#parts.state(), version);
    return reason === null ? null : { state: "stopped", reason };
  }

  /** A realm is about to be given the room's tools. */
  enter() {
    this.#parts.quarantine.enter(this.#parts.state().epoch ?? "");
    if (this.#parts.quarantine.froze && !this.#wasSaid) {
      this.#wasSaid = true;
      this.#parts.onFroze?.();
    }
    this.#begin(runningTools(this.#parts.state()));
  }

  /** An op came, and is about to be handed to the realm.
   * @param {import("./hub/wire.js").Envelope} envelope */
  news({ op }) {
    const name = String(op.name);
    const version = runningTool(this.#parts.state(), name);
    if (!version) return undefined;
    if (op.type === "upgrade") return this.#begin([version]);
    const verdict = this.verdict(version);
    if (op.type === PIN) return this.#exchange(version, verdict);
    if (op.seq !== version.seq) return undefined;
    if (op.type === STARTED && verdict === null) this.#run(version);
    if (op.type === STOPPED && verdict !== null && this.#parts.quarantine.reason(version) === null) {
      this.#parts.realm.halt(name);
      this.#parts.onStopped(version, verdict.reason);
    }
    return undefined;
  }

  /** The realm is stuck.
   * @param {{tool: string | null, seq: number}} by who ran last, as far as it could tell */
  blocked({ tool, seq }) {
    const running = this.#running();
    const known = running.find((version) => version.name === tool && version.seq === seq);
    if (known) {
      this.#stop(known, BLOCKED);
      this.#tell(known, BLOCKED);
    } else this.#suspect(running);
    this.#parts.realm.build();
  }

  /** Somebody here wants it run. @param {Version} version */
  start(version) {
    this.#parts.quarantine.release(version);
    if (stopInRoom(this.#parts.state(), version) !== null) this.#parts.publish(startOp(version));
    else this.#run(version);
  }

  /** Another version of a tool is the one to run. */
  #exchange(version, verdict) {
    if (verdict === null) return this.#run(version);
    this.#parts.realm.halt(version.name);
    if (verdict.state === "stopped") this.#parts.onStopped(version, verdict.reason);
    return undefined;
  }

  #running() {
    return runningTools(this.#parts.state()).filter((tool) => this.verdict(tool) === null).sort((a, b) => b.seq - a.seq);
  }

  #suspect(running) {
    const blocks = ++this.#blocks;
    const isHopeless = this.#suspects.length >= SUSPECTS_MAX;
    const stopped = isHopeless ? running : running.slice(0, 1);
    for (const version of stopped) {
      this.#suspects.push(version);
      this.#stop(version, isHopeless ? ALL : SUSPECTED);
    }
    this.#parts.later(() => {
      if (blocks !== this.#blocks) return;
      const innocent = isHopeless ? [] : this.#suspects.slice(0, -1);
      this.#suspects = [];
      for (const version of innocent) this.start(version);
    }, WELL_MS);
  }

  #stop(version, reason) {
    this.#parts.quarantine.stop(version, reason);
    this.#parts.onStopped(version, reason);
  }

  #tell(version, reason) {
    this.#parts.later(() => {
      const state = this.#parts.state();
      const isCurrent = runningTool(state, version.name)?.seq === version.seq;
      if (state.phase !== "live" || !isCurrent || stopInRoom(state, version) !== null) return;
      this.#parts.publish(stopOp(version, reason));
    }, this.#parts.random() * TELLING_SPREAD_MS);
  }

  #run(version) {
    this.#begin([version]);
    this.#parts.realm.run(version);
  }

  /** @param {Version[]} versions */
  #begin(versions) {
    const running = versions.filter((version) => this.verdict(version) === null);
    if (running.length === 0) return;
    this.#parts.quarantine.begin(running);
    const begun = ++this.#begun;
    this.#parts.later(() => {
      // What has begun since needs its own time.
      if (begun === this.#begun) this.#parts.quarantine.prove(runningTools(this.#parts.state()));
    }, PROVEN_MS);
  }
}
