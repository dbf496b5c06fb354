import assert from "node:assert/strict";
import test from "node:test";
import * as realm from "#realm/person.js";
import { friendlyName, initials } from "../../web/shell/hub/identity.js";
import { byteLength, personName } from "../../web/shell/hub/wire.js";
import { hueOf } from "../../web/shell/room/colour.js";
import { ago } from "../../web/shell/room/time.js";
import { ODD_NAMES } from "./fixtures.js";

test("a person's colour and letters are the same in shell and realm", () => {
  for (const name of [...ODD_NAMES, "Ada Lovelace", "k3vX-9", "ßeta Ünder"]) {
    assert.equal(realm.hueOf(name), hueOf(name));
    assert.equal(realm.initials(name), initials(name));
    assert.ok(hueOf(name) >= 0 && hueOf(name) < 360);
  }
});

test("letters are whole characters of the first and last word", () => {
  assert.equal(initials("Ada Byron Lovelace"), "AL");
  assert.equal(initials("🦊 fox"), "🦊F");
  assert.equal(initials("x"), "X");
  assert.equal(initials(" "), "?");
});

test("twenty ids have many colours", () => {
  const hues = new Set(Array.from({ length: 20 }, (_, i) => hueOf(`id-${i}`)));
  assert.ok(hues.size >= 10, String(hues.size));
});

test("a friendly name is two different words that the hub takes", () => {
  for (let i = 0; i < 100; i++) {
    const name = friendlyName(() => i / 100);
    const [manner, creature] = name.split(" ");
    assert.notEqual(manner, creature);
    assert.equal(personName(name), name);
    assert.ok(byteLength(name) <= 64);
  }
});

test("how long ago, in words; a clock that is behind says just now", () => {
  const now = 1_790_000_000_000;
  const words = [
    -5, 10, 60, 59 * 60, 3_600, 23 * 3_600, 24 * 3_600, 3 * 86_400,
  ].map((seconds) => ago(now - seconds * 1_000, now));
  assert.deepEqual(words, [
    "just now",
    "just now",
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "23 h ago",
    "yesterday",
    "3 days ago",
  ]);
});
