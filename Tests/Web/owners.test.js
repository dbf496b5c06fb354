import assert from "node:assert/strict";
import test from "node:test";
import { Owner, Owners } from "#realm/owners.js";
import { Errors } from "#realm/errors.js";
import { SCRIPT_HEAD } from "#realm/tools.js";
import { Replaceables } from "#realm/replaceables.js";

const URL_A = "blob:null/0d6f0f3e-aaaa";
const make = () => {
  const reports = [];
  const owners = new Owners((owner, error) => reports.push([owner.tool, error.message]));
  return { owners, reports };
};

test("the innermost owner that runs is the current one", () => {
  const { owners } = make();
  const [a, b] = [new Owner("a", 1), new Owner("b", 1)];
  owners.run(a, () => {
    owners.run(b, () => assert.equal(owners.current(), b));
    assert.equal(owners.current(), a);
  });
  assert.equal(owners.current(), null);
});

test("[U91] an error is reported with its tool and goes no further", () => {
  const { owners, reports } = make();
  const result = owners.run(new Owner("__proto__", 1), () => {
    throw new Error("broken");
  });
  assert.equal(result.ok, false);
  assert.deepEqual(reports, [["__proto__", "broken"]]);
  assert.equal(owners.current(), null);
});

test("the place of a script is found in the stacks of three engines", () => {
  const { owners } = make();
  const owner = new Owner("clock", 3);
  owners.ownScript({}, URL_A, owner);
  for (const stack of [
    `Error: x\n    at tick (${URL_A}:12:7)\n    at data:text/javascript;base64,AAA:1:1`,
    `Error: x\n    at ${URL_A}:12:7`,
    `tick@${URL_A}:12:7\nrun@data:text/javascript;base64,AAA:1:1`,
  ]) {
    assert.deepEqual(owners.place(stack), { owner, line: 12, column: 7 }, stack);
  }
  assert.equal(owners.place("Error: x\n    at blob:null/other:1:1"), null);
  assert.equal(owners.place(""), null);
});

test("a version that goes takes along what it registered, once", () => {
  const owner = new Owner("a", 1);
  let undone = 0;
  owner.onGone(() => undone++);
  owner.onGone(() => undone++)();
  owner.dispose();
  owner.dispose();
  assert.equal(undone, 1);
  assert.equal(owner.signal.aborted, true);
});

test("errors carry tool, line and column of the tool's own text", () => {
  const told = [];
  const errors = new Errors((report) => told.push(report));
  const owners = new Owners((owner, error) => errors.report(owner, error));
  errors.owners = owners;
  const owner = new Owner("clock", 3);
  owners.ownScript({}, URL_A, owner);
  const error = new TypeError("no hands");
  error.stack = `TypeError: no hands\n    at ${URL_A}:1:${SCRIPT_HEAD.length + 8}\n    at x (data:text/javascript;base64,AAAA:1:1)`;
  owners.run(owner, () => {
    throw error;
  });
  assert.equal(told.length, 1);
  assert.deepEqual([told[0].tool, told[0].seq, told[0].line, told[0].column, told[0].message], [
    "clock",
    3,
    1,
    8,
    "TypeError: no hands",
  ]);
  assert.equal(told[0].stack.includes("data:"), false);
  assert.equal(told[0].stack.includes("clock:1:"), true);
  assert.equal(owner.failed, false, "a handler that throws does not stop its tool");
  owners.run(owner, () => {
    throw error;
  });
  assert.equal(told.length, 1, "the same error again is counted, not told at once");
});

test("whatever is thrown can be described", () => {
  const told = [];
  const errors = new Errors((report) => told.push(report.message));
  errors.owners = new Owners(() => {});
  const hostile = { toJSON() { throw new Error("no"); }, toString() { throw new Error("no"); } };
  for (const thrown of [undefined, null, 7, "text", { a: 1 }, Symbol("s"), () => {}, hostile]) {
    errors.report(null, thrown);
  }
  assert.equal(told.length, 8);
  assert.ok(told.every((message) => typeof message === "string" && message !== ""));
});

test("replaceSafe: the first call gives a wrapper, later ones replace and give null", () => {
  const { owners } = make();
  const replaceables = new Replaceables(owners);
  const wrapper = replaceables.replace("key", (x) => x + 1);
  assert.equal(wrapper(1), 2);
  assert.equal(replaceables.replace("key", (x) => x + 10), null);
  assert.equal(wrapper(1), 11);
  for (const name of ["__proto__", "constructor"]) {
    assert.equal(typeof replaceables.replace(name, () => {}), "function");
  }
});

test("replaceSafe: a wrapper sleeps between two versions and ends with its tool", () => {
  const { owners } = make();
  const replaceables = new Replaceables(owners);
  const [first, second] = [new Owner("t", 1), new Owner("t", 2)];
  let wrapper;
  owners.run(first, () => (wrapper = replaceables.replace("key", () => "first")));
  replaceables.release(first, false);
  assert.equal(wrapper(), undefined);
  owners.run(second, () => assert.equal(replaceables.replace("key", () => "second"), null));
  assert.equal(wrapper(), "second");
  assert.equal(replaceables.signalOf(wrapper).aborted, false);
  const signal = replaceables.signalOf(wrapper);
  replaceables.release(second, true);
  assert.equal(wrapper(), undefined);
  assert.equal(signal.aborted, true);
  assert.equal(
    typeof replaceables.replace("key", () => {}),
    "function",
    "a tool that comes again attaches again",
  );
});
