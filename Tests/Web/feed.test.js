import assert from "node:assert/strict";
import test from "node:test";
import { missedMuch, RealmFeed } from "../../web/shell/realm/feed.js";
import { pinOp, unpinOp } from "../../web/shell/room/pins.js";
import { outside, reduce } from "../../web/shell/room/state.js";
import { bob, envelope, ready, welcome } from "./fixtures.js";

function rig({ safe = false, status = "connected" } = {}) {
  const world = { posted: [], asked: [], safe, stopped: [] };
  const frames = [
    welcome(),
    ready(0),
    envelope(1, { type: "topic", name: "t" }, bob),
    envelope(2, { type: "upgrade", name: "clock", script: "1" }, bob),
  ];
  world.driver = {
    state: frames.reduce(reduce, outside()),
    status: { state: status },
    pending: [{ id: "tab.1", op: { type: "comment", body: "x", id: "tab.1" } }],
    send: (op) => world.asked.push(op),
  };
  world.feed = new RealmFeed({
    post: (message) => world.posted.push(message),
    driver: world.driver,
    room: "lobby",
    isSafe: () => world.safe,
    runs: ({ name }) => !world.safe && !world.stopped.includes(name),
    ownName: () => "Ada",
  });
  world.kinds = () => world.posted.map((message) => message.kind);
  world.types = () => world.posted.flatMap((message) => message.envelopes ?? []).map(({ op }) => op.type);
  return world;
}

test("an empty realm is told who and where, the state, what is pending, and asks for the last comments", () => {
  const world = rig();
  world.feed.populate();
  assert.deepEqual(world.kinds(), ["room", "ops", "pending", "presence", "status"]);
  assert.deepEqual(world.types(), ["upgrade", "topic"]);
  assert.deepEqual(world.asked, [{ type: "replay", oftype: "comment", limit: 100 }]);
});

test("[U88] in safe mode no tool reaches the realm, neither on entry nor later nor from history", async () => {
  const world = rig({ safe: true });
  world.feed.populate();
  world.feed.envelope(envelope(3, { type: "upgrade", name: "b", script: "1" }).envelope);
  world.feed.envelope(envelope(1, { type: "upgrade", name: "c" }, bob, { replay: true }).envelope);
  world.feed.envelope(envelope(4, { type: "comment", body: "x" }).envelope);
  await null;
  assert.deepEqual(world.types(), ["topic", "comment"]);
});

test("ops of one turn go over together and in their order; a closed realm gets none", async () => {
  const world = rig();
  world.feed.envelope(envelope(3, { type: "early" }).envelope);
  world.feed.populate();
  world.posted.length = 0;
  for (const seq of [3, 4, 5]) world.feed.envelope(envelope(seq, { type: `n${seq}` }).envelope);
  await null;
  assert.deepEqual(world.kinds(), ["ops"]);
  assert.deepEqual(world.types(), ["n3", "n4", "n5"]);
  world.feed.envelope(envelope(6, { type: "n6" }).envelope);
  world.feed.close();
  await null;
  assert.deepEqual(world.types(), ["n3", "n4", "n5"]);
});

test("[U31] [U36] while catching up ops go over in batches, and a large state in parts", async () => {
  const world = rig();
  world.feed.populate();
  world.posted.length = 0;
  world.driver.state = reduce(world.driver.state, welcome({ after: 2, head: 480 }));
  for (let seq = 3; seq <= 480; seq++) {
    world.feed.envelope(envelope(seq, { type: `n${seq}`, name: `n${seq}` }).envelope);
    world.driver.state = reduce(world.driver.state, envelope(seq, { type: `n${seq}`, name: `n${seq}` }));
    await null;
  }
  assert.deepEqual(world.posted.map((message) => message.envelopes.length), [100, 100, 100, 100]);
  world.driver.state = reduce(world.driver.state, ready(480));
  world.feed.resumed();
  assert.deepEqual(world.types(), Array.from({ length: 478 }, (_, i) => `n${i + 3}`));
  assert.equal(world.kinds().at(-1), "room");
  world.feed.close();
  world.posted.length = 0;
  world.feed.populate();
  const parts = world.posted.filter((message) => message.kind === "ops");
  assert.deepEqual(parts.map((message) => message.envelopes.length), [100, 100, 100, 100, 80]);
});

test("[U31] who missed much is not made to live through it; what comes after does", async () => {
  const world = rig();
  world.feed.populate();
  world.posted.length = 0;
  world.driver.state = reduce(world.driver.state, welcome({ after: 2, head: 9_000 }));
  assert.equal(missedMuch(world.driver.state), true);
  for (let seq = 3; seq <= 500; seq++) world.feed.envelope(envelope(seq, { type: "n" }).envelope);
  await null;
  assert.deepEqual(world.types(), []);
  world.driver.state = { ...world.driver.state, phase: "live" };
  world.feed.envelope(envelope(9_001, { type: "later" }).envelope);
  await null;
  assert.deepEqual(world.types(), ["later"]);
});

test("[U29] an empty room is told to be empty", () => {
  const world = rig();
  world.driver.state = [welcome(), ready(0)].reduce(reduce, outside());
  world.feed.populate();
  const told = world.posted.filter((message) => message.kind === "ops");
  assert.deepEqual(told, [{ kind: "ops", envelopes: [] }]);
});

test("comments that could not be asked for while away are asked for on return, once", () => {
  const world = rig({ status: "waiting" });
  world.feed.populate();
  assert.deepEqual(world.asked, []);
  world.driver.status = { state: "connected" };
  world.feed.resumed();
  world.feed.resumed();
  assert.equal(world.asked.length, 1);
});

test("only what changed is told again", () => {
  const world = rig();
  world.feed.populate();
  world.posted.length = 0;
  world.feed.refresh();
  assert.deepEqual(world.posted, []);
  world.driver.status = { state: "waiting" };
  world.driver.state = { ...world.driver.state, members: new Map() };
  world.feed.refresh();
  world.feed.refresh();
  assert.deepEqual(world.posted, [
    { kind: "status", connected: false },
    { kind: "presence", members: [] },
  ]);
});

test("before the hub lets one in, the realm knows one's name and what one said", () => {
  const world = rig({ status: "waiting" });
  world.driver.state = outside();
  world.feed.greet();
  assert.deepEqual(world.kinds(), ["room", "pending", "status"]);
  assert.deepEqual(world.posted[0].you, { id: "", name: "Ada" });
});

test("of a pinned tool the realm is told the pinned version; what is published meanwhile waits", async () => {
  const world = rig();
  const scripts = () => world.posted.flatMap((message) => message.envelopes ?? [])
    .filter(({ op }) => op.type === "upgrade").map(({ op, seq }) => [seq, op.script]);
  const comes = (seq, op) => {
    const frame = envelope(seq, op, bob);
    world.driver.state = reduce(world.driver.state, frame);
    world.feed.envelope(frame.envelope);
  };
  world.feed.populate();
  comes(3, { type: "upgrade", name: "clock", script: "2" });
  comes(4, pinOp("clock", 2, { markup: "", style: "", script: "1" }));
  // Right behind what came in the same turn, or the newer one would be the last to be told.
  world.feed.start({ name: "clock", seq: 4 });
  comes(5, { type: "upgrade", name: "clock", script: "3" });
  await null;
  assert.deepEqual(scripts(), [[2, "1"], [3, "2"], [4, "1"]]);
  world.posted.length = 0;
  world.feed.populate();
  assert.deepEqual(scripts(), [[4, "1"]], "a newcomer");
  comes(6, { type: "remove", name: "clock" });
  comes(7, { type: "upgrade", name: "clock", script: "4" });
  await null;
  assert.deepEqual(scripts(), [[4, "1"], [4, "1"]], "brought back as it is pinned");
  comes(8, unpinOp("clock"));
  world.feed.start({ name: "clock", seq: 7 });
  await null;
  assert.deepEqual(scripts().at(-1), [7, "4"]);
});
