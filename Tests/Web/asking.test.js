import assert from "node:assert/strict";
import test from "node:test";
import { Asking, powerOf } from "../../web/shell/realm/asking.js";

function rig() {
  const world = { sent: [], refused: [], changes: 0 };
  world.asking = new Asking({
    publish: (op) => world.sent.push(op),
    onRefused: (op, by, why) => world.refused.push([op.type, why]),
    onChange: () => world.changes++,
  });
  return world;
}
const clock = { tool: "clock", seq: 3 };

test("what comes from the realm is marked, whatever it says of itself", () => {
  const { asking, sent } = rig();
  asking.take({ type: "comment", body: "x", via: "shell" }, clock);
  assert.deepEqual(sent, [{ type: "comment", body: "x", via: "realm" }]);
});

test("[U92] what changes tools, and what the hub would do, is asked about; all else is not", () => {
  for (const type of ["upgrade", "remove", "import", "reset"]) assert.equal(powerOf({ type }), "tools");
  assert.equal(powerOf({ type: "request" }), "hub");
  assert.equal(powerOf({ type: "x", schedule: "* * * * * *" }), "hub");
  for (const type of ["comment", "replay", "constructor", "__proto__"]) assert.equal(powerOf({ type }), null);
});

test("[U92] asked once for a version and a power; what waited goes on in its order", () => {
  const { asking, sent } = rig();
  asking.take({ type: "upgrade", name: "a" }, clock);
  asking.take({ type: "remove", name: "b" }, clock);
  assert.equal(asking.question.ops.length, 2);
  assert.match(asking.question.wish, /install the tool “a”/);
  assert.equal(sent.length, 0);
  asking.answer(true);
  asking.take({ type: "upgrade", name: "c" }, clock);
  assert.deepEqual(sent.map(({ name }) => name), ["a", "b", "c"]);
  assert.equal(asking.question, null);
  asking.take({ type: "request", url: "http://x/" }, clock);
  assert.match(asking.question.wish, /fetch “http/);
  asking.answer(false);
  asking.take({ type: "upgrade", name: "d" }, { ...clock, seq: 4 });
  assert.notEqual(asking.question, null, "another version is another tool");
});

test("what is refused stays refused, and is told", () => {
  const { asking, sent, refused } = rig();
  asking.take({ type: "remove", text: "b" }, clock);
  asking.answer(false);
  asking.take({ type: "upgrade", name: "c" }, clock);
  assert.equal(asking.question, null);
  assert.deepEqual(sent, []);
  assert.deepEqual(refused.map(([type]) => type), ["remove", "upgrade"]);
});

test("only people start, stop and pin tools", () => {
  const { asking, sent, refused } = rig();
  asking.take({ type: "tool-stopped", name: "x", seq: 1 }, clock);
  asking.take({ type: "tool-started", name: "x", seq: 1 }, clock);
  asking.take({ type: "tool-pin", name: "x", version: 1, script: "mine" }, clock);
  assert.deepEqual([sent.length, refused.length, asking.question], [0, 3, null]);
});

test("what waits is bounded in number, questions and size, and what is dropped makes room", () => {
  const { asking, refused } = rig();
  for (let i = 0; i < 60; i++) asking.take({ type: "upgrade", name: "a" }, clock);
  assert.equal(asking.question.ops.length, 50);
  assert.equal(refused.length, 10);
  asking.forget("clock");
  assert.equal(asking.question, null);
  for (let i = 0; i < 12; i++) asking.take({ type: "reset" }, { tool: `t${i}`, seq: 1 });
  assert.equal(refused.length, 14);
  const big = rig();
  big.asking.take({ type: "upgrade", name: "a", script: "x".repeat(4_200_000) }, clock);
  assert.equal(big.refused.length, 1);
});
