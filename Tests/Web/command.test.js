import assert from "node:assert/strict";
import test from "node:test";
import { parseLine } from "#realm/command.js";
import { ODD_NAMES } from "./fixtures.js";

test("a line of text is a comment, as it was typed", () => {
  assert.deepEqual(parseLine("hello :there "), { type: "comment", body: "hello :there " });
  assert.equal(parseLine("  "), null);
  assert.equal(parseLine(""), null);
});

test("a colon and a word make an op with the words as text", () => {
  assert.deepEqual(parseLine(":move into the red room"), { type: "move", text: "into the red room" });
  assert.deepEqual(parseLine(":reset"), { type: "reset" });
  assert.deepEqual(parseLine(":remove  clock "), { type: "remove", text: "clock" });
});

test("an object gives the op its members, in JSON and in the relaxed form", () => {
  const expected = { delay: 500, text: "boo", type: "flash" };
  assert.deepEqual(parseLine(':flash {"delay":500,"text":"boo"}'), expected);
  assert.deepEqual(parseLine(":flash {delay:500, text:'boo'}"), expected);
});

test("the type is the word behind the colon, whatever the object says", () => {
  assert.equal(parseLine(":replay {type:'comment', limit: 3}").type, "replay");
});

test("[O6] an empty object is an op without members", () => {
  assert.deepEqual(parseLine(":replay {}"), { type: "replay" });
});

test("an object that can't be read is an error, not a comment", () => {
  assert.throws(() => parseLine(":flash {delay: soon}"), SyntaxError);
});

test("faces are comments", () => {
  for (const face of [":)", ":-(", ":", ": so", ":/", "::"]) {
    assert.equal(parseLine(face).type, "comment", face);
  }
});

test("[O5] odd types and members are data", () => {
  for (const type of ODD_NAMES.filter((name) => /^[\w]/.test(name))) {
    assert.deepEqual(parseLine(`:${type} x`), { type, text: "x" });
  }
  const op = parseLine(":x {__proto__: {polluted: 1}}");
  assert.deepEqual(Object.keys(op), ["__proto__", "type"]);
  assert.equal(op.polluted, undefined);
  assert.deepEqual(Object.keys(parseLine(':x {"__proto__": {"polluted": 1}}')), ["__proto__", "type"]);
});
