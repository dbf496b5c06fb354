/**
 * How long to wait before the next attempt: exponential with full jitter, so that the clients of a hub
 * that restarts do not all come back in the same instant. It keeps no timer.
 */

const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * @param {number} attempt 0 for the first retry
 * @param {() => number} random in [0, 1)
 * @returns {number} ms
 */
export function delayBefore(attempt, random = Math.random) {
  const exponent = Math.min(Math.max(attempt, 0), 16);
  return Math.round(random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** exponent));
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
