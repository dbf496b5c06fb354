/**
 * How the tools fare in this page, from what the room and the realm say of them. It announces what somebody
 * who sees no list should hear; it stops and starts nothing.
 *
 * @typedef {(version: {name: string, seq: number}) => import("./tool-guard.js").Verdict | null} Judge
 */

import { PIN } from "./room/pins.js";
import { removedName } from "./room/state.js";
import { failing, halted, installing, removed, settled } from "./room/tool-status.js";

export class ToolWatch {
  /** @type {import("./room/tool-status.js").Statuses} */
  statuses = new Map();
  #say;

  /**
   * @param {{announce: (text: string) => void, toast: (toast: import("./views/toaster.js").Toast) =>
   *   void}} say
   */
  constructor(say) {
    this.#say = say;
  }

  /**
   * A realm begins with these.
   * @param {Iterable<import("./room/state.js").Tool>} tools
   * @param {Judge} judge
   */
  begin(tools, judge) {
    // Made at once: a copy per tool would be quadratic.
    const begin = ({ name, seq }) => [...installing(new Map(), name, seq, judge({ name, seq }))];
    this.statuses = new Map([...tools].flatMap(begin));
  }

  /**
   * @param {import("./hub/wire.js").Envelope} envelope
   * @param {{judge: Judge, others: boolean, pin?: (name: string) => {seq: number} | null}} circumstances
   *   `others`: somebody else did it, just now; `pin`: the version that runs whatever is published
   */
  news({ op, from, seq }, { judge, others, pin = () => null }) {
    if (op.type === "upgrade" && typeof op.name === "string") {
      const pinned = pin(op.name);
      const version = { name: op.name, seq: pinned?.seq ?? seq ?? 0 };
      if (!pinned || this.statuses.get(op.name)?.seq !== pinned.seq) {
        this.statuses = installing(this.statuses, version.name, version.seq, judge(version));
      }
      const did = pinned ? "published a version that waits, of" : "ran";
      if (others) this.#say.announce(`${from.name} ${did} the tool ${op.name}`);
    } else if (op.type === PIN) {
      const did = pin(String(op.name)) ? "pinned" : "unpinned";
      if (others) this.#say.announce(`${from.name} ${did} the tool ${op.name}`);
    } else if (op.type === "remove") {
      const name = removedName(op);
      if (name === null) return;
      this.statuses = removed(this.statuses, name);
      if (others) this.#say.announce(`${from.name} removed the tool ${name}`);
    }
  }

  /** @param {{tool: string, seq: number, state: "running" | "failed"}} told */
  settled(told) {
    this.statuses = settled(this.statuses, told);
  }

  /** @param {import("./realm/incoming.js").ToolError} error */
  failed(error) {
    if (error.tool === null) {
      this.#say.toast({ title: "An error in the room's page", detail: error.message, tone: "bad" });
      return;
    }
    const first = !this.statuses.get(error.tool)?.errors.length;
    this.statuses = failing(this.statuses, error);
    if (first) this.#say.announce(`The tool ${error.tool} has an error: ${error.message}`);
  }

  /** @param {{name: string, seq: number}} version @param {string} reason */
  stopped({ name, seq }, reason) {
    this.statuses = installing(this.statuses, name, seq, { state: "stopped", reason });
    this.#say.announce(`The tool ${name} was stopped. ${reason}`);
  }

  /** It was stopped, and begins again. @param {{name: string, seq: number}} version */
  started({ name, seq }) {
    this.statuses = installing(this.statuses, name, seq, null);
  }

  /** The page is gone, and the tools with it. */
  halted() {
    this.statuses = halted(this.statuses);
  }
}
