import assert from "node:assert/strict";
import test from "node:test";
import { Arrivals } from "#realm/arrivals.js";

function make() {
  const world = { got: [], loading: 0, timers: new Map(), done: 0 };
  let last = 0;
  world.arrivals = new Arrivals({
    deliver: (item) => {
      world.got.push(item);
      if (item.startsWith("tool")) world.loading += 1;
      if (item === "bad") throw new Error("bad");
    },
    isInstall: (item) => item.startsWith("tool"),
    isLoading: () => world.loading > 0,
    onDone: () => (world.done += 1),
    later: (f) => (world.timers.set(++last, f), last),
    cancel: (timer) => world.timers.delete(timer),
  });
  world.loaded = () => {
    world.loading -= 1;
    world.arrivals.drain();
  };
  return world;
}

test("without a tool on its way all comes at once, in order", () => {
  const world = make();
  world.arrivals.add(["a", "b"]);
  world.arrivals.add(["c"]);
  assert.deepEqual(world.got, ["a", "b", "c"]);
  assert.equal(world.timers.size, 0);
  assert.equal(world.done, 2);
});

test("tools are installed together, and what comes after them waits for all their scripts", () => {
  const world = make();
  world.arrivals.add(["tool 1", "tool 2", "card"]);
  world.arrivals.add(["tool 3", "comment"]);
  assert.deepEqual(world.got, ["tool 1", "tool 2"]);
  world.loaded();
  assert.deepEqual(world.got, ["tool 1", "tool 2"]);
  world.loaded();
  assert.deepEqual(world.got, ["tool 1", "tool 2", "card", "tool 3"]);
  assert.equal(world.done, 0);
  world.loaded();
  assert.deepEqual(world.got, ["tool 1", "tool 2", "card", "tool 3", "comment"]);
  assert.equal(world.done, 1);
  assert.equal(world.timers.size, 0);
});

test("a script that never comes holds nothing up for long", () => {
  const world = make();
  world.arrivals.add(["tool", "a", "b"]);
  assert.equal(world.timers.size, 1);
  const [[timer, run]] = world.timers;
  world.timers.delete(timer);
  run();
  assert.deepEqual(world.got, ["tool", "a", "b"]);
  world.arrivals.add(["c"]);
  assert.equal(world.timers.size, 1);
});

test("what can't be delivered is lost alone", () => {
  const world = make();
  assert.throws(() => world.arrivals.add(["a", "bad", "b"]), /bad/);
  world.arrivals.add(["c"]);
  assert.deepEqual(world.got, ["a", "bad", "b", "c"]);
});

test("what gathered meanwhile comes in parts, in order, and a flush brings all of it", () => {
  const world = make();
  const many = Array.from({ length: 1_200 }, (_, at) => `op ${at}`);
  world.arrivals.add(["tool", ...many]);
  world.loaded();
  assert.equal(world.got.length, 501);
  const next = () => {
    const [[timer, run]] = world.timers;
    world.timers.delete(timer);
    run();
  };
  next();
  assert.equal(world.got.length, 1_001);
  next();
  assert.deepEqual(world.got.slice(1), many);
  assert.equal(world.timers.size, 0);
  world.arrivals.add(["tool again", ...many]);
  world.arrivals.flush();
  assert.deepEqual(world.got.slice(1_202), many);
  assert.equal(world.timers.size, 0);
});
