import assert from "node:assert/strict";
import test from "node:test";
import { describe } from "../../web/shell/views/connection.js";

const words = (status, unsent = 0, progress = null) => describe(status, unsent, 1_000, progress).text;

test("[U02] n unsent is said in every state until the hub has confirmed them", () => {
  assert.equal(words({ state: "connected" }, 3), "3 unsent");
  assert.notEqual(describe({ state: "connected" }, 3, 0).state, "connected", "words of which a phone hides");
  assert.equal(words({ state: "connected" }), "connected");
  assert.equal(words({ state: "waiting", until: 4_000, attempt: 1 }, 3), "offline · 3 unsent");
  assert.equal(words({ state: "waiting", until: 4_000, attempt: 1 }), "offline · again in 3 s");
  assert.equal(words({ state: "connecting", attempt: 2 }, 3), "reconnecting · 3 unsent");
  assert.equal(words({ state: "stopped", code: 4500, reason: "" }, 3), "disconnected · 3 unsent");
});

test("[U14] while a sign of life is awaited, the words do not claim that all is well", () => {
  const { text, state } = describe({ state: "connected", isDoubted: true }, 1, 0);
  assert.deepEqual([text, state], ["checking · 1 unsent", "connecting"]);
});

test("[U36] coming in shows how far it is, and nothing of it where that is over in a moment", () => {
  const connecting = { state: "connecting", attempt: 1 };
  assert.equal(words(connecting, 0, { read: 50_000, of: 100_000 }), "reading 50,000 of 100,000");
  assert.equal(words(connecting, 2, { read: 1_500, of: null }), "reading 1,500 · 2 unsent");
  assert.equal(words(connecting, 0, { read: 3, of: 40 }), "reconnecting");
  assert.equal(words(connecting, 0, null), "reconnecting");
});
