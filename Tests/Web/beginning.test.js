import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { begin, takeWish } from "../../web/shell/beginning.js";

const ROOT = new URL("../../web/", import.meta.url);
const get = async (path) => {
  const file = new URL(`.${path}`, ROOT);
  return {
    ok: existsSync(file), status: 200,
    json: async () => JSON.parse(readFileSync(file, "utf8")),
    text: async () => readFileSync(file, "utf8"),
  };
};

function room(isFresh) {
  const seen = { ops: [], opened: 0 };
  return { ...seen, seen, isFresh, get, openGallery: () => seen.opened++, publish: (op) => seen.ops.push(op) };
}

test("a demo is tools of the gallery, and then what is in it", async () => {
  const fresh = room(true);
  await begin("demo", fresh);
  const types = fresh.seen.ops.map(({ type }) => type);
  const demo = JSON.parse(readFileSync(new URL("gallery/demo.json", ROOT), "utf8"));
  assert.deepEqual(types.slice(0, demo.tools.length), demo.tools.map(() => "upgrade"));
  assert.deepEqual(fresh.seen.ops.slice(0, demo.tools.length).map(({ name }) => name), demo.tools);
  assert.deepEqual(fresh.seen.ops.slice(demo.tools.length), demo.ops);
});

test("a room in which something happened is not touched, whatever a link says", async () => {
  const used = room(false);
  for (const wish of ["demo", "gallery", "anything", null]) await begin(wish, used);
  assert.deepEqual(used.seen, { ops: [], opened: 1 });
});

test("a wish is taken from the address, and the rest of it stays", () => {
  const replaced = [];
  const history = { replaceState: (state, title, address) => replaced.push(String(address)) };
  assert.equal(takeWish({ href: "http://h/r/a?begin=demo&safe=1#x" }, history), "demo");
  assert.equal(takeWish({ href: "http://h/r/a?safe=1" }, history), null);
  assert.deepEqual(replaced, ["http://h/r/a?safe=1#x"]);
});
