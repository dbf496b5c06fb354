import assert from "node:assert/strict";
import test from "node:test";
import {
  pinOf, pinOp, pinsOf, runningEnvelope, runningTool, runningTools, unpinOp,
} from "../../web/shell/room/pins.js";
import { outside, reduce } from "../../web/shell/room/state.js";
import { ada, bob, envelope, ODD_NAMES, ready, welcome } from "./fixtures.js";

const source = (script) => ({ markup: "", style: "", script });
const first = { type: "upgrade", name: "clock", script: "first" };
const room = (...ops) =>
  ops.reduce((state, [seq, op, from = ada]) => reduce(state, envelope(seq, op, from)),
    [welcome(), ready(0)].reduce(reduce, outside()));

test("a pinned version runs whatever is published, by whom it was pinned, until it is unpinned", () => {
  const ops = [[1, first], [2, { ...first, script: "second" }], [3, pinOp("clock", 1, source("first")), bob]];
  const pinned = room(...ops, [4, { ...first, script: "third" }]);
  const { script, seq, from, version } = pinOf(pinned, "clock");
  assert.deepEqual([script, seq, from.name, version], ["first", 3, "Bob", 1]);
  assert.equal(runningTool(pinned, "clock").script, "first");
  assert.equal(pinned.tools.get("clock").script, "third", "which waits");
  assert.deepEqual(runningTools(pinned).map((tool) => tool.seq), [3]);
  assert.deepEqual([...pinsOf(pinned).keys()], ["clock"]);
  const { op, ...rest } = runningEnvelope(pinned, "clock");
  assert.deepEqual(op, { type: "upgrade", name: "clock", ...source("first") });
  assert.deepEqual([rest.seq, rest.from.id], [3, bob.id]);
  const unpinned = room(...ops, [4, unpinOp("clock")]);
  assert.equal(pinOf(unpinned, "clock"), null);
  assert.equal(runningEnvelope(unpinned, "clock").op.script, "second");
});

test("who comes later gets current ops alone, and finds the same", () => {
  const frames = [
    welcome({ head: 9 }),
    envelope(8, { ...first, script: "newest" }),
    envelope(3, pinOp("clock", 1, source("first")), bob),
    ready(9),
  ];
  assert.equal(runningTool(frames.reduce(reduce, outside()), "clock").script, "first");
});

test("a pin outlives the tool's removal; without the tool it is nothing", () => {
  const ops = [[1, first], [2, pinOp("clock", 1, source("first"))], [3, { type: "remove", name: "clock" }]];
  const gone = room(...ops);
  assert.deepEqual([runningTool(gone, "clock"), runningTools(gone), pinsOf(gone).size], [null, [], 0]);
  assert.equal(runningEnvelope(gone, "clock"), null);
  assert.equal(runningTool(room(...ops, [4, { ...first, script: "back" }]), "clock").script, "first");
});

test("what a tool says is no pin, nor is one of no version", () => {
  for (const op of [
    { ...pinOp("clock", 1, source("x")), via: "realm" },
    { type: "tool-pin", name: "clock", version: "1", script: "x" },
    { type: "tool-pin", name: "clock", version: 0, script: "x" },
    { type: "tool-pin", name: "clock", script: "x" },
  ]) assert.equal(runningTool(room([1, first], [2, op]), "clock").script, "first", JSON.stringify(op));
  const odd = room([1, first], [2, { type: "tool-pin", name: "clock", version: 1, script: { a: 1 } }]);
  assert.equal(runningTool(odd, "clock").script, "");
});

test("odd names are names", () => {
  for (const name of ODD_NAMES.filter((name) => name !== "")) {
    const state = room([1, { type: "upgrade", name }], [2, pinOp(name, 1, source("x"))]);
    assert.equal(runningTool(state, name).script, "x", name);
  }
});
