/**
 * Claims: at most one page of this browser has a name at a time. Who crashes or closes has given it up.
 * What a claim is good for is the claimant's business.
 *
 * The browser's locks do it where there are any. They exist in secure contexts only, and a hub in a house is
 * often plain HTTP; there the pages ask each other. A page that is frozen can't answer, so then two may have
 * one name: for an outbox that costs a second sending, which the hub recognises [ID4].
 *
 * @typedef {{post: (message: object) => void, listen: (listener: (message: any) => void) => void}} Channel
 * @typedef {(name: string, waitMs: number) => Promise<(() => void) | null>} Claim waits at most this long;
 *   gives a function that gives up the claim, or null where another page has it
 */

/** Pages of one browser answer within a few milliseconds, hidden ones too. */
const ANSWER_MS = 300;

/** @param {LockManager | undefined} locks @param {() => Channel} makeChannel @returns {Claim} */
export function makeClaim(locks, makeChannel) {
  return locks ? claimByLock(locks) : claimByAsking(makeChannel());
}

/** @param {LockManager} locks @returns {Claim} */
export function claimByLock(locks) {
  return (name, waitMs) => new Promise((resolve) => {
    const held = () => new Promise((release) => resolve(() => release(undefined)));
    const now = (lock) => (lock ? held() : resolve(null));
    const request = waitMs > 0
      ? locks.request(name, { signal: AbortSignal.timeout(waitMs) }, held)
      : locks.request(name, { ifAvailable: true }, now);
    request.catch(() => resolve(null));
  });
}

/**
 * @param {Channel} channel which does not echo
 * @param {{random?: () => number, setTimer?: (f: () => void, ms: number) => unknown}} [parts]
 * @returns {Claim}
 */
export function claimByAsking(channel, { random = Math.random, setTimer = setTimeout } = {}) {
  /** @type {Map<string, {rank: number, isMine: boolean, lose: () => void}>} */
  const names = new Map();
  channel.listen((message) => {
    const own = names.get(message?.name);
    if (!own) return;
    if (message.kind === "taken" && message.rank > own.rank && !own.isMine) own.lose();
    if (message.kind !== "ask") return;
    // Two that ask at once have drawn lots; who has the name already beats everybody.
    const rank = own.isMine ? Infinity : own.rank;
    if (rank > message.rank) channel.post({ kind: "taken", name: message.name, rank });
    else own.lose();
  });
  const ask = (name) => new Promise((resolve) => {
    if (names.has(name)) return resolve(null);
    const own = { rank: random(), isMine: false, lose: () => (names.delete(name), resolve(null)) };
    names.set(name, own);
    channel.post({ kind: "ask", name, rank: own.rank });
    setTimer(() => {
      if (names.get(name) !== own) return;
      own.isMine = true;
      resolve(() => names.delete(name));
    }, ANSWER_MS);
  });
  return async (name, waitMs) => {
    // Who waits asks again: its former self is about to go.
    for (let waited = 0;; waited += ANSWER_MS) {
      const release = await ask(name);
      if (release || waited + ANSWER_MS > waitMs) return release;
      await new Promise((resolve) => setTimer(() => resolve(undefined), ANSWER_MS));
    }
  };
}

/** @returns {Channel} between the pages of this browser; one that is silent where there is none */
export function pageChannel(name = "chatos.claims") {
  if (!globalThis.BroadcastChannel) return { post() {}, listen() {} };
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener("message", (event) => listener(event.data)),
  };
}
