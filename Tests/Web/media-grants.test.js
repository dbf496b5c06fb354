import assert from "node:assert/strict";
import test from "node:test";
import { Asking } from "../../web/shell/realm/asking.js";
import { check } from "../../web/shell/realm/incoming.js";
import { mediaFromOutside } from "../../web/shell/realm/media.js";
import { isOrigin, MediaGrants } from "../../web/shell/room/media-grants.js";

const CATS = "https://cats.example";
const DOGS = "http://dogs.example:8000";

function storage() {
  const items = new Map();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

test("[HT8] what a user grants is remembered for this room, and for no other", () => {
  const store = storage();
  const grants = new MediaGrants({ store, room: "lobby", given: [] });
  grants.grant(CATS);
  grants.grant(CATS);
  assert.deepEqual(new MediaGrants({ store, room: "lobby", given: [DOGS] }).origins, [DOGS, CATS]);
  assert.deepEqual(new MediaGrants({ store, room: "other", given: [] }).origins, []);
  grants.withdraw(CATS);
  assert.deepEqual(new MediaGrants({ store, room: "lobby", given: [] }).origins, []);
});

test("[HT8] the frame's address says it in one form, sixteen at most", () => {
  const grants = new MediaGrants({ store: storage(), room: "lobby", given: ["", "nonsense"] });
  assert.equal(grants.frame("http://realm/frame.html"), "http://realm/frame.html");
  grants.grant(DOGS);
  assert.equal(
    grants.frame("http://realm/frame.html"),
    "http://realm/frame.html?media=http%3A%2F%2Fdogs.example%3A8000",
  );
  for (let n = 0; n < 30; n += 1) grants.grant(`https://h${n}.example`);
  assert.equal(grants.origins.length, 16);
});

test("[HT8] only an origin can be granted, and nothing that was put into the storage", () => {
  for (
    const wrong of [
      "", "cats.example", `${CATS}/`, `${CATS}/x`, "https://CATS.example", `${CATS}:443`, "https://*",
      `${CATS}; script-src *`, "data:", "null", null, 7, "https://a@b", "https://a:99999",
    ]
  ) {
    assert.equal(isOrigin(wrong), false, String(wrong));
    assert.equal(check({ kind: "blocked", origin: wrong }, 9), null);
  }
  assert.ok(isOrigin(CATS) && isOrigin(DOGS));
  for (const kept of ["nonsense", "{}", '["*", 7, "https://a; b"]']) {
    const store = storage();
    store.setItem("chatos.media.lobby", kept);
    assert.deepEqual(new MediaGrants({ store, room: "lobby", given: [] }).origins, []);
  }
});

test("[HT8] the viewer is asked once, and the frame is built anew when the answer is yes", () => {
  let built = 0;
  const asking = new Asking({ publish: () => {}, onChange: () => {}, onRefused: () => {} });
  const parts = { room: "lobby", store: storage(), given: [DOGS], asking, rebuild: () => built++ };
  const media = mediaFromOutside(parts);
  assert.equal(media.take({ kind: "ready" }), false);
  assert.equal(media.take({ kind: "blocked", origin: DOGS }), true);
  assert.equal(asking.question, null);
  media.take({ kind: "blocked", origin: CATS });
  media.take({ kind: "blocked", origin: CATS });
  assert.match(asking.question.wish, /pictures from https:\/\/cats\.example/);
  asking.answer(true);
  assert.equal(asking.question, null);
  assert.equal(built, 1);
  assert.match(media.frame("f"), /cats\.example/);
  media.take({ kind: "blocked", origin: "https://birds.example" });
  asking.answer(false);
  media.take({ kind: "blocked", origin: "https://birds.example" });
  assert.equal(asking.question, null);
  assert.equal(built, 1);
  const [block] = media.offer("cats");
  assert.match(block.label, /Block https:\/\/cats\.example/);
  block.run();
  assert.doesNotMatch(media.frame("f"), /cats\.example/);
  assert.equal(built, 2);
});

test("[HT8] a viewer is asked about ten hosts a visit", () => {
  const asking = new Asking({ publish: () => {}, onChange: () => {}, onRefused: () => {} });
  const parts = { room: "lobby", store: storage(), given: [], asking, rebuild: () => {} };
  const media = mediaFromOutside(parts);
  let asked = 0;
  for (let n = 0; n < 30; n += 1) {
    media.take({ kind: "blocked", origin: `https://h${n}.example` });
    if (asking.question) asked += 1;
    asking.answer(false);
  }
  assert.equal(asked, 10);
});
