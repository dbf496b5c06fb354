import assert from "node:assert/strict";
import test from "node:test";
import * as frames from "../../web/shell/docs/frames.js";

test("a frame is the name's length, the name in UTF-8 and a message", () => {
  const frame = frames.encodeFrame("tools/ü", new Uint8Array([1, 2]));
  assert.deepEqual([...frame], [8, 116, 111, 111, 108, 115, 47, 195, 188, 1, 2]);
  const { name, message } = frames.decodeFrame(frame);
  assert.equal(name, "tools/ü");
  assert.deepEqual([...message], [1, 2]);
  assert.deepEqual([...frames.encodeFrame("a")], [1, 97], "nothing but the name closes it");
});

test("a length beyond 127 takes several bytes, and each cut of a frame is refused", () => {
  const name = "n".repeat(128);
  const frame = frames.encodeFrame(name);
  assert.deepEqual([...frame.subarray(0, 2)], [128, 1]);
  assert.equal(frames.decodeFrame(frame).name, name);
  for (let end = 0; end < frame.length; end++) assert.equal(frames.decodeFrame(frame.subarray(0, end)), null);
});

test("a name that is not UTF-8, and a length that never ends, are no frame", () => {
  assert.equal(frames.decodeFrame(new Uint8Array([1, 0xff])), null);
  assert.equal(frames.decodeFrame(new Uint8Array(20).fill(255)), null);
});

test("the messages of y-protocols, there and back", () => {
  const bytes = new Uint8Array(300).map((_, i) => i);
  assert.deepEqual([...frames.step1(new Uint8Array([0]))], [0, 0, 1, 0]);
  for (const [make, kind, member] of [
    [frames.step1, "step1", "vector"],
    [frames.step2, "step2", "update"],
    [frames.update, "update", "update"],
    [frames.awareness, "awareness", "update"],
  ]) {
    const message = make(bytes);
    const read = frames.decodeMessage(message);
    assert.equal(read.kind, kind);
    assert.deepEqual([...read[member]], [...bytes]);
    assert.equal(frames.decodeMessage(message.subarray(0, -1)), null, "cut off");
  }
});

test("a refusal has its reason; what a later hub says is unknown, not malformed", () => {
  assert.deepEqual(frames.decodeMessage(new Uint8Array([2, 0, 2, 110, 111])), { kind: "denied", reason: "no" });
  assert.deepEqual(frames.decodeMessage(new Uint8Array([9, 1, 2])), { kind: "unknown" });
  assert.equal(frames.decodeMessage(new Uint8Array([])), null);
});
