import assert from "node:assert/strict";
import test from "node:test";
import { check, RateLimit } from "../../web/shell/realm/incoming.js";

test("only the messages of the closed list pass", () => {
  for (
    const message of [
      null, undefined, 7, "ready", [], {}, { kind: "admin" }, { kind: "__proto__" }, { kind: "toString" },
      { kind: "key", key: "a" },
    ]
  ) {
    assert.equal(check(message, 100), null);
  }
  assert.deepEqual(check({ kind: "ready", more: 1 }, 100), { kind: "ready" });
  assert.deepEqual(check({ kind: "key", key: "?" }, 100), { kind: "key", key: "?" });
});

test("an op must be one JSON object with a type, within the limit", () => {
  assert.deepEqual(check({ kind: "send", text: '{"type":"x"}' }, 100), {
    kind: "send", op: { type: "x" }, tool: null, seq: 0,
  });
  for (const text of ["", "]", "null", "[]", "{}", '{"type":1}', 7, { type: "x" }]) {
    assert.equal(check({ kind: "send", text }, 100), null);
  }
  assert.equal(check({ kind: "send", text: `{"type":"${"x".repeat(100)}"}` }, 100).kind, "tooLarge");
});

test("an error's parts are cut to size and made what they should be", () => {
  const error = check(
    {
      kind: "error",
      tool: "x".repeat(200),
      line: "1",
      column: -4,
      message: "m".repeat(9_000),
      stack: {},
      count: 1e99,
    },
    100,
  );
  assert.deepEqual(error, {
    kind: "error",
    tool: null,
    seq: 0,
    line: 0,
    column: 0,
    message: "m".repeat(500),
    stack: "",
    count: 1,
  });
  assert.equal(check({ kind: "error", tool: "__proto__", message: "x" }, 100).tool, "__proto__");
});

test("a tool's state is one of two words", () => {
  assert.deepEqual(check({ kind: "toolState", tool: "a", seq: 3, state: "running" }, 1), {
    kind: "toolState",
    tool: "a",
    seq: 3,
    state: "running",
  });
  assert.equal(check({ kind: "toolState", tool: "a", seq: 3, state: "constructor" }, 1), null);
  assert.equal(check({ kind: "toolState", seq: 3, state: "running" }, 1), null);
});

test("[U45] the rate has a burst and then a steady flow; a clock that stands still gives nothing", () => {
  const rate = new RateLimit({ perSecond: 10, burst: 3 });
  const at = (now, times) => Array.from({ length: times }, () => rate.take(now));
  assert.deepEqual(at(1_000, 5), [true, true, true, false, false]);
  assert.deepEqual(at(1_100, 2), [true, false]);
  assert.deepEqual(at(900, 1), [false]);
  assert.deepEqual(at(60_000, 4), [true, true, true, false]);
});
