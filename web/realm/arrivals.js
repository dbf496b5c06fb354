/**
 * What came for this page, in its order. A tool hears what comes after it: while a script is being loaded,
 * what is not itself the installing of a tool waits for it, so that a board's cards find their board, and
 * not the list of what nobody understood. It decides nothing about what it passes on.
 */

/** A script lies in this page already and takes milliseconds; nothing waits for one that never comes. */
const WAIT_MS = 1_000;
/** What gathered while a script was loaded comes in parts, so that the page answers between them. */
const PART_MAX = 500;

/** @template Item */
export class Arrivals {
  /** @type {Item[]} */
  #waiting = [];
  #parts;
  /** @type {unknown} the timer of the wait; null: none is running */
  #wait = null;
  #isWorking = false;

  /**
   * @param {{deliver: (item: Item) => void, isInstall: (item: Item) => boolean, isLoading: () => boolean,
   *   onDone: () => void, later: (f: () => void, ms: number) => unknown,
   *   cancel: (timer: any) => void}} parts `onDone`: nothing waits any more
   */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {Item[]} items */
  add(items) {
    this.#waiting.push(...items);
    this.drain();
  }

  /** A script was loaded, or something came. */
  drain() {
    this.#work(true, PART_MAX);
  }

  /** Delivers all, whatever is still being loaded. */
  flush() {
    this.#work(false, Infinity);
  }

  #work(isPatient, most) {
    // A tool that is installed while things are delivered comes back here; the loop below goes on by itself.
    if (this.#isWorking) return;
    const { deliver, isInstall, isLoading, onDone } = this.#parts;
    const isHeld = (item) => isPatient && isLoading() && !isInstall(item);
    this.#isWorking = true;
    let at = 0;
    try {
      while (at < this.#waiting.length && at < most && !isHeld(this.#waiting[at])) {
        // Counted first: what can't be delivered is not tried again.
        deliver(this.#waiting[at++]);
      }
    } finally {
      this.#waiting = this.#waiting.slice(at);
      this.#isWorking = false;
    }
    if (this.#waiting.length === 0) {
      this.#stopWaiting();
      onDone();
    } else if (isHeld(this.#waiting[0])) this.#waitFor(WAIT_MS);
    else this.#goOn(isPatient);
  }

  #waitFor(ms) {
    this.#wait ??= this.#parts.later(() => {
      this.#wait = null;
      this.#work(false, PART_MAX);
    }, ms);
  }

  /** The rest in a turn of its own, so that questions and frames come between. */
  #goOn(isPatient) {
    this.#stopWaiting();
    this.#wait = this.#parts.later(() => {
      this.#wait = null;
      this.#work(isPatient, PART_MAX);
    }, 0);
  }

  #stopWaiting() {
    if (this.#wait !== null) this.#parts.cancel(this.#wait);
    this.#wait = null;
  }
}
