import assert from "node:assert/strict";
import test from "node:test";
import { liveStatus, movedLine, placeHash, placeOf } from "../../web/shell/editor/live-words.js";

const source = { markup: "", style: "", script: "run()" };
const tool = { name: "x", seq: 3, at: 0, from: { id: "b", name: "Bob" }, ...source };
const say = (more) => liveStatus({
  source, tool, you: "a", isSent: false, isShared: true, isLive: true, unsent: 0, now: 1_000, ...more,
});

test("the status says whether what is here runs, who ran it, and what is only here", () => {
  assert.match(say({}), /^Saved\. Bob ran this version/);
  assert.match(say({ you: "b" }), /^Saved\. You ran/);
  assert.match(say({ source: { ...source, script: "run(2)" } }), /^Changed since Bob ran it/);
  assert.match(say({ source: { ...source, script: "run(2)" }, isSent: true }), /^Sent;/);
  assert.match(say({ tool: null }), /^Not run yet/);
  assert.match(say({ tool: null, isShared: false }), /^Draft, kept in this browser/);
  assert.match(say({ isLive: false, unsent: 2 }), /Offline; your edits are kept in this browser\.$/);
  assert.match(say({ isLive: false }), /Offline\.$/);
});

test("a line of what runs is found in a text that was edited since", () => {
  const before = "a\nb\nc\nd";
  assert.equal(movedLine(before, before, 3), 3);
  assert.equal(movedLine(before, "new\na\nb\nc\nd", 3), 4);
  assert.equal(movedLine(before, "a\nb\nc\nd\nnew", 3), 3);
  assert.equal(movedLine(before, "a\nB1\nB2\nc\nd", 4), 5);
  assert.equal(movedLine(before, "a\nd", 2), 2, "what was taken out is where it was");
  assert.equal(movedLine(before, "", 4), 1);
});

test("a link to a line is the tool's name, the part and the number; what is none leads nowhere", () => {
  const place = { tool: "a/b #ü", part: "script", line: 12 };
  assert.deepEqual(placeOf(placeHash(place)), place);
  for (const hash of ["", "#", "#x", "#x/script", "#x/other:1", "#%/script:1", "#x/script:1e9"]) {
    assert.equal(placeOf(hash), null);
  }
});
