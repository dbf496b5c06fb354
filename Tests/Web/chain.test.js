import assert from "node:assert/strict";
import test from "node:test";
import { HandlerChain } from "#realm/chain.js";

const recorder = () => {
  const seen = [];
  return { seen, pass: (label) => (message, next) => (seen.push(label), next()) };
};

test("lower priorities come first, equal ones in the order of adding, and 5 is the default", () => {
  const { seen, pass } = recorder();
  const chain = new HandlerChain();
  chain.add(pass("default"));
  chain.add(pass("late"), 9);
  chain.add(pass("early"), 0);
  chain.add(pass("five"), 5);
  chain.add(pass("odd"), "no number");
  chain.call({}, () => seen.push("last"));
  assert.deepEqual(seen, ["early", "default", "five", "odd", "late", "last"]);
});

test("who does not call next keeps the message", () => {
  const { seen, pass } = recorder();
  const chain = new HandlerChain();
  chain.add(() => seen.push("kept"), 1);
  chain.add(pass("never"), 2);
  chain.call({}, () => seen.push("last"));
  assert.deepEqual(seen, ["kept"]);
});

test("next may come later, and counts once", () => {
  const { seen, pass } = recorder();
  const chain = new HandlerChain();
  let later;
  chain.add((message, next) => (later = next));
  chain.add(pass("second"), 6);
  chain.call({}, () => seen.push("last"));
  assert.deepEqual(seen, []);
  later();
  later();
  assert.deepEqual(seen, ["second", "last"]);
});

test("a handler of the same function name replaces the older; nameless ones do not", () => {
  const { seen } = recorder();
  const chain = new HandlerChain();
  const make = (label) => ({ bell: (message, next) => (seen.push(label), next()) }).bell;
  chain.add(make("old"));
  chain.add(make("new"));
  chain.add((() => (message, next) => (seen.push("a"), next()))());
  chain.add((() => (message, next) => (seen.push("b"), next()))());
  chain.call({});
  assert.deepEqual(seen, ["new", "a", "b"]);
});

test("[O5] handlers called constructor or __proto__ are handlers", () => {
  const { seen } = recorder();
  const chain = new HandlerChain();
  for (const name of ["constructor", "__proto__", "toString"]) {
    chain.add(Object.defineProperty((message, next) => (seen.push(name), next()), "name", { value: name }));
  }
  chain.call({});
  assert.deepEqual(seen, ["constructor", "__proto__", "toString"]);
});

test("[U91] a handler that throws is passed over, and the rest hears the message once", () => {
  const { seen, pass } = recorder();
  const guarded = (f) => {
    try {
      f();
      return true;
    } catch (error) {
      seen.push(error.message);
      return false;
    }
  };
  const chain = new HandlerChain();
  chain.add(() => {
    throw new Error("before next");
  }, 1, guarded);
  chain.add((message, next) => {
    next();
    throw new Error("after next");
  }, 2, guarded);
  chain.add(pass("rest"), 3, guarded);
  chain.call({}, () => seen.push("last"));
  assert.deepEqual(seen, ["before next", "rest", "last", "after next"]);
});

test("a handler that is taken out while a message is under way does not get it", () => {
  const { seen, pass } = recorder();
  const chain = new HandlerChain();
  let remove;
  chain.add((message, next) => (remove(), next()), 1);
  remove = chain.add(pass("gone"), 2);
  chain.call({}, () => seen.push("last"));
  assert.deepEqual(seen, ["last"]);
  assert.equal(chain.size, 1);
});

test("a handler that adds one does not disturb the message under way", () => {
  const { seen, pass } = recorder();
  const chain = new HandlerChain();
  chain.add((message, next) => (chain.add(pass("added"), 0), next()), 1);
  chain.call({}, () => seen.push("last"));
  chain.call({}, () => seen.push("last"));
  assert.deepEqual(seen, ["last", "added", "last"]);
});

test("what is no function is no handler", () => {
  for (const handler of [null, undefined, {}, "x"]) {
    assert.throws(() => new HandlerChain().add(handler), TypeError);
  }
});

test("a handler that keeps what is not its own for 500 ms is refused, and heard nothing until then", () => {
  const { seen, pass } = recorder();
  const chain = new HandlerChain();
  const waits = [];
  const trial = (subject) => ({
    subject, later: (f, ms) => waits.push([ms, f]), onRefused: () => seen.push("refused"),
  });
  let later;
  chain.add((message) => seen.push(`kept ${message}`), 1, undefined, trial("foreign"));
  chain.add((message, next) => (later = next), 2, undefined, trial("foreign"));
  chain.add(pass("good"), 3, undefined, trial("foreign"));
  chain.add((message, next) => {
    if (message === "foreign") throw new Error("at the foreign one");
    next();
  }, 4, undefined, trial("foreign"));
  assert.deepEqual(waits.map(([ms]) => ms), [500, 500], "who lets it pass at once, or throws, needs no time");
  chain.call("real");
  assert.deepEqual(seen, ["kept foreign", "good", "good"]);
  later();
  for (const [, f] of waits) f();
  assert.equal(seen.at(-1), "refused");
  assert.equal(chain.size, 3);
});
