/**
 * Tells the shell whose code is about to run, so that it knows, when this page stops answering, which tool it
 * was. Telling is cheap and bounded; what can't be told is said to be nobody's.
 *
 *   a tool's script, handler, timer or listener begins   its name, unless it was told last
 *   it calls another's and that returns                  its name again
 *   the turn is over                                     nobody
 */

import { natives } from "#realm/natives.js";

/** Changes told between two questions of the shell; a log of thousands of ops through a chain has more. */
const CHANGES_MAX = 1_000;

export class Running {
  #post;
  /** @type {import("#realm/owners.js").Owner | null} */
  #told = null;
  /** Whose script element executes: nothing is on the stack then, and nothing tells when it ends. */
  #script = null;
  #left = CHANGES_MAX;
  #isTurnWatched = false;

  /** @param {(message: object) => void} post */
  constructor(post) {
    this.#post = post;
  }

  /** The owner that runs now; null: the outermost one has returned.
   * @param {import("#realm/owners.js").Owner | null} owner */
  top(owner) {
    const now = owner ?? this.#script;
    // What it left to microtasks is still its own, so it is nobody's only when the turn is over.
    if (owner === null) this.#watchTurn();
    if (now !== null && now !== this.#told) this.#tell(now);
  }

  /** A script element begins. @param {import("#realm/owners.js").Owner} owner */
  script(owner) {
    this.#script = owner;
    this.top(owner);
    this.#watchTurn();
  }

  /** The shell asked whether this page is alive: so it knows that what ran before has ended. */
  alive() {
    this.#left = CHANGES_MAX;
  }

  #watchTurn() {
    if (this.#isTurnWatched) return;
    this.#isTurnWatched = true;
    natives.setTimeout(() => {
      this.#isTurnWatched = false;
      this.#script = null;
      if (this.#told !== null) this.#tell(null);
    }, 0);
  }

  #tell(owner) {
    if (this.#left === 0) return;
    this.#left -= 1;
    // The last word must not accuse one of many.
    this.#told = this.#left === 0 ? null : owner;
    this.#post({ kind: "running", tool: this.#told?.tool ?? null, seq: this.#told?.seq ?? 0 });
  }
}
