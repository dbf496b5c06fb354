import assert from "node:assert/strict";
import test from "node:test";
import { makeJar, makeStorage } from "#realm/memory.js";
import { ODD_NAMES } from "./fixtures.js";

test("a storage is used in every way that people use one", () => {
  const storage = makeStorage();
  storage.setItem("a", 1);
  storage.b = { toString: () => "two" };
  storage["c"] = "three";
  assert.deepEqual([storage.getItem("a"), storage.b, storage["c"], storage.missing], ["1", "two", "three", undefined]);
  assert.deepEqual([storage.getItem("missing"), storage.length, storage.key(1), storage.key(9)], [null, 3, "b", null]);
  assert.deepEqual(Object.keys(storage), ["a", "b", "c"]);
  assert.equal(JSON.stringify(storage), '{"a":"1","b":"two","c":"three"}');
  assert.equal("b" in storage, true);
  delete storage.b;
  storage.removeItem("a");
  assert.deepEqual(Object.keys(storage), ["c"]);
  storage.clear();
  assert.equal(storage.length, 0);
});

test("its keys are data, and its functions stay", () => {
  const storage = makeStorage();
  for (const name of ODD_NAMES) {
    storage.setItem(name, "x");
    assert.equal(storage.getItem(name), "x", name);
  }
  storage.getItem = "mine";
  assert.equal(typeof storage.getItem, "function");
  assert.equal(storage.length, ODD_NAMES.length);
});

test("a storage is full some day, and a smaller value fits again", () => {
  const storage = makeStorage();
  const half = "x".repeat(2_500_000);
  storage.a = half;
  assert.throws(() => storage.setItem("b", half), { name: "QuotaExceededError" });
  storage.a = "";
  storage.setItem("b", half);
  storage.setItem("b", half);
  assert.equal(storage.getItem("b").length, 2_500_000);
});

test("a jar gives back names and values, and forgets what is over", () => {
  const jar = makeJar();
  jar.cookie = "a=1; path=/; secure";
  jar.cookie = "b=x=y; expires=Fri, 01 Jan 2999 00:00:00 GMT";
  jar.cookie = "a=2";
  assert.equal(jar.cookie, "a=2; b=x=y");
  jar.cookie = "a=; max-age=0";
  jar.cookie = "b=; expires=Thu, 01 Jan 1970 00:00:00 GMT";
  assert.equal(jar.cookie, "");
});
