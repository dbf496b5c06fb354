import assert from "node:assert/strict";
import test from "node:test";
import { Owner, Owners } from "#realm/owners.js";
import { Wraps } from "#realm/wraps.js";

function rig() {
  const reports = [];
  const owners = new Owners((owner, error) => reports.push([owner.tool, error.message]));
  const tools = new Map();
  const wraps = new Wraps(owners, (tool) => tools.get(tool) ?? null);
  const install = (name, f) => {
    tools.get(name)?.dispose();
    tools.set(name, new Owner(name, 1));
    return owners.run(tools.get(name), f);
  };
  return { reports, owners, tools, wraps, install };
}
const around = (mark) => (next, text) => `${mark}(${next(text)})`;

test("several wrap in order, and taking one away leaves exactly the others", () => {
  const { wraps } = rig();
  const page = { say: (text) => text };
  const original = page.say;
  const take = ["a", "b", "c"].map((mark) => wraps.wrap("t", page, "say", around(mark)));
  assert.equal(page.say("x"), "c(b(a(x)))");
  take[1]();
  assert.equal(page.say("x"), "c(a(x))");
  take[1]();
  take[0]();
  assert.equal(page.say("x"), "c(x)");
  take[2]();
  assert.equal(page.say, original);
});

test("a tool that is replaced or removed takes its own along, in whichever order", () => {
  const { wraps, install, tools } = rig();
  const page = { say: (text) => text };
  const original = page.say;
  for (const name of ["a", "b"]) install(name, () => wraps.wrap(name, page, "say", around(name)));
  install("a", () => wraps.wrap("a", page, "say", around("A")));
  assert.equal(page.say("x"), "A(b(x))");
  tools.get("b").dispose();
  assert.equal(page.say("x"), "A(x)");
  tools.get("a").dispose();
  assert.equal(page.say, original);
});

test("[U91] one that breaks is reported by its tool and is as if it were not there", () => {
  const { wraps, install, reports } = rig();
  let calls = 0;
  const page = { say: (text) => (calls++, text) };
  install("before", () => wraps.wrap("before", page, "say", () => null.x));
  install("after", () => wraps.wrap("after", page, "say", (next, text) => (next(text), null.x)));
  assert.equal(page.say("x"), "x");
  assert.equal(calls, 1);
  assert.deepEqual(reports.map(([tool]) => tool), ["before", "after"]);
});

test("what the original throws reaches the caller and accuses nobody", () => {
  const { wraps, install, reports } = rig();
  const page = { say: () => { throw new RangeError("no"); } };
  install("a", () => wraps.wrap("a", page, "say", around("a")));
  assert.throws(() => page.say("x"), RangeError);
  assert.deepEqual(reports, []);
});

test("this, inherited functions, and a function that somebody replaced meanwhile", () => {
  const { wraps } = rig();
  class Page {
    name = "page";
    say() {
      return this.name;
    }
  }
  const page = new Page();
  const take = wraps.wrap("t", page, "say", (next) => `<${next()}>`);
  assert.equal(page.say(), "<page>");
  take();
  assert.equal(Object.hasOwn(page, "say"), false);
  const again = wraps.wrap("t", page, "say", (next) => `<${next()}>`);
  page.say = () => "mine";
  again();
  assert.equal(page.say(), "mine");
});

test("what can't be wrapped is the caller's error", () => {
  const { wraps } = rig();
  for (const [object, method, f] of [
    [null, "x", () => {}], [{}, "x", () => {}], [{ x: 1 }, "x", () => {}], [{ x() {} }, "x", "f"], [7, "x", () => {}],
  ]) assert.throws(() => wraps.wrap("t", object, method, f), TypeError);
});
