/**
 * What tools want that the viewer is asked about first: to change the room's tools, and to have the hub act.
 * Asked once for a version of a tool, for this visit; what waits is bounded. Who asks is the realm's word, so
 * this is a door with a bell and not a wall: one tool may speak through another that was let in.
 *
 * @typedef {import("../hub/wire.js").Op} Op
 * @typedef {{tool: string | null, seq: number}} By null: the room's page itself, or nobody that is known
 * @typedef {"tools" | "hub" | "media"} Power
 * @typedef {{key: string, by: By, power: Power, wish: string, ops: Op[], allow?: string,
 *   settle?: (isAllowed: boolean) => void}} Question `allow`: the word for yes where that is for longer
 */

import { PIN } from "../room/pins.js";
import { STARTED, STOPPED } from "../room/stops.js";
import { removedName } from "../room/state.js";

const QUESTIONS_MAX = 8;
const WAITING_MAX = 50;
const WAITING_CHARACTERS_MAX = 4_194_304;

export class Asking {
  /** @type {Question[]} the first is shown */
  #questions = [];
  /** @type {Map<string, boolean>} */
  #answers = new Map();
  #waiting = 0;
  #characters = 0;
  #parts;

  /**
   * @param {{publish: (op: Op) => void, onChange: () => void,
   *   onRefused: (op: Op, by: By, why: string) => void}} parts
   */
  constructor(parts) {
    this.#parts = parts;
  }

  /** What is asked now. @returns {Question | null} */
  get question() {
    return this.#questions[0] ?? null;
  }

  /** @param {Op} op as it came from the realm @param {By} by */
  take(op, by) {
    // Whatever it says of itself: this is where it came from.
    const marked = { ...op, via: "realm" };
    if (op.type === STOPPED || op.type === STARTED || op.type === PIN) {
      return this.#parts.onRefused(marked, by, "Only people start, stop and pin tools.");
    }
    const power = powerOf(op);
    if (power === null) return this.#parts.publish(marked);
    const key = JSON.stringify([by.tool, by.seq, power]);
    const answer = this.#answers.get(key);
    if (answer === undefined) return this.#ask(key, marked, by, power);
    return answer ? this.#parts.publish(marked) : this.#refuse(marked, by);
  }

  /** Something that is no op; asked once a visit.
   * @param {{key: string, wish: string, allow: string, settle: (isAllowed: boolean) => void}} parts */
  ask({ key, wish, allow, settle }) {
    const isKnown = this.#answers.has(key) || this.#questions.some((question) => question.key === key);
    if (isKnown || this.#questions.length >= QUESTIONS_MAX) return;
    this.#questions.push({ key, by: { tool: null, seq: 0 }, power: "media", wish, ops: [], allow, settle });
    this.#parts.onChange();
  }

  /** The viewer's word on what is asked now. @param {boolean} isAllowed */
  answer(isAllowed) {
    const question = this.#questions.shift();
    if (!question) return;
    this.#answers.set(question.key, isAllowed);
    this.#drop(question);
    question.settle?.(isAllowed);
    for (const op of question.ops) {
      if (isAllowed) this.#parts.publish(op);
      else this.#refuse(op, question.by);
    }
    this.#parts.onChange();
  }

  /** The tool is gone; what it wanted is not asked any more. @param {string} tool */
  forget(tool) {
    const gone = this.#questions.filter(({ by }) => by.tool === tool);
    if (gone.length === 0) return;
    this.#questions = this.#questions.filter(({ by }) => by.tool !== tool);
    gone.forEach((question) => this.#drop(question));
    this.#parts.onChange();
  }

  #ask(key, op, by, power) {
    const size = JSON.stringify(op).length;
    const known = this.#questions.find((question) => question.key === key);
    if (
      this.#waiting >= WAITING_MAX || this.#characters + size > WAITING_CHARACTERS_MAX
      || (!known && this.#questions.length >= QUESTIONS_MAX)
    ) {
      return this.#parts.onRefused(op, by, "Too much waits to be allowed already.");
    }
    this.#waiting += 1;
    this.#characters += size;
    if (known) known.ops.push(op);
    else this.#questions.push({ key, by, power, wish: wishOf(op), ops: [op] });
    this.#parts.onChange();
  }

  #refuse(op, by) {
    this.#parts.onRefused(op, by, "You refused it for this visit.");
  }

  #drop({ ops }) {
    this.#waiting -= ops.length;
    this.#characters -= ops.reduce((sum, op) => sum + JSON.stringify(op).length, 0);
  }
}

/** @param {Op} op @returns {Power | null} null: what anybody may say at any time */
export function powerOf(op) {
  if (op.schedule !== undefined || op.type === "request") return "hub";
  return ["upgrade", "remove", "import", "reset"].includes(op.type) ? "tools" : null;
}

/** @param {Op} op */
function wishOf(op) {
  const named = (name) => (typeof name === "string" && name !== "" ? ` “${name.slice(0, 64)}”` : "");
  if (op.schedule !== undefined) return `have the hub send “${op.type.slice(0, 64)}” on a schedule`;
  switch (op.type) {
    case "upgrade":
      return `install the tool${named(op.name)} for everybody`;
    case "remove":
      return `remove the tool${named(removedName(op))} for everybody`;
    case "import":
      return `copy the tool${named(op.text ?? op.name)} from another room`;
    case "reset":
      return "rebuild this page for everybody";
    default:
      return `have the hub fetch${named(op.url) || " an address outside"}`;
  }
}
