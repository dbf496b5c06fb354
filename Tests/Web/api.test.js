import assert from "node:assert/strict";
import test from "node:test";
import { Api, TRIAL_TYPE } from "#realm/api.js";
import { flatten, removedName } from "#realm/messages.js";
import { Owner, Owners } from "#realm/owners.js";

function make() {
  const world = { sent: [], problems: [], helped: 0, refused: [], by: [] };
  const owners = new Owners(() => {});
  world.owners = owners;
  world.api = new Api({
    owners,
    tools: { upgrades: Object.create(null) },
    timers: {},
    replaceables: {},
    wraps: {},
    onRefused: (owner, why) => world.refused.push([owner?.tool ?? null, why]),
    publish: (text, owner) => {
      world.sent.push(JSON.parse(text));
      world.by.push(owner?.tool ?? null);
    },
    onProblem: (text) => world.problems.push(text),
    onHelp: () => world.helped++,
  });
  world.os = world.api.surface;
  return world;
}

test("send: a line, a message, or both", () => {
  const { os, sent } = make();
  os.send("hello");
  os.send(":wave twice");
  os.send({ type: "ring", persist: false });
  os.send(null, { type: "ring", n: 2 });
  os.send(":ring", { n: 3 });
  os.send("said with it", { type: "note", body: "x" });
  assert.deepEqual(sent, [
    { type: "comment", body: "hello" }, { type: "wave", text: "twice" }, { type: "ring", persist: false },
    { type: "ring", n: 2 }, { n: 3, type: "ring" }, { type: "note", body: "x" },
  ]);
});

test("send: nothing is nothing", () => {
  const { os, sent } = make();
  os.send("");
  os.send("   ");
  os.send(null);
  os.send();
  assert.deepEqual(sent, []);
});

test("send: :help stays here, and what can't be read is told and not sent", () => {
  const world = make();
  world.os.send(":help");
  world.os.send(":wave {hand: left}");
  assert.equal(world.helped, 1);
  assert.equal(world.problems.length, 1);
  assert.deepEqual(world.sent, []);
});

test("send: a message without a type is the caller's error", () => {
  assert.throws(() => make().os.send({ body: "x" }), TypeError);
});

test("output handlers below priority 1 see the line, later ones the message, and may keep it", () => {
  const { os, sent } = make();
  const lines = [];
  os.addOutputHandler(function early(context, next) {
    if (context.message.type !== TRIAL_TYPE) lines.push(context.text);
    next();
  }, 0);
  os.addOutputHandler(function late(context, next) {
    if (context.message.type === "secret") return;
    context.message.loud = true;
    next();
  }, 7);
  os.send(":wave");
  os.send(":secret");
  assert.deepEqual(lines, [":wave", ":secret"]);
  assert.deepEqual(sent, [{ type: "wave", loud: true }]);
});

test("handlers go with the version that added them", () => {
  const world = make();
  const owner = new Owner("t", 1);
  let heard = 0;
  world.owners.run(owner, () => world.os.addInputHandler((message, next) => (heard++, next())));
  heard = 0;
  world.api.input.call({ type: "x" });
  owner.dispose();
  world.api.input.call({ type: "x" });
  assert.equal(heard, 1);
  assert.equal(world.api.input.size, 0);
});

test("[U54] messages are flat, and from, timestamp, room and seq are the hub's", () => {
  const op = JSON.parse(
    '{"type":"x","from":"me","timestamp":1,"room":"other","seq":99,"replay":"no","__proto__":{"polluted":1}}',
  );
  const from = { id: "a", name: "Ada" };
  const message = flatten({ seq: 7, at: 1_790, from, op }, "lobby");
  assert.deepEqual(message.from, from);
  assert.deepEqual([message.timestamp, message.room, message.seq], [1_790, "lobby", 7]);
  assert.equal(Object.hasOwn(message, "__proto__"), true);
  assert.equal(message.polluted, undefined);
  assert.equal(flatten({ at: 1, from, op: { type: "x", seq: 99 } }, "lobby").seq, undefined);
  assert.equal(flatten({ at: 1, from, op: { type: "x" }, replay: true }, "lobby").replay, true);
});

test("[TY2] a remove names its tool by name, or else by text", () => {
  assert.equal(removedName({ type: "remove", name: "__proto__", text: "b" }), "__proto__");
  assert.equal(removedName({ type: "remove", text: " clock " }), "clock");
  assert.equal(removedName({ type: "remove" }), null);
});

test("onGone: called once when the version that asked goes, and a broken one keeps no other from it", () => {
  const { os, owners } = make();
  const owner = new Owner("dusk", 7);
  const said = [];
  owners.run(owner, () => {
    os.onGone("dusk", () => said.push("first"));
    os.onGone("dusk", () => {
      throw new Error("broken");
    });
    os.onGone("dusk", () => said.push("last"));
    os.onGone("dusk", () => said.push("never"))();
    assert.throws(() => os.onGone("dusk"), TypeError);
  });
  assert.deepEqual(said, []);
  owner.dispose();
  owner.dispose();
  assert.deepEqual(said, ["first", "last"]);
});
