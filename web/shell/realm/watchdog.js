/**
 * Asks the realm again and again whether it is alive, and says when it has not answered for too long. What is
 * done about it, and whose fault it was, is not its business. It reads no clock.
 *
 * Only time in which this page itself ran is counted: a machine that sleeps, a hidden page whose timers are
 * held back, or a debugger that stops both must not accuse a tool.
 */

/** How often `beat` wants to be called. */
export const BEAT_MS = 250;
const ASK_MS = 1_000;
/** Who blocks the page for longer is stopped. */
export const BLOCKED_MS = 2_000;
/** A beat that comes later than this was held up itself. */
const BEAT_MAX_MS = 1_000;
/** What of a late beat's time counts, where it was not too late. */
const COUNTED_MAX_MS = 300;

export class Watchdog {
  #ask;
  #onBlocked;
  #beatAt = -Infinity;
  #askedAt = -Infinity;
  #asked = 0;
  /** For how long we wait for an answer; null: we do not. @type {number | null} */
  #waited = null;

  /** @param {{ask: (n: number) => void, onBlocked: () => void}} parts */
  constructor({ ask, onBlocked }) {
    this.#ask = ask;
    this.#onBlocked = onBlocked;
  }

  /** @param {number} now ms, never running backwards @param {boolean} isHidden */
  beat(now, isHidden) {
    const elapsed = now - this.#beatAt;
    this.#beatAt = now;
    if (isHidden || elapsed > BEAT_MAX_MS) {
      this.#waited = null;
      this.#askedAt = -Infinity;
      if (isHidden) return;
    }
    if (this.#waited !== null) {
      this.#waited += Math.min(elapsed, COUNTED_MAX_MS);
      if (this.#waited >= BLOCKED_MS) {
        this.#waited = null;
        this.#onBlocked();
        return;
      }
    }
    if (now - this.#askedAt < ASK_MS) return;
    this.#askedAt = now;
    this.#waited ??= 0;
    this.#ask(++this.#asked);
  }

  /** An answer: to the question of that number, or, 0, that something before it has been worked through.
   * @param {number} n */
  answered(n) {
    if (n === this.#asked) this.#waited = null;
    else if (this.#waited !== null) this.#waited = 0;
  }
}
