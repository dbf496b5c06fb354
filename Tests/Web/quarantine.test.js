import assert from "node:assert/strict";
import test from "node:test";
import { Quarantine } from "../../web/shell/room/quarantine.js";
import { MemoryStore, ODD_NAMES } from "./fixtures.js";

let pages = 0;
function visit(store, now = 100_000, epoch = "e1", more = {}) {
  const quarantine = new Quarantine({ store, room: "lobby", page: `p${++pages}`, now: () => now, ...more });
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

test("[U88] [U89] where a loop freezes the page, one that stopped living while tools ran is known at the next visit", () => {
  const store = new MemoryStore();
  const shared = { isIsolated: false };
  const a = [{ name: "a", seq: 1 }];
  let now = 100_000;
  const page = visit(store, 0, "e1", { ...shared, now: () => now });
  page.begin(a);
  page.prove(a);
  now = 200_000;
  page.beat();
  assert.equal(visit(store, 203_000, "e1", shared).froze, false, "it lives, in another window");
  const next = visit(store, 205_000, "e1", shared);
  assert.equal(next.froze, true);
  assert.equal(next.reason(a[0]), null, "nobody knows which it was");
  assert.equal(visit(store, 206_000, "e1", shared).froze, false, "told once");
  // One that was left, or ran no tools, or whose log is gone, accuses nothing.
  page.return();
  page.leave();
  page.beat();
  assert.equal(visit(store, 300_000, "e1", shared).froze, false);
  visit(store, 300_000, "e1", shared).beat();
  assert.equal(visit(store, 400_000, "e1", shared).froze, false);
  page.return();
  assert.equal(visit(store, 500_000, "e2", shared).froze, false);
});

test("where the page is isolated proven tools leave no mark", () => {
  const store = new MemoryStore();
  const page = visit(store);
  page.begin([{ name: "a", seq: 1 }]);
  page.prove([{ name: "a", seq: 1 }]);
  page.beat();
  assert.deepEqual([...store.items.keys()], ["chatos.quarantine/lobby"]);
});
