/**
 * A chain of handlers: each gets the subject and `next`, and decides whether the rest hears of it. It does
 * not know what a handler belongs to; who adds one says so by `run`.
 *
 * @typedef {(subject: any, next: () => void) => unknown} Handler
 * @typedef {{handler: Handler, name: string, priority: number, run: Run, gone: boolean, isTried: boolean}}
 *   Link
 * @typedef {(f: () => unknown) => boolean} Run calls f; false where it threw. Reporting is its business.
 */

export const PRIORITY_DEFAULT = 5;

/**
 * A handler that keeps what is not its own silences the room; so it is tried with something foreign first,
 * and hears of nothing else before it let that pass.
 * @typedef {{subject: any, later: (f: () => void, ms: number) => unknown, onRefused: () => void}} Trial
 */

/** How long a handler may think about what is none of its business. */
const TRIAL_MS = 500;

/** @type {Run} */
const plainly = (f) => {
  f();
  return true;
};

export class HandlerChain {
  /** @type {Link[]} by priority, then in the order of adding */
  #links = [];

  /** Lower priorities come first. A handler of the same function name replaces the older one.
   * @param {Handler} handler
   * @param {number} [priority]
   * @param {Run} [run]
   * @param {Trial} [trial]
   * @returns {() => void} takes it out
   */
  add(handler, priority = PRIORITY_DEFAULT, run = plainly, trial = undefined) {
    if (typeof handler !== "function") throw new TypeError("A handler is a function.");
    const { name } = handler;
    const link = { handler, name, priority: Number(priority), run, gone: false, isTried: !trial };
    if (Number.isNaN(link.priority)) link.priority = PRIORITY_DEFAULT;
    if (link.name !== "") for (const old of this.#links) if (old.name === link.name) this.#remove(old);
    this.#links = [...this.#links, link].sort((a, b) => a.priority - b.priority);
    if (trial) this.#try(link, trial);
    return () => this.#remove(link);
  }

  #try(link, { subject, later, onRefused }) {
    const pass = () => (link.isTried = true);
    link.run(() => {
      try {
        link.handler(subject, pass);
      } catch {
        // One that throws is passed over with whatever it throws at, so it keeps nothing.
        pass();
      }
    });
    if (link.isTried) return;
    later(() => {
      if (link.isTried || link.gone) return;
      this.#remove(link);
      onRefused();
    }, TRIAL_MS);
  }

  get size() {
    return this.#links.length;
  }

  /**
   * Hands the subject down the chain; `last` gets what everybody let pass. A handler that throws before it
   * called `next` is passed over, so that one broken tool does not silence the room.
   * @param {any} subject @param {(subject: any) => void} [last]
   */
  call(subject, last = () => {}) {
    const links = this.#links;
    const step = (index) => {
      while (index < links.length && isSilent(links[index])) index++;
      if (index === links.length) return last(subject);
      const link = links[index];
      let passed = false;
      const next = () => {
        if (passed) return;
        passed = true;
        step(index + 1);
      };
      if (!link.run(() => link.handler(subject, next))) next();
    };
    step(0);
  }

  #remove(link) {
    link.gone = true;
    this.#links = this.#links.filter((other) => other !== link);
  }
}

const isSilent = ({ gone, isTried }) => gone || !isTried;
