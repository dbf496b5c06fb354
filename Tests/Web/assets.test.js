import assert from "node:assert/strict";
import test from "node:test";
import { Assets } from "#realm/assets.js";
import { check } from "../../web/shell/realm/incoming.js";

const HASH = "0f".repeat(32);

test("a file is asked for once, and is an address when it has come", async () => {
  const said = [];
  const assets = new Assets((message) => said.push(message));
  const both = [assets.address(HASH), assets.address(HASH)];
  assert.deepEqual(said, [{ kind: "asset", hash: HASH }]);
  assets.receive({ kind: "asset", hash: HASH, blob: new Blob(["x"]) });
  const [one, same] = await Promise.all(both);
  assert.match(one, /^blob:/);
  assert.equal(one, same);
  assert.equal(await assets.address(HASH), one);
});

test("one that can't be had says why, and is asked for again", async () => {
  const said = [];
  const assets = new Assets((message) => said.push(message));
  const first = assets.address(HASH);
  assets.receive({ kind: "asset", hash: HASH, blob: null, error: "There is no such file in the room." });
  await assert.rejects(first, /no such file/);
  assets.address(HASH).catch(() => {});
  assert.equal(said.length, 2);
});

test("what is no hash is asked for by nobody", async () => {
  const said = [];
  const assets = new Assets((message) => said.push(message));
  for (const wrong of ["", "x", HASH.toUpperCase().replace("0F", "0G"), `${HASH}/..`, null, {}]) {
    await assert.rejects(assets.address(wrong), TypeError);
  }
  assert.deepEqual(said, []);
});

test("an upload is answered by its number; what is no blob is not sent", async () => {
  const said = [];
  const assets = new Assets((message) => said.push(message));
  const by = { tool: "image", seq: 3 };
  const one = assets.upload(new Blob(["x"]), "cat.png", by);
  const two = assets.upload(new Blob(["y"]), undefined, by);
  assert.deepEqual(said.map(({ n, name, tool }) => [n, name, tool]), [
    [1, "cat.png", "image"], [2, "A file", "image"],
  ]);
  assets.receive({ kind: "uploaded", n: 2, asset: null, error: "It is empty." });
  assets.receive({ kind: "uploaded", n: 1, asset: { hash: HASH, type: "image/png", bytes: 1 } });
  assert.equal((await one).hash, HASH);
  await assert.rejects(two, /empty/);
  await assert.rejects(assets.upload("text", "x", by), TypeError);
  assert.equal(said.length, 2);
});

test("the shell takes a blob with a number, and a hash, and nothing like them", () => {
  const file = new Blob(["x"]);
  const upload = { kind: "upload", n: 1, file, name: "cat.png" };
  assert.deepEqual(check(upload, 9), { ...upload, tool: null, seq: 0 });
  assert.equal(check({ ...upload, name: "n".repeat(500) }, 9).name.length, 128);
  for (const wrong of [{ file: "x" }, { file: { size: 1 } }, { n: 0 }, { n: -1 }, { n: "1" }, { n: 1.5 }]) {
    assert.equal(check({ ...upload, ...wrong }, 9), null);
  }
  assert.deepEqual(check({ kind: "asset", hash: HASH, room: "other" }, 9), { kind: "asset", hash: HASH });
  for (const hash of [undefined, 1, "", "../log", `${HASH}0`, HASH.toUpperCase()]) {
    assert.equal(check({ kind: "asset", hash }, 9), null);
  }
});
