import assert from "node:assert/strict";
import test from "node:test";
import { toolTextAt } from "../../web/shell/history/document-text.js";

const hub = (status, body, asked = []) => async (address) => {
  asked.push(address);
  return { status, ok: status === 200, json: async () => body };
};

test("[DO21] the text of a tool's document at a seq, and now", async () => {
  const asked = [];
  const get = hub(200, { doc: "tools/a b/c", seq: 7, content: { script: "let a" } }, asked);
  assert.deepEqual(await toolTextAt("my room", "a b/c", 9, { get }), { markup: "", style: "", script: "let a" });
  await toolTextAt("my room", "x", null, { get });
  assert.deepEqual(asked, [
    "/api/v1/rooms/my%20room/docs/tools%2Fa%20b%2Fc?at=9",
    "/api/v1/rooms/my%20room/docs/tools%2Fx",
  ]);
});

test("where there was none the answer is null, and what fails says so", async () => {
  assert.equal(await toolTextAt("r", "x", 1, { get: hub(404, {}) }), null);
  await assert.rejects(toolTextAt("r", "x", 1, { get: hub(413, {}) }), /413/);
  const odd = hub(200, { content: { script: { not: "text" } } });
  assert.deepEqual(await toolTextAt("r", "x", 1, { get: odd }), { markup: "", style: "", script: "" });
});
