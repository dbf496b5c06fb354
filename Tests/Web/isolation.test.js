import assert from "node:assert/strict";
import test from "node:test";
import { isIsolated } from "../../web/shell/realm/isolation.js";

const CHROMIUM = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
const WEBKIT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";

test("[U89] what was seen of the engines: Chromium isolates, WebKit does not, Firefox by site", () => {
  assert.equal(isIsolated(CHROMIUM, "127.0.0.1", "127.0.0.1"), true);
  assert.equal(isIsolated(WEBKIT, "127.0.0.1", "localhost"), false);
  assert.equal(isIsolated(FIREFOX, "127.0.0.1", "localhost"), true);
  assert.equal(isIsolated(FIREFOX, "127.0.0.1", "127.0.0.1"), false);
  assert.equal(isIsolated(FIREFOX, "chat.example.org", "realm.example.org"), false, "one site");
  assert.equal(isIsolated(FIREFOX, "chat.example", "realm-of-chat.example.net"), true);
  assert.equal(isIsolated(FIREFOX, "192.168.0.1", "10.9.0.1"), true);
});
