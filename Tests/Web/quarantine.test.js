import assert from "node:assert/strict";
import test from "node:test";
import { Quarantine } from "../../web/shell/room/quarantine.js";
import { MemoryStore, ODD_NAMES } from "./fixtures.js";

let pages = 0;
function visit(store, now = 100_000, epoch = "e1") {
  const quarantine = new Quarantine({ store, room: "lobby", page: `p${++pages}`, now: () => now });
  quarantine.enter(epoch);
  return quarantine;
}

test("[U88] [O10] what ran when the page froze is not run at the next visit, and names are data", () => {
  for (const name of ODD_NAMES) {
    const store = new MemoryStore();
    visit(store).begin([{ name, seq: 7 }]);
    const next = visit(store, 110_000);
    assert.match(next.reason({ name, seq: 7 }), /froze/);
    assert.equal(next.reason({ name, seq: 8 }), null, "a new version is a new chance");
    assert.match(visit(store, 120_000).reason({ name, seq: 7 }), /froze/);
    next.release({ name, seq: 7 });
    assert.equal(visit(store, 130_000).reason({ name, seq: 7 }), null);
  }
});

test("a page that was left in order, or went well for a while, accuses nothing", () => {
  const store = new MemoryStore();
  const left = visit(store);
  left.begin([{ name: "a", seq: 1 }]);
  left.leave();
  assert.equal(visit(store, 110_000).reason({ name: "a", seq: 1 }), null);
  const well = visit(store);
  well.begin([{ name: "a", seq: 1 }]);
  well.prove([{ name: "a", seq: 1 }]);
  well.begin([{ name: "a", seq: 1 }, { name: "b", seq: 2 }]);
  const next = visit(store, 110_000);
  assert.equal(next.reason({ name: "a", seq: 1 }), null, "it ran before without harm");
  assert.notEqual(next.reason({ name: "b", seq: 2 }), null);
});

test("another tab that is starting at this moment is left alone", () => {
  const store = new MemoryStore();
  visit(store, 100_000).begin([{ name: "a", seq: 1 }]);
  assert.equal(visit(store, 101_000).reason({ name: "a", seq: 1 }), null);
  assert.notEqual(visit(store, 105_000).reason({ name: "a", seq: 1 }), null);
});

test("seqs mean nothing in another log, and what a store holds is doubted", () => {
  const store = new MemoryStore();
  visit(store).stop({ name: "a", seq: 1 }, "why");
  assert.equal(visit(store).reason({ name: "a", seq: 1 }), "why");
  assert.equal(visit(store, 100_000, "e2").reason({ name: "a", seq: 1 }), null);
  for (const junk of ["", "null", "[]", '{"epoch":"e1","stops":{"a":1},"proven":[null,7,{"name":1}]}']) {
    store.setItem("chatos.quarantine/lobby", junk);
    assert.equal(visit(store).reason({ name: "a", seq: 1 }), null);
  }
});
