import assert from "node:assert/strict";
import test from "node:test";
import { LiveDriver } from "../../web/shell/drivers/live.js";
import { Outbox } from "../../web/shell/hub/outbox.js";
import { ada, bob, MemoryStore } from "./fixtures.js";

class FakeSocket extends EventTarget {
  readyState = 0;
  sent = [];

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  say(value) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(value) }));
  }

  close() {
    this.readyState = 2;
  }

  drop(code = 1006) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "" }));
  }

  get ops() {
    return this.sent.filter((message) => !message.hub);
  }
}

function rig(t, store = new MemoryStore()) {
  const world = { sockets: [], heard: [], refused: [], ready: [] };
  const outbox = new Outbox(store, "lobby", () => "tab");
  world.identity = { name: "Ada", token: null };
  world.driver = new LiveDriver({
    address: "ws://h/rooms/lobby", outbox, identity: world.identity,
    open: () => (world.sockets.push(new FakeSocket()), world.sockets.at(-1)),
    listener: {
      changed() {}, pending() {}, replaced() {},
      ready: (reason) => world.ready.push(reason),
      envelope: (envelope, kind) => world.heard.push([kind, envelope.op.type, envelope.seq]),
      refused: (refusal) => world.refused.push(refusal),
    },
  });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  world.driver.start();
  world.again = () => {
    world.sockets.at(-1).drop();
    t.mock.timers.tick(10_000);
    return world.sockets.at(-1);
  };
  return world;
}

const welcomeText = (more = {}) => ({
  hub: "welcome",
  room: "lobby",
  you: ada,
  token: "secret",
  epoch: "e1",
  head: 0,
  members: [{ ...ada, connections: 1 }],
  limits: { message: 1_000 }, ...more,
});

function enter(socket, more = {}, seq = 0) {
  socket.open();
  socket.say(welcomeText(more));
  socket.say({ hub: "ready", seq });
}

const own = (seq, op) => ({ seq, at: 1, from: ada, op });

test("[U01] [U13] what was typed while away is sent at ready, in order, without a keystroke", (t) => {
  const { driver, sockets } = rig(t);
  for (const body of ["a", "b", "c"]) driver.send({ type: "comment", body });
  assert.equal(driver.unsent, 3);
  enter(sockets[0]);
  assert.deepEqual(sockets[0].ops.map((op) => [op.body, op.id]), [
    ["a", "tab.1"],
    ["b", "tab.2"],
    ["c", "tab.3"],
  ]);
  assert.equal(driver.unsent, 3);
  for (const [i, op] of sockets[0].ops.entries()) sockets[0].say(own(i + 1, op));
  assert.equal(driver.unsent, 0);
});

test("[U07] [U08] an op in flight at a drop goes out again under its id, and is applied once", (t) => {
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
  second.say(own(1, { type: "comment", body: "x", id: "tab.1" }));
  second.say({ hub: "ready", seq: 1 });
  assert.deepEqual(second.ops, [], "seen while catching up: nothing is left to send");
  assert.deepEqual(world.heard, [["news", "comment", 1]]);
  assert.deepEqual(world.ready, ["entered", "resumed"]);
});

test("[ID4] the acknowledgement of a re-send clears the outbox and is not news", (t) => {
  const store = new MemoryStore();
  const before = rig(t, store);
  before.driver.send({ type: "comment", body: "x" });
  t.mock.timers.reset();
  const world = rig(t, store);
  enter(world.sockets[0], { head: 9 }, 9);
  assert.equal(world.sockets[0].ops.length, 1);
  world.sockets[0].say(own(4, { type: "comment", body: "x", id: "tab.1" }));
  assert.equal(world.driver.unsent, 0);
  assert.equal(world.driver.state.seq, 9);
  assert.deepEqual(world.heard, [["seen", "comment", 4]]);
});

test("[U52] another's op with the same id, or another tab's, settles nothing of ours", (t) => {
  const { driver, sockets } = rig(t);
  enter(sockets[0]);
  driver.send({ type: "comment", body: "x" });
  sockets[0].say({ seq: 1, at: 1, from: bob, op: { type: "comment", id: "tab.1" } });
  sockets[0].say(own(2, { type: "comment", id: "othertab.1" }));
  assert.equal(driver.unsent, 1);
});

test("[U09] a refusal settles the op and tells why; the rest goes on", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  world.driver.send({ type: "import", text: "a::b" });
  world.driver.send({ type: "comment", body: "x" });
  world.sockets[0].say({ hub: "error", id: "tab.1", code: "unsupported", message: "later" });
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

test("[U24] another epoch begins anew; what is pending is sent to it once", (t) => {
  const world = rig(t);
  enter(world.sockets[0], { head: 5 }, 5);
  world.driver.send({ type: "comment", body: "x" });
  const second = world.again();
  second.open();
  second.say(welcomeText({ epoch: "e2", head: 1 }));
  second.say({ hub: "reset", reason: "epoch", epoch: "e2", head: 1 });
  second.say({ hub: "ready", seq: 1 });
  assert.deepEqual(world.ready, ["entered", "entered"]);
  assert.equal(world.driver.state.seq, 1);
  assert.deepEqual(second.ops.map((op) => op.id), ["tab.1"]);
});

test("[U22] a gap makes the driver come again as a newcomer", (t) => {
  const world = rig(t);
  enter(world.sockets[0]);
  world.sockets[0].say(own(2, { type: "x" }));
  assert.deepEqual(world.heard, []);
  t.mock.timers.tick(10_000);
  world.sockets[1].open();
  assert.equal(world.sockets[1].sent[0].after, undefined);
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
