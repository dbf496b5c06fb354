import assert from "node:assert/strict";
import test from "node:test";
import { claimByAsking, claimByLock } from "../../web/shell/hub/claims.js";

/** Channels as those of a browser: what one posts the others hear, later, and not itself. */
function makeRoom() {
  const listeners = [];
  const clock = { timers: [] };
  const channel = () => {
    let own = null;
    return {
      post: (message) => {
        const others = listeners.filter((each) => each !== own);
        for (const other of others) clock.timers.push({ ms: 1, f: () => other(structuredClone(message)) });
      },
      listen: (listener) => listeners.push((own = listener)),
    };
  };
  const setTimer = (f, ms) => clock.timers.push({ f, ms });
  const page = (random) => claimByAsking(channel(), { random: () => random, setTimer });
  /** Runs what is due, the sooner first, until nothing is. */
  const settle = async () => {
    for (let turn = 0; turn < 200; turn++) {
      await null;
      clock.timers.sort((a, b) => a.ms - b.ms);
      clock.timers.shift()?.f();
    }
  };
  return { page, settle };
}

test("without locks: who asks first has the name, and gives it up when it is told to", async () => {
  const { page, settle } = makeRoom();
  const [first, second] = [page(0.1), page(0.9)];
  const one = first("x", 0);
  await settle();
  const release = await one;
  assert.equal(typeof release, "function");
  const two = second("x", 0);
  await settle();
  assert.equal(await two, null, "though it drew the better lot");
  release();
  const three = second("x", 0);
  await settle();
  assert.equal(typeof await three, "function");
});

test("without locks: of those that ask at once exactly one has the name", async () => {
  for (const lots of [[0.1, 0.5, 0.9], [0.9, 0.5, 0.1], [0.5, 0.9, 0.1]]) {
    const { page, settle } = makeRoom();
    const claims = lots.map(page).map((claim) => claim("x", 0));
    await settle();
    const got = (await Promise.all(claims)).map((release) => release !== null);
    assert.deepEqual(got, lots.map((lot) => lot === 0.9));
  }
});

test("without locks: names do not stand in each other's way", async () => {
  const { page, settle } = makeRoom();
  const claims = [page(0.1)("x", 0), page(0.9)("y", 0)];
  await settle();
  assert.ok((await Promise.all(claims)).every((release) => release !== null));
});

test("without locks: who waits gets the name when its holder goes", async () => {
  const { page, settle } = makeRoom();
  const one = page(0.1)("x", 0);
  await settle();
  const release = await one;
  const two = page(0.2)("x", 4_000);
  release();
  await settle();
  assert.equal(typeof await two, "function");
});

test("with locks: a name is held until it is given up, and asked for without waiting unless told to", async () => {
  const held = new Map();
  const asked = [];
  const locks = {
    async request(name, options, callback) {
      asked.push(options);
      if (held.has(name)) {
        if (options.ifAvailable) return callback(null);
        throw new DOMException("timed out", "TimeoutError");
      }
      held.set(name, true);
      await callback({ name });
      return held.delete(name);
    },
  };
  const claim = claimByLock(locks);
  const release = await claim("x", 0);
  assert.equal(await claim("x", 0), null);
  assert.equal(await claim("x", 50), null);
  assert.ok(asked[2].signal instanceof AbortSignal);
  release();
  await new Promise(setImmediate);
  assert.equal(typeof await claim("x", 0), "function");
});
