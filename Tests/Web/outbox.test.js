import assert from "node:assert/strict";
import test from "node:test";
import { Outbox } from "../../web/shell/hub/outbox.js";
import { MemoryStore, ODD_NAMES } from "./fixtures.js";

const LIMIT = 524_288;
const make = (
  store = new MemoryStore(),
  room = "lobby",
  client = "tab"
) => new Outbox(store, room, () => client);
const ids = (outbox) => outbox.pending.map((entry) => entry.id);

test("ops get rising ids and stay pending in their order", () => {
  const outbox = make();
  for (let i = 0; i < 12; i++) outbox.add({ type: "comment", body: String(i) }, LIMIT);
  assert.deepEqual(ids(outbox), Array.from({ length: 12 }, (_, i) => `tab.${i + 1}`));
});

test("[U06] an op is frozen once it has an id", () => {
  const outbox = make();
  const op = { type: "draw", points: [1] };
  const { text } = outbox.add(op, LIMIT);
  op.points.push(2);
  op.type = "other";
  assert.equal(outbox.pending[0].text, text);
  assert.deepEqual(outbox.pending[0].op, { type: "draw", points: [1], id: "tab.1" });
});

test("[U02] the count is 0 when the last envelope came back, in whatever order", () => {
  const outbox = make();
  for (let i = 0; i < 3; i++) outbox.add({ type: "x" }, LIMIT);
  for (const id of ["tab.2", "tab.3", "tab.1"]) assert.equal(outbox.settle(id).id, id);
  assert.equal(outbox.size, 0);
  assert.equal(outbox.settle("tab.1"), null);
});

test("[U07] an id that was used is never given out again, not even after a reload", () => {
  const store = new MemoryStore();
  const first = make(store);
  first.add({ type: "a" }, LIMIT);
  first.add({ type: "b" }, LIMIT);
  first.settle("tab.1");
  first.settle("tab.2");
  assert.equal(make(store, "lobby", "another").add({ type: "c" }, LIMIT).id, "tab.3");
});

test("[U01] what was pending survives a reload, in order, byte for byte", () => {
  const store = new MemoryStore();
  const first = make(store);
  for (let i = 0; i < 11; i++) first.add({ type: "comment", body: `${i} ü 🦊` }, LIMIT);
  first.settle("tab.4");
  const texts = first.pending.map((entry) => entry.text);
  const second = make(store);
  assert.equal(second.client, "tab");
  assert.deepEqual(second.pending.map((entry) => entry.text), texts);
});

test("[U30] 1,000 ops in one turn keep their order through a reload", () => {
  const store = new MemoryStore();
  const outbox = make(store);
  for (let i = 0; i < 1_000; i++) outbox.add({ type: "n", i }, LIMIT);
  assert.deepEqual(
    make(store).pending.map((entry) => entry.op.i),
    Array.from({ length: 1_000 }, (_, i) => i),
  );
});

test("rooms do not see each other's ops, whatever they are called [O5]", () => {
  const store = new MemoryStore();
  const rooms = [...ODD_NAMES, "lobby", "lobby2"].filter((name) => name && !name.includes("/"));
  for (const room of rooms) make(store, room, `c-${room}`).add({ type: room }, LIMIT);
  for (const room of rooms) assert.deepEqual(make(store, room).pending.map((entry) => entry.op.type), [room]);
});

test("an op's own id gives way to the outbox's", () => {
  assert.equal(make().add({ type: "todo", id: 7 }, LIMIT).op.id, "tab.1");
});

test("an op that can't be sent takes no id and leaves nothing behind", () => {
  const outbox = make();
  assert.ok("problem" in outbox.add({ type: "x", t: "y".repeat(100) }, 50));
  assert.equal(outbox.size, 0);
  assert.equal(outbox.add({ type: "x" }, LIMIT).id, "tab.1");
});

test("a copied tab leaves what is pending to the tab it was copied from", () => {
  const store = new MemoryStore();
  make(store).add({ type: "x" }, LIMIT);
  const copy = make(store);
  copy.disown("copy");
  assert.equal(copy.size, 0);
  assert.equal(copy.add({ type: "y" }, LIMIT).id, "copy.1");
  assert.deepEqual(ids(make(store)), ["copy.1"]);
});

test("a full storage loses nothing while the page lives, and says that it would at its end", () => {
  const store = new MemoryStore();
  store.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const outbox = make(store);
  assert.equal(outbox.durable, true);
  assert.equal(outbox.add({ type: "x" }, LIMIT).id, "tab.1");
  assert.equal(outbox.add({ type: "y" }, LIMIT).id, "tab.2");
  assert.equal(outbox.durable, false);
  assert.equal(outbox.size, 2);
});

test("what somebody else wrote into the storage is passed over", () => {
  const store = new MemoryStore();
  const outbox = make(store);
  outbox.add({ type: "x" }, LIMIT);
  store.setItem("chatos.outbox/lobby/op/2", "]");
  store.setItem("chatos.outbox/lobby/op/nine", "{}");
  store.setItem("chatos.outbox/lobby/op/3", '{"type":"x","id":"other.3"}');
  assert.deepEqual(ids(make(store)), ["tab.1"]);
  store.setItem("chatos.outbox/lobby/meta", "{");
  assert.equal(make(store, "lobby", "new").client, "new");
});
