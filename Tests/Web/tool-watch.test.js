import assert from "node:assert/strict";
import test from "node:test";
import { ToolWatch } from "../../web/shell/tool-watch.js";
import { ada, bob, envelope } from "./fixtures.js";

function rig() {
  const said = [];
  const watch = new ToolWatch({ announce: (text) => said.push(text), toast: ({ detail }) => said.push(detail) });
  const news = (seq, op, from = bob, others = true) =>
    watch.news(envelope(seq, op, from).envelope, { judge: () => null, others });
  return { watch, said, news };
}

const failure = { tool: "clock", seq: 1, line: 3, column: 1, message: "TypeError: x", stack: "", count: 1 };

test("what others run and remove is announced; what one does oneself is not", () => {
  const { watch, said, news } = rig();
  news(1, { type: "upgrade", name: "clock" });
  news(2, { type: "upgrade", name: "__proto__" }, ada, false);
  news(3, { type: "remove", text: "clock" });
  assert.deepEqual(said, ["Bob ran the tool clock", "Bob removed the tool clock"]);
  assert.deepEqual([...watch.statuses.keys()], ["__proto__"]);
});

test("[U91] the first error of a version is announced, and those after it are counted", () => {
  const { watch, said, news } = rig();
  news(1, { type: "upgrade", name: "clock" }, ada, false);
  watch.failed(failure);
  watch.failed({ ...failure, count: 60 });
  assert.deepEqual(said, ["The tool clock has an error: TypeError: x"]);
  assert.equal(watch.statuses.get("clock").errors[0].count, 61);
});

test("a version that waits behind a pin changes nothing of how the tool fares, and all of it is announced", () => {
  const { watch, said } = rig();
  const others = { judge: () => null, others: true };
  const pinned = { ...others, pin: () => ({ seq: 2 }) };
  watch.news(envelope(2, { type: "tool-pin", name: "clock" }, bob).envelope, pinned);
  watch.started({ name: "clock", seq: 2 });
  watch.failed({ ...failure, seq: 2 });
  watch.news(envelope(4, { type: "upgrade", name: "clock" }, bob).envelope, pinned);
  watch.news(envelope(3, { type: "tool-pin", name: "clock" }, bob).envelope, others);
  assert.equal(watch.statuses.get("clock").errors.length, 1);
  assert.deepEqual(said, [
    "Bob pinned the tool clock",
    "The tool clock has an error: TypeError: x",
    "Bob published a version that waits, of the tool clock",
    "Bob unpinned the tool clock",
  ]);
});

test("an error that no tool owns is shown all the same", () => {
  const { watch, said } = rig();
  watch.failed({ ...failure, tool: null });
  assert.deepEqual(said, ["TypeError: x"]);
});

test("a realm that begins forgets what was, and in safe mode its tools are off", () => {
  const { watch, news } = rig();
  news(1, { type: "upgrade", name: "clock" });
  watch.failed(failure);
  watch.halted();
  assert.equal(watch.statuses.get("clock").state, "failed");
  watch.begin([{ name: "clock", seq: 1 }], () => ({ state: "off", reason: "" }));
  assert.deepEqual(watch.statuses.get("clock"), { seq: 1, state: "off", reason: "", errors: [] });
  watch.halted();
  assert.equal(watch.statuses.get("clock").state, "off");
});
