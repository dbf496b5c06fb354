import assert from "node:assert/strict";
import test from "node:test";
import { Outbox } from "../../web/shell/hub/outbox.js";
import { makeOutbox as make, MemoryJournal } from "./fixtures.js";

const LIMIT = { limit: 524_288, epoch: "e1" };
const ids = (entries) => entries.map((entry) => entry.id);

test("ops get rising ids and stay pending in their order", () => {
  const outbox = make();
  for (let i = 0; i < 12; i++) outbox.add({ type: "comment", body: String(i) }, LIMIT);
  assert.deepEqual(ids(outbox.pending), Array.from({ length: 12 }, (_, i) => `tab-1.${i + 1}`));
});

test("[U06] an op is frozen once it has an id", () => {
  const outbox = make();
  const op = { type: "draw", points: [1] };
  const { text } = outbox.add(op, LIMIT);
  op.points.push(2);
  op.type = "other";
  assert.equal(outbox.pending[0].text, text);
  assert.deepEqual(outbox.pending[0].op, { type: "draw", points: [1], id: "tab-1.1" });
});

test("[U02] the count is 0 when the last envelope came back, in whatever order", () => {
  const outbox = make();
  for (let i = 0; i < 3; i++) outbox.add({ type: "x" }, LIMIT);
  for (const id of ["tab-1.2", "tab-1.3", "tab-1.1"]) assert.equal(outbox.settle(id).id, id);
  assert.equal(outbox.size, 0);
  assert.equal(outbox.settle("tab-1.1"), null);
});

test("[U07] an id that was used is never given out again, not even where the last writes were lost", () => {
  const journal = new MemoryJournal();
  const used = new Set();
  for (let load = 1; load <= 3; load++) {
    const outbox = make(journal, load);
    for (let i = 0; i < 5; i++) used.add(outbox.add({ type: "x" }, LIMIT).id);
    journal.texts.clear();
  }
  assert.equal(used.size, 15);
});

test("[U01] what was pending survives a reload, in order, byte for byte", () => {
  const journal = new MemoryJournal();
  const first = make(journal);
  for (let i = 0; i < 11; i++) first.add({ type: "comment", body: `${i} ü 🦊` }, LIMIT);
  first.settle("tab-1.4");
  const second = make(journal, 2);
  assert.deepEqual(second.pending.map((entry) => entry.text), first.pending.map((entry) => entry.text));
  second.add({ type: "comment", body: "later" }, LIMIT);
  assert.equal(make(journal, 3).pending.at(-1).op.body, "later");
});

test("[U30] 1,000 ops in one turn keep their order through a reload", () => {
  const journal = new MemoryJournal();
  const outbox = make(journal);
  for (let i = 0; i < 1_000; i++) outbox.add({ type: "n", i }, LIMIT);
  assert.deepEqual(
    make(journal, 2).pending.map((entry) => entry.op.i),
    Array.from({ length: 1_000 }, (_, i) => i),
  );
});

test("an op's own id gives way to the outbox's", () => {
  assert.equal(make().add({ type: "todo", id: 7 }, LIMIT).op.id, "tab-1.1");
});

test("an op that can't be sent takes no id and leaves nothing behind", () => {
  const outbox = make();
  assert.ok("problem" in outbox.add({ type: "x", t: "y".repeat(100) }, { limit: 50, epoch: null }));
  assert.equal(outbox.isEmpty, true);
  assert.equal(outbox.add({ type: "x" }, LIMIT).id, "tab-1.1");
});

test("more ops than anybody waits for are refused, not piled up", () => {
  const outbox = make();
  for (let i = 0; i < 5_000; i++) outbox.add({ type: "x" }, LIMIT);
  assert.match(outbox.add({ type: "x" }, LIMIT).problem, /5,000/);
  outbox.settle("tab-1.1");
  assert.equal(outbox.add({ type: "x" }, LIMIT).id, "tab-1.5001");
});

test("[U09] what the hub refuses is pending no more, and its text is kept with the reason through a reload", () => {
  const journal = new MemoryJournal();
  const outbox = make(journal);
  outbox.add({ type: "comment", body: "precious" }, LIMIT);
  outbox.add({ type: "comment", body: "next" }, LIMIT);
  outbox.refuse("tab-1.1", "too late");
  assert.equal(outbox.refuse("tab-1.1", "again"), null);
  for (const each of [outbox, make(journal, 2)]) {
    assert.deepEqual(ids(each.pending), ["tab-1.2"]);
    assert.deepEqual(each.kept.map(({ op, why }) => [op.body, why]), [["precious", "too late"]]);
  }
});

test("[U10] what was meant for another log is held, and what was meant for none is meant for this one", () => {
  const outbox = make();
  for (const epoch of [null, "e1", "e2"]) outbox.add({ type: String(epoch) }, { limit: 999, epoch });
  assert.deepEqual(ids(outbox.hold("e2", "why")), ["tab-1.2"]);
  assert.deepEqual(outbox.pending.map(({ op, epoch }) => [op.type, epoch]), [["null", "e2"], ["e2", "e2"]]);
  assert.deepEqual(outbox.hold("e2", "why"), []);
  assert.equal(outbox.hold(null, "trimmed").length, 2);
  assert.equal(outbox.size, 0);
  assert.deepEqual(outbox.kept.map((entry) => entry.why), ["why", "trimmed", "trimmed"]);
});

test("what was discarded can be taken back, and is gone from the journal until then", () => {
  const journal = new MemoryJournal();
  const outbox = make(journal);
  outbox.add({ type: "x" }, LIMIT);
  outbox.refuse("tab-1.1", "no");
  const entry = outbox.discard("tab-1.1");
  assert.deepEqual([outbox.isEmpty, journal.all.length], [true, 0]);
  assert.equal(outbox.discard("tab-1.1"), null);
  outbox.restore(entry);
  assert.deepEqual(make(journal, 2).kept, [entry].map((each) => ({ ...each, room: "lobby", client: "tab" })));
});

test("a tool whose every op is refused fills nothing: the newest 200 are kept", () => {
  const journal = new MemoryJournal();
  const outbox = make(journal);
  for (let i = 1; i <= 250; i++) {
    outbox.add({ type: "x" }, LIMIT);
    outbox.refuse(`tab-1.${i}`, "no");
  }
  assert.equal(outbox.kept.length, 200);
  assert.equal(outbox.kept[0].id, "tab-1.51");
  assert.equal(journal.all.length, 200);
});

test("an outbox is as durable as its journal", () => {
  const journal = new MemoryJournal();
  const outbox = new Outbox({ room: "r", client: "c", journal });
  assert.equal(outbox.isDurable, true);
  journal.isDurable = false;
  assert.equal(outbox.isDurable, false);
});
