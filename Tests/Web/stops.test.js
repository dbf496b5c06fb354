import assert from "node:assert/strict";
import test from "node:test";
import { startOp, stopInRoom, stopOp } from "../../web/shell/room/stops.js";
import { outside, reduce } from "../../web/shell/room/state.js";
import { ada, bob, envelope, ready, welcome } from "./fixtures.js";

const after = (...ops) => ops.reduce(
  (state, [seq, op, from]) => reduce(state, envelope(seq, op, from)),
  [welcome(), ready(0)].reduce(reduce, outside()),
);
const tool = { name: "__proto__", seq: 1 };
const upgrade = [1, { type: "upgrade", name: "__proto__", script: "1" }];

test("a stop counts for its version alone, and says who said so", () => {
  const state = after(upgrade, [2, stopOp(tool, "It was slow."), bob]);
  assert.match(stopInRoom(state, tool), /^Bob .*It was slow\.$/);
  assert.equal(stopInRoom(state, { ...tool, seq: 3 }), null);
  assert.equal(stopInRoom(state, { ...tool, name: "other" }), null);
});

test("what was started by hand can't be switched off for others again", () => {
  const state = after(
    upgrade, [2, stopOp(tool, "slow"), bob], [3, startOp(tool), ada], [4, stopOp(tool, "again"), bob],
  );
  assert.equal(stopInRoom(state, tool), null);
});

test("a tool's word counts neither way", () => {
  assert.equal(stopInRoom(after(upgrade, [2, { ...stopOp(tool, "x"), via: "realm" }, bob]), tool), null);
  const started = after(
    upgrade, [2, stopOp(tool, "x"), bob], [3, { ...startOp(tool), via: "realm" }, bob],
  );
  assert.notEqual(stopInRoom(started, tool), null);
});
