import assert from "node:assert/strict";
import test from "node:test";
import { coverage, Ranges } from "../../web/shell/docs/ranges.js";
import { yjs } from "./fake-hub.js";

test("ranges that touch are one, and what is taken out of the middle leaves two", () => {
  const ranges = new Ranges();
  for (const [from, to] of [[0, 3], [10, 12], [3, 5], [4, 11], [20, 20]]) ranges.add(1, from, to);
  assert.deepEqual(ranges.of(1), [[0, 12]]);
  ranges.remove(1, 4, 6);
  ranges.remove(2, 0, 100);
  assert.deepEqual(ranges.of(1), [[0, 4], [6, 12]]);
  ranges.remove(1, 0, 5);
  ranges.remove(1, 6, 100);
  assert.equal(ranges.isEmpty, true);
});

test("random adding and removing is what a set of numbers comes to", () => {
  let seed = 7;
  const draw = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 50; round++) {
    const ranges = new Ranges();
    const numbers = new Set();
    for (let step = 0; step < 40; step++) {
      const from = draw(60);
      const to = from + draw(10);
      const adds = draw(3) > 0;
      if (adds) ranges.add(1, from, to);
      else ranges.remove(1, from, to);
      for (let n = from; n < to; n++) adds ? numbers.add(n) : numbers.delete(n);
    }
    const spread = ranges.of(1).flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
    assert.deepEqual(spread, [...numbers].sort((a, b) => a - b));
  }
});

test("an update covers what it writes and what it deletes, and not what is left out of it", () => {
  const doc = new yjs.Doc();
  doc.clientID = 5;
  const updates = [];
  doc.on("update", (update) => updates.push(update));
  for (const word of ["one", "two", "three"]) doc.getText("t").insert(0, word);
  doc.getText("t").delete(0, 2);
  const covered = coverage(yjs, yjs.mergeUpdates([updates[0], updates[2], updates[3]]));
  assert.deepEqual(covered.written.of(5), [[0, 3], [6, 11]], "the second is a gap");
  assert.deepEqual(covered.deleted.of(5), [[6, 8]]);
});
