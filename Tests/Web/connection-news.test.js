import assert from "node:assert/strict";
import test from "node:test";
import { ConnectionNews } from "../../web/shell/connection-news.js";

test("a drop and a return are told once each; the first connection is no news", () => {
  const said = [];
  const news = new ConnectionNews((text) => said.push(text));
  for (const state of ["connecting", "connected", "waiting", "connecting", "waiting", "connecting", "connected", "stopped"]) {
    news.update(state);
  }
  assert.deepEqual(said, ["Offline; what you do is kept", "Connected again", "Disconnected"]);
});
