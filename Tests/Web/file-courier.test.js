import assert from "node:assert/strict";
import test from "node:test";
import { FileCourier } from "../../web/shell/assets/file-courier.js";

function make() {
  const world = { now: 0, sent: [], fetched: [], shown: [], failed: [] };
  world.courier = new FileCourier({
    send: (file, onProgress, signal) => new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("You stopped it.")));
      world.sent.push({ file, onProgress, resolve, reject });
    }),
    fetch: (hash) => {
      world.fetched.push(hash);
      return world.answer?.(hash) ?? Promise.resolve(new Blob([hash]));
    },
    now: () => world.now,
    onChange: (uploads) => (world.shown = uploads),
    onFailed: (name, why) => world.failed.push([name, why]),
  });
  return world;
}

const turn = () => new Promise((go) => setTimeout(go, 0));

test("three go at once, the others wait, and each is shown until it is there", async () => {
  const world = make();
  const uploads = [1, 2, 3, 4].map((n) => world.courier.upload(new Blob(["x"]), `${n}`));
  await turn();
  assert.equal(world.sent.length, 3);
  assert.deepEqual(world.shown.map(({ name }) => name), ["1", "2", "3", "4"]);
  world.sent[1].onProgress(0.5);
  assert.equal(world.shown[1].part, 0.5);
  world.sent[1].resolve({ hash: "b" });
  assert.deepEqual(await uploads[1], { hash: "b" });
  await turn();
  assert.equal(world.sent.length, 4);
  for (const { resolve } of world.sent) resolve({ hash: "a" });
  await Promise.all(uploads);
  assert.deepEqual(world.shown, []);
});

test("one that is stopped, sent or still waiting, fails and lets the next one go", async () => {
  const world = make();
  const uploads = [1, 2, 3, 4, 5].map((n) => world.courier.upload(new Blob(["x"]), `${n}`));
  uploads.forEach((upload) => upload.catch(() => {}));
  await turn();
  world.shown[3].stop();
  world.shown[0].stop();
  await assert.rejects(uploads[0], /stopped/);
  await assert.rejects(uploads[3], /stopped/);
  await turn();
  assert.equal(world.sent.length, 4);
  assert.deepEqual(world.failed.map(([name]) => name), ["1", "4"]);
});

test("a page sends thirty files a minute, and says so when it is asked for more", async () => {
  const world = make();
  for (let n = 0; n < 30; n += 1) {
    const upload = world.courier.upload(new Blob(["x"]), `${n}`);
    await turn();
    world.sent[n].resolve({ hash: "a" });
    await upload;
  }
  await assert.rejects(world.courier.upload(new Blob(["x"]), "one more"), /30 files a minute/);
  assert.deepEqual(world.failed, [["one more", "This page may send 30 files a minute."]]);
  world.now = 60_000;
  const later = world.courier.upload(new Blob(["x"]), "later");
  await turn();
  world.sent[30].resolve({ hash: "a" });
  assert.deepEqual(await later, { hash: "a" });
});

test("a file is had once, and again when it could not be had", async () => {
  const world = make();
  const [one, same] = await Promise.all([world.courier.file("a"), world.courier.file("a")]);
  assert.equal(one, same);
  assert.deepEqual(world.fetched, ["a"]);
  world.answer = () => Promise.reject(new Error("gone"));
  await assert.rejects(world.courier.file("b"), /gone/);
  world.answer = null;
  await world.courier.file("b");
  assert.deepEqual(world.fetched, ["a", "b", "b"]);
});
