import assert from "node:assert/strict";
import test from "node:test";
import { delayBefore, mayReturn } from "../../web/shell/hub/backoff.js";

test("[U87] the delay is spread over everything up to a bound that doubles from 0.25 s to 10 s", () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 7, 1_000].map((attempt) => delayBefore(attempt, () => 1));
  assert.deepEqual(longest, [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  assert.equal(delayBefore(5, () => 0), 0);
  assert.equal(delayBefore(5, () => 0.5), 4_000);
  assert.equal(delayBefore(-1, () => 1), 250);
});

test("the close code tells whether to come back", () => {
  for (const code of [1000, 1001, 1003, 1005, 1006, 1007, 1009, 4000, 4001, 4499]) {
    assert.equal(mayReturn(code), true, String(code));
  }
  for (const code of [1002, 4500, 4999]) assert.equal(mayReturn(code), false, String(code));
});

test("[U79] hidden pages come back later, and not all at once either", () => {
  const delays = Array.from({ length: 200 }, (_, i) => delayBefore(9, () => i / 200, true));
  assert.equal(new Set(delays).size, 200);
  assert.ok(Math.max(...delays) < 60_000);
  assert.ok(delays.filter((delay) => delay > 10_000).length > 150);
});
