import assert from "node:assert/strict";
import test from "node:test";
import { ada, bob, MemoryJournal } from "./fixtures.js";
import { enter, own, rig, welcomeText } from "./live-rig.js";

test("[U01] [U13] what was typed while away is sent at ready, in order, without a keystroke", (t) => {
  const { driver, sockets } = rig(t);
  for (const body of ["a", "b", "c"]) driver.send({ type: "comment", body });
  assert.equal(driver.unsent, 3);
  enter(sockets[0]);
  assert.deepEqual(sockets[0].ops.map((op) => [op.body, op.id]), [
    ["a", "tab-1.1"],
    ["b", "tab-1.2"],
    ["c", "tab-1.3"],
  ]);
  assert.equal(driver.unsent, 3);
  for (const [i, op] of sockets[0].ops.entries()) sockets[0].say(own(i + 1, op));
  assert.equal(driver.unsent, 0);
});

test("[U07] [U08] [U16] an op in flight at a drop goes out again under its id, and is applied once", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  world.driver.send({ type: "comment", body: "x" });
  const second = world.again();
  second.open();
  assert.deepEqual(second.sent[0], {
    hub: "hello",
    name: "Ada",
    client: "tab",
    token: "secret",
    epoch: "e1",
    after: 0,
  });
  second.say(welcomeText({ after: 0, head: 1 }));
  second.say(own(1, { type: "comment", body: "x", id: "tab-1.1" }));
  second.say({ hub: "ready", seq: 1 });
  assert.deepEqual(second.ops, [], "seen while catching up: nothing is left to send");
  assert.deepEqual(world.heard, [["news", "comment", 1]]);
  assert.deepEqual(world.ready, ["entered", "resumed"]);
});

test("[ID4] the acknowledgement of a re-send clears the outbox and is not news", (t) => {
  const journal = new MemoryJournal();
  const before = rig(t, { journal });
  before.driver.send({ type: "comment", body: "x" });
  t.mock.timers.reset();
  const world = rig(t, { journal, load: 2 });
  enter(world.sockets[0], { head: 9 }, 9);
  assert.equal(world.sockets[0].ops.length, 1);
  world.sockets[0].say(own(4, { type: "comment", body: "x", id: "tab-1.1" }));
  assert.equal(world.driver.unsent, 0);
  assert.equal(world.driver.state.seq, 9);
  assert.deepEqual(world.heard, [["seen", "comment", 4]]);
});

test("[U52] another's op with the same id, or another tab's, settles nothing of ours", (t) => {
  const { driver, sockets } = rig(t);
  enter(sockets[0]);
  driver.send({ type: "comment", body: "x" });
  sockets[0].say({ seq: 1, at: 1, from: bob, op: { type: "comment", id: "tab-1.1" } });
  sockets[0].say(own(2, { type: "comment", id: "othertab.1" }));
  assert.equal(driver.unsent, 1);
});

test("[U09] a refusal settles the op and tells why; the rest goes on", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  world.driver.send({ type: "import", text: "a::b" });
  world.driver.send({ type: "comment", body: "x" });
  world.sockets[0].say({ hub: "error", id: "tab-1.1", code: "unsupported", message: "later" });
  assert.equal(world.driver.unsent, 1);
  assert.equal(world.refused[0].entry.op.text, "a::b");
  world.sockets[0].say({ hub: "error", code: "bad_json", message: "?" });
  assert.equal(world.refused[1].entry, null);
});

test("[HI8] an op over the limit is refused here and never pending", (t) => {
  const { driver, sockets } = rig(t);
  enter(sockets[0]);
  assert.match(driver.send({ type: "comment", body: "x".repeat(1_000) }).problem, /too large/);
  assert.equal(driver.unsent, 0);
  assert.equal(sockets[0].ops.length, 0);
});

test("transient ops and questions are for now: away they are dropped, and they take no id", (t) => {
  const { driver, sockets } = rig(t);
  driver.send({ type: "pointer", x: 1, persist: false });
  driver.send({ type: "replay", oftype: "comment" });
  assert.equal(driver.unsent, 0);
  enter(sockets[0]);
  assert.deepEqual(sockets[0].ops, []);
  driver.send({ type: "pointer", x: 2, persist: false });
  assert.deepEqual(sockets[0].ops, [{ type: "pointer", x: 2, persist: false }]);
});

test("[U04] [U10] [U24] another log: what is pending is kept for its author and sent only at a word", (t) => {
  const world = rig(t);
  enter(world.sockets[0], { head: 5 }, 5);
  for (const body of ["x", "y"]) world.driver.send({ type: "comment", body });
  const second = world.again();
  second.open();
  second.say(welcomeText({ epoch: "e2", head: 1 }));
  second.say({ hub: "reset", reason: "epoch", epoch: "e2", head: 1 });
  second.say({ hub: "ready", seq: 1 });
  assert.deepEqual(world.ready, ["entered", "entered"]);
  assert.equal(world.driver.state.seq, 1);
  assert.deepEqual(second.ops, []);
  assert.equal(world.driver.unsent, 0);
  assert.deepEqual(world.held, ["tab-1.1", "tab-1.2"]);
  assert.match(world.driver.kept[0].why, /new one/);
  world.driver.sendKept(world.driver.kept[1]);
  world.driver.discard(world.driver.kept[0]);
  assert.deepEqual(world.driver.kept, []);
  assert.deepEqual(second.ops, [{ type: "comment", body: "y", id: "tab-1.3" }], "under a new id");
});

test("[U10] [HI4] any reset holds back what is pending: a shorter log, and one that was trimmed", (t) => {
  for (const reason of ["ahead", "trimmed"]) {
    const world = rig(t);
    enter(world.sockets[0], { head: 5 }, 5);
    world.driver.send({ type: "comment", body: "x" });
    const second = world.again();
    second.open();
    second.say(welcomeText({ head: 9 }));
    second.say({ hub: "reset", reason, epoch: "e1", head: 9 });
    second.say({ hub: "ready", seq: 9 });
    assert.deepEqual([second.ops, world.held], [[], ["tab-1.1"]], reason);
    // What is done from now on belongs to the log as it is.
    world.driver.send({ type: "comment", body: "y" });
    assert.deepEqual(second.ops.map((op) => op.body), ["y"]);
    t.mock.timers.reset();
  }
});

test("[U04] what a former load of the page meant for another log is not sent into this one", (t) => {
  const journal = new MemoryJournal();
  const before = rig(t, { journal });
  before.driver.send({ type: "comment", body: "before any log was known" });
  enter(before.sockets[0]);
  before.driver.send({ type: "comment", body: "for e1" });
  t.mock.timers.reset();
  const world = rig(t, { journal, load: 2 });
  enter(world.sockets[0], { epoch: "e2" });
  assert.deepEqual(world.sockets[0].ops, []);
  assert.deepEqual(world.held, ["tab-1.1", "tab-1.2"], "the first was sent to e1, so it is meant for e1");
});

test("[U22] a gap is not shown, and leads to a resume from before it", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  world.sockets[0].say(own(1, { type: "x" }));
  world.sockets[0].say(own(3, { type: "x" }));
  assert.deepEqual(world.heard, [["news", "x", 1]]);
  t.mock.timers.tick(10_000);
  world.sockets[1].open();
  assert.deepEqual([world.sockets[1].sent[0].epoch, world.sockets[1].sent[0].after], ["e1", 1]);
  world.sockets[1].say(welcomeText({ after: 1, head: 3 }));
  for (const seq of [2, 3]) world.sockets[1].say(own(seq, { type: "x" }));
  world.sockets[1].say({ hub: "ready", seq: 3 });
  assert.deepEqual(world.heard.map((each) => each[2]), [1, 2, 3]);
});

test("[U21] [U22] a gap that resuming does not fill, or a resume with one, ends in entering anew", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  world.sockets[0].say(own(2, { type: "x" }));
  t.mock.timers.tick(10_000);
  world.sockets[1].open();
  world.sockets[1].say(welcomeText({ after: 0, head: 2 }));
  world.sockets[1].say(own(2, { type: "x" }));
  t.mock.timers.tick(10_000);
  world.sockets[2].open();
  assert.equal(world.sockets[2].sent[0].after, undefined);
  world.sockets[2].say(welcomeText({ head: 2 }));
  world.sockets[2].say({ hub: "ready", seq: 2 });
  assert.deepEqual(world.heard, []);
  assert.equal(world.driver.state.seq, 2);
});

test("[U21] a resume that stops short of what it promised is not taken for whole", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  const second = world.again();
  second.open();
  second.say(welcomeText({ after: 0, head: 2 }));
  second.say(own(1, { type: "x" }));
  second.say({ hub: "ready", seq: 2 });
  assert.deepEqual(world.ready, ["entered"]);
  t.mock.timers.tick(10_000);
  world.sockets[2].open();
  assert.equal(world.sockets[2].sent[0].after, undefined);
});

test("[U20] one resume goes both ways: what was missed comes, what was typed goes", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  const second = world.again();
  world.driver.send({ type: "comment", body: "typed" });
  second.open();
  second.say(welcomeText({ after: 0, head: 1 }));
  second.say({ seq: 1, at: 1, from: bob, op: { type: "missed" } });
  assert.deepEqual(second.ops, [], "not before the room is whole again");
  second.say({ hub: "ready", seq: 1 });
  assert.deepEqual([world.heard[0][1], second.ops.map((op) => op.body)], ["missed", ["typed"]]);
});

test("[U08] the op in flight and the hundred behind it go out again in their order", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  for (let i = 0; i <= 100; i++) world.driver.send({ type: "n", i });
  const second = world.again();
  enter(second, { after: 0 });
  assert.deepEqual(second.ops.map((op) => op.i), Array.from({ length: 101 }, (_, i) => i));
  assert.deepEqual(second.ops, world.sockets[0].ops);
});

test("[U12] an echo is one's own by its id, not by its text, and names the seq it got", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  for (let i = 0; i < 2; i++) world.driver.send({ type: "comment", body: "same" });
  world.sockets[0].say({ seq: 1, at: 1, from: bob, op: { type: "comment", body: "same" } });
  assert.equal(world.driver.unsent, 2);
  world.sockets[0].say(own(2, { type: "comment", body: "same", id: "tab-1.2" }));
  assert.deepEqual(world.driver.pending.map((entry) => entry.id), ["tab-1.1"]);
});

test("[U25] made and taken away while offline: both arrive, in this order, so it does not come back", (t) => {
  const { driver, sockets } = rig(t);
  driver.send({ type: "upgrade", name: "page", markup: "x" });
  driver.send({ type: "remove", name: "page" });
  enter(sockets[0]);
  assert.deepEqual(sockets[0].ops.map((op) => op.type), ["upgrade", "remove"]);
  for (const [i, op] of sockets[0].ops.entries()) sockets[0].say(own(i + 1, op));
  assert.equal(driver.state.tools.size, 0);
});

test("[U28] a tab that was away sends its ops, and never a state of its own", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  world.sockets[0].say(own(1, { type: "upgrade", name: "t", script: "weeks of work" }));
  const second = world.again();
  second.open();
  second.say(welcomeText({ after: 1, head: 2 }));
  second.say({ seq: 2, at: 1, from: bob, op: { type: "upgrade", name: "t", script: "newer" } });
  second.say({ hub: "ready", seq: 2 });
  assert.deepEqual(second.ops, []);
  assert.equal(world.driver.state.tools.get("t").script, "newer");
});

test("[U83] what is sent on a socket that is closing waits, and goes out on the next", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  world.sockets[0].readyState = 2;
  assert.deepEqual(world.driver.send({ type: "comment", body: "x" }), { id: "tab-1.1" });
  assert.equal(world.driver.send({ type: "pointer", persist: false }), null);
  assert.equal(world.driver.unsent, 1);
  enter(world.again(), { after: 0 });
  assert.deepEqual(world.sockets[1].ops.map((op) => op.body), ["x"]);
});

test("[U01] the sign of life that is asked for sends nothing twice", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  world.driver.send({ type: "comment", body: "x" });
  world.driver.wake();
  world.sockets[0].say({ at: 1, from: ada, op: { type: "rollcall", participants: [] } });
  assert.deepEqual(world.sockets[0].ops.map((op) => op.type), ["comment", "rollcall"]);
});

test("[TY5] the answer to the shell's own rollcall is not the realm's; the realm's is", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  const answer = { at: 1, from: ada, op: { type: "rollcall", participants: [{ ...ada, connections: 1 }] } };
  world.driver.askWhoIsHere();
  world.driver.send({ type: "rollcall" });
  world.sockets[0].say(answer);
  assert.deepEqual(world.heard, []);
  world.sockets[0].say(answer);
  assert.deepEqual(world.heard, [["transient", "rollcall", undefined]]);
});

test("[PR1] when the hub counts other people, the driver asks once", (t) => {
  const { driver, sockets } = rig(t);
  enter(sockets[0]);
  sockets[0].say({ seq: 1, at: 1, from: bob, op: { type: "joined", participants: 5 } });
  sockets[0].say(own(2, { type: "x" }));
  assert.deepEqual(sockets[0].ops, [{ type: "rollcall" }]);
  assert.equal(driver.state.members.size, 2);
});
