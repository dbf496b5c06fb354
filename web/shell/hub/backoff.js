/**
 * How long to wait before the next attempt: exponential with full jitter, so that the clients of a hub
 * that restarts do not all come back in the same instant. It keeps no timer.
 */

const FIRST_MS = 250;
const LONGEST_MS = 10_000;
/** Nobody looks at a hidden page, and a browser may have a hundred of them. */
const HIDDEN_FIRST_MS = 5_000;
const HIDDEN_LONGEST_MS = 60_000;

/**
 * @param {number} attempt 0 for the first retry
 * @param {() => number} random in [0, 1)
 * @param {boolean} isHidden whether nobody can see the page
 * @returns {number} ms
 */
export function delayBefore(attempt, random = Math.random, isHidden = false) {
  const exponent = Math.min(Math.max(attempt, 0), 16);
  const [first, longest] = isHidden ? [HIDDEN_FIRST_MS, HIDDEN_LONGEST_MS] : [FIRST_MS, LONGEST_MS];
  return Math.round(random() * Math.min(longest, first * 2 ** exponent));
}

/**
 * Whether a client should come back by itself after this close code. 1002 says that we broke RFC 6455,
 * and from 4500 on only the user's wish counts; coming back would only repeat the mistake.
 * @param {number} code
 */
export function mayReturn(code) {
  if (code === 1002) return false;
  return code < 4500 || code > 4999;
}
