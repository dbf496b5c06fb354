import assert from "node:assert/strict";
import test from "node:test";
import { Quarantine } from "../../web/shell/room/quarantine.js";
import { pinOp, unpinOp } from "../../web/shell/room/pins.js";
import { startOp, stopOp } from "../../web/shell/room/stops.js";
import { outside, reduce } from "../../web/shell/room/state.js";
import { ToolGuard } from "../../web/shell/tool-guard.js";
import { ada, bob, envelope, MemoryStore, ready, welcome } from "./fixtures.js";

function rig(store = new MemoryStore(), page = "p1", more = {}) {
  const world = { safe: false, froze: 0, built: 0, ran: [], halted: [], published: [], stopped: [], later: [] };
  world.state = [welcome(), ready(0)].reduce(reduce, outside());
  world.guard = new ToolGuard({
    quarantine: new Quarantine({ store, room: "lobby", page, now: () => 0, ...more }),
    state: () => world.state,
    isSafe: () => world.safe,
    realm: {
      build: () => world.built++,
      run: ({ name }) => world.ran.push(name),
      halt: (name) => world.halted.push(name),
    },
    publish: (op) => world.published.push(op),
    onStopped: ({ name }, reason) => world.stopped.push([name, reason]),
    onFroze: () => (world.froze++, (world.safe = true)),
    later: (f, ms) => world.later.push([ms, f]),
    random: () => 0.5,
  });
  world.op = (seq, op, from = ada) => {
    const frame = envelope(seq, op, from);
    world.state = reduce(world.state, frame);
    world.guard.news(frame.envelope);
  };
  world.pass = () => world.later.splice(0).forEach(([, f]) => f());
  world.runs = (name) => world.guard.verdict({ name, seq: world.state.tools.get(name).seq }) === null;
  world.guard.enter();
  for (const [i, name] of ["a", "b", "c", "d", "e"].entries()) world.op(i + 1, { type: "upgrade", name });
  return world;
}

test("[U88] the tool that ran last is stopped, the realm rebuilt, and the room told once", () => {
  const world = rig();
  world.guard.blocked({ tool: "b", seq: 2 });
  assert.deepEqual([world.built, world.runs("b"), world.runs("e")], [1, false, true]);
  world.pass();
  assert.deepEqual(world.published.map(({ type, name, seq }) => [type, name, seq]), [["tool-stopped", "b", 2]]);
  const other = rig();
  other.guard.blocked({ tool: "b", seq: 2 });
  other.op(6, stopOp({ name: "b", seq: 2 }, "first"), bob);
  other.pass();
  assert.deepEqual(other.published, [], "somebody else said so first");
});

test("a version that is gone by now accuses nobody of its name", () => {
  const world = rig();
  world.op(6, { type: "upgrade", name: "b" });
  world.guard.blocked({ tool: "b", seq: 2 });
  assert.equal(world.runs("b"), false, "as the newest");
  assert.match(world.stopped[0][1], /may be the reason/);
});

test("nobody known: the newest first, and those suspected in vain run again when the page is well", () => {
  const world = rig();
  world.guard.blocked({ tool: null, seq: 0 });
  world.guard.blocked({ tool: null, seq: 0 });
  assert.deepEqual(world.stopped.map(([name]) => name), ["e", "d"]);
  world.pass();
  assert.deepEqual([world.runs("e"), world.runs("d"), world.runs("c")], [true, false, true]);
  assert.deepEqual(world.ran, ["e"]);
  assert.deepEqual(world.published, [], "a suspicion is told to nobody");
});

test("nobody known again and again: all are stopped", () => {
  const world = rig();
  for (let i = 0; i < 4; i++) world.guard.blocked({ tool: null, seq: 0 });
  assert.deepEqual(["a", "b", "c", "d", "e"].map(world.runs), [false, false, false, false, false]);
  world.pass();
  assert.deepEqual(world.ran, []);
});

test("another's stop takes a tool out here, and being started by hand brings it back for good", () => {
  const world = rig();
  world.op(6, stopOp({ name: "a", seq: 1 }, "slow"), bob);
  assert.deepEqual([world.halted, world.runs("a")], [["a"], false]);
  world.guard.start({ name: "a", seq: 1 });
  assert.deepEqual(world.published, [startOp({ name: "a", seq: 1 })]);
  world.op(7, startOp({ name: "a", seq: 1 }));
  assert.deepEqual([world.ran, world.runs("a")], [["a"], true]);
  world.op(8, stopOp({ name: "a", seq: 1 }, "slow"), bob);
  assert.deepEqual([world.halted, world.runs("a")], [["a"], true]);
});

test("one that was stopped here only is started here only; a new version runs", () => {
  const world = rig();
  world.guard.blocked({ tool: null, seq: 0 });
  world.guard.start({ name: "e", seq: 5 });
  assert.deepEqual([world.ran, world.published], [["e"], []]);
  world.guard.blocked({ tool: "a", seq: 1 });
  world.op(6, { type: "upgrade", name: "a" });
  assert.equal(world.runs("a"), true);
});

test("[U88] what ran for the first time is written down before it runs, and crossed out after a while", () => {
  const store = new MemoryStore();
  const world = rig(store);
  const marks = () => [...store.items.keys()].filter((key) => key.startsWith("chatos.running/"));
  assert.equal(marks().length, 1);
  world.pass();
  assert.equal(marks().length, 0);
});

test("pinning and unpinning exchange the version that runs; each is stopped for itself", () => {
  const world = rig();
  const source = { markup: "", style: "", script: "old" };
  world.op(6, { type: "upgrade", name: "a" });
  world.op(7, pinOp("a", 1, source), bob);
  assert.deepEqual(world.ran, ["a"]);
  world.op(8, { type: "upgrade", name: "a" });
  assert.deepEqual(world.ran, ["a"], "it waits");
  world.guard.blocked({ tool: "a", seq: 7 });
  world.pass();
  assert.deepEqual(world.published.map(({ name, seq }) => [name, seq]), [["a", 7]]);
  world.op(9, stopOp({ name: "a", seq: 7 }, "it blocked"));
  assert.equal(world.guard.verdict({ name: "a", seq: 7 }).state, "stopped");
  world.op(10, unpinOp("a"), bob);
  assert.deepEqual(world.ran, ["a", "a"], "the newest, of which nobody said anything");
  world.op(11, stopOp({ name: "a", seq: 8 }, "so does it"), bob);
  world.halted.length = 0;
  world.op(12, pinOp("a", 1, source), bob);
  world.op(13, unpinOp("a"), bob);
  assert.deepEqual(world.halted, ["a"], "back to one that is stopped");
});

test("after a page that froze tools are off until somebody turns them on", () => {
  const store = new MemoryStore();
  store.setItem("chatos.running/lobby/gone", JSON.stringify({ epoch: "e1", at: -100_000, running: [] }));
  const world = rig(store, "p2", { isIsolated: false });
  assert.deepEqual([world.froze, world.runs("a")], [1, false]);
  world.safe = false;
  world.guard.enter();
  assert.deepEqual([world.froze, world.runs("a")], [1, true]);
});
