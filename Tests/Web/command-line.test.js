import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { completions, COMMANDS } from "../../web/shell/commands/completion.js";
import { readLine } from "../../web/shell/commands/line.js";
import { Palette } from "../../web/shell/commands/palette.js";

const room = { tools: ["clock", "__proto__", "two words"], types: ["wave", "upgrade"], acts: [] };
const labels = (line, more = {}) => completions(line, { ...room, ...more }).map(({ label }) => label);

test("a line means what it means in the room's own input", () => {
  assert.deepEqual(readLine("hello"), { op: { type: "comment", body: "hello" } });
  assert.deepEqual(readLine(":) hello"), { op: { type: "comment", body: ":) hello" } });
  assert.deepEqual(readLine(":wave twice"), { op: { type: "wave", text: "twice" } });
  assert.deepEqual(readLine(":wave {hand: 'left',}"), { op: { hand: "left", type: "wave" } });
  assert.equal(readLine("  "), null);
  assert.match(readLine(":wave {hand: left}").problem, /can't be read/);
});

test("shell and realm read object literals by the same text, though they share no file", async () => {
  const read = (path) => readFile(new URL(`../../web/${path}`, import.meta.url), "utf8");
  assert.equal(await read("shell/commands/literal.js"), await read("realm/literal.js"));
});

test("a colon offers the commands, the types that were seen and the tools, each once", () => {
  assert.deepEqual(labels(":").slice(0, COMMANDS.length), COMMANDS.map(({ label }) => label));
  assert.deepEqual(labels(":").slice(COMMANDS.length), [":__proto__", ":clock", ":wave"]);
  assert.deepEqual(labels(":cl"), [":clock"]);
  assert.deepEqual(labels(":re").map((label) => label.split(" ")[0]), [
    ":remove", ":reset", ":replay", ":request",
  ]);
  assert.deepEqual(labels(":wave now"), []);
});

test("remove offers the tools", () => {
  assert.deepEqual(labels(":remove "), ["clock", "__proto__", "two words"]);
  assert.deepEqual(labels(":remove TWO"), ["two words"]);
});

test("without a colon the page's own acts are found by their words, and all is offered to who typed nothing", () => {
  const acts = [{ label: "Safe mode", meaning: "" }, { label: "Edit clock", meaning: "" }];
  assert.deepEqual(labels("safe", { acts }), ["Safe mode"]);
  assert.equal(labels("", { acts }).length, COMMANDS.length + 2);
});

test("a stopped tool can be started from here", () => {
  const started = [];
  const palette = new Palette({
    tools: () => new Map([["a", { name: "a", seq: 1, from: { name: "Ada" } }]]),
    isStopped: () => true, isSafe: () => false, start: ({ name }) => started.push(name),
    edit() {}, remove() {}, toggleTools() {}, setSafe() {},
  });
  palette.heard("joined");
  palette.heard("ping");
  palette.offer("start a")[0].run();
  assert.deepEqual(started, ["a"]);
  assert.deepEqual(palette.offer(":pi").map(({ label }) => label), [":ping"]);
  assert.deepEqual(palette.offer(":joi"), []);
});
