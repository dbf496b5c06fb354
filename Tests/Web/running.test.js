import assert from "node:assert/strict";
import test from "node:test";
import { Owner, Owners } from "#realm/owners.js";
import { Running } from "#realm/running.js";

function rig() {
  const told = [];
  const owners = new Owners(() => {});
  const running = new Running(({ tool }) => told.push(tool));
  owners.onTop = (owner) => running.top(owner);
  return { told, owners, running };
}
const [a, b] = [new Owner("a", 1), new Owner("b", 2)];
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test("who runs is told before it runs, and again when what it called returns", async () => {
  const { told, owners } = rig();
  owners.run(a, () => {
    assert.deepEqual(told, ["a"]);
    owners.run(b, () => assert.deepEqual(told, ["a", "b"]));
    assert.deepEqual(told, ["a", "b", "a"]);
  });
  await turn();
  assert.deepEqual(told, ["a", "b", "a", null]);
});

test("the same tool in one turn is told once", async () => {
  const { told, owners } = rig();
  for (let i = 0; i < 100; i++) owners.run(a, () => {});
  await turn();
  assert.deepEqual(told, ["a", null]);
});

test("what runs inside a script belongs to its tool again afterwards", async () => {
  const { told, owners, running } = rig();
  running.script(a);
  owners.run(b, () => {});
  owners.run(b, () => {});
  await turn();
  assert.deepEqual(told, ["a", "b", "a", "b", "a", null].slice(0, told.length));
  assert.equal(told.at(-1), null);
});

test("telling is bounded, and the last word accuses nobody", async () => {
  const { told, owners, running } = rig();
  for (let i = 0; i < 5_000; i++) owners.run(i % 2 ? a : b, () => {});
  assert.equal(told.length, 1_000);
  assert.equal(told.at(-1), null);
  running.alive();
  owners.run(a, () => {});
  assert.equal(told.at(-1), "a");
  await turn();
});
