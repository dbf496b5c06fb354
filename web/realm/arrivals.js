/**
 * What came for this page, in its order. A tool hears what comes after it: while a script is being loaded,
 * what is not itself the installing of a tool waits for it, so that a board's cards find their board, and
 * not the list of what nobody understood. It decides nothing about what it passes on.
 */

/** A script lies in this page already and takes milliseconds; nothing waits for one that never comes. */
const WAIT_MS = 1_000;

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
  drain(isPatient = true) {
    // A tool that is installed while things are delivered comes back here; the loop below goes on by itself.
    if (this.#isWorking) return;
    const { deliver, isInstall, isLoading, onDone, later, cancel } = this.#parts;
    this.#isWorking = true;
    let at = 0;
    try {
      while (at < this.#waiting.length) {
        if (isPatient && isLoading() && !isInstall(this.#waiting[at])) break;
        // Counted first: what can't be delivered is not tried again.
        deliver(this.#waiting[at++]);
      }
    } finally {
      this.#waiting = this.#waiting.slice(at);
      this.#isWorking = false;
    }
    if (this.#waiting.length > 0) {
      this.#wait ??= later(() => {
        this.#wait = null;
        this.drain(false);
      }, WAIT_MS);
      return;
    }
    if (this.#wait !== null) cancel(this.#wait);
    this.#wait = null;
    onDone();
  }
}
