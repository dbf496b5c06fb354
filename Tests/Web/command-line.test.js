import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import test from "node:test";
import { completions, COMMANDS } from "../../web/shared/completion.js";
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

test("what shell and realm share imports nothing, since they import under different names", async () => {
  const folder = new URL("../../web/shared/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  assert.ok(names.includes("literal.js"));
  for (const name of names) assert.doesNotMatch(await readFile(new URL(name, folder), "utf8"), /^import /m, name);
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
  const a = { name: "a", seq: 1, from: { name: "Ada" } };
  const palette = new Palette({
    tools: () => new Map([["a", a]]), stopped: () => [a],
    isSafe: () => false, start: ({ name }) => started.push(name), edit() {}, remove() {}, toggleTools() {}, setSafe() {},
  });
  palette.heard("joined");
  palette.heard("ping");
  palette.offer("start a")[0].run();
  assert.deepEqual(started, ["a"]);
  assert.deepEqual(palette.offer(":pi").map(({ label }) => label), [":ping"]);
  assert.deepEqual(palette.offer(":joi"), []);
});
