import assert from "node:assert/strict";
import test from "node:test";
import { isUntouched, seedOf, settleSeeds } from "../../web/shell/docs/seeding.js";
import { yjs } from "./fake-hub.js";

const version = (seq, script) => ({ seq, markup: "<b>", style: "", script });
const meet = (...docs) => {
  for (const from of docs) for (const to of docs) yjs.applyUpdate(to, yjs.encodeStateAsUpdate(from));
};

test("two who begin a document from the same version begin one text", () => {
  const [a, b] = [new yjs.Doc(), new yjs.Doc()];
  assert.equal(isUntouched(yjs, a), true);
  for (const doc of [a, b]) yjs.applyUpdate(doc, seedOf(yjs, version(12, "let a")));
  assert.deepEqual(seedOf(yjs, version(12, "let a")), seedOf(yjs, version(12, "let a")));
  a.getText("script").insert(5, " = 1");
  b.getText("script").insert(0, "// b\n");
  meet(a, b);
  assert.equal(a.getText("script").toString(), "// b\nlet a = 1");
  assert.equal(a.getText("markup").toString(), "<b>");
  assert.equal(isUntouched(yjs, a), false);
});

test("from two versions, the newest and what people wrote stay, whoever settles it", () => {
  const [a, b] = [new yjs.Doc(), new yjs.Doc()];
  yjs.applyUpdate(a, seedOf(yjs, version(12, "let old")));
  yjs.applyUpdate(b, seedOf(yjs, version(13, "let new")));
  a.getText("script").insert(7, " /* mine */");
  meet(a, b);
  assert.equal(settleSeeds(yjs, a), true);
  assert.equal(settleSeeds(yjs, b), true);
  meet(a, b);
  for (const doc of [a, b]) {
    assert.equal(settleSeeds(yjs, doc), false);
    const script = doc.getText("script").toString();
    assert.match(script, /let new/);
    assert.match(script, /\/\* mine \*\//);
    assert.doesNotMatch(script, /old/);
    assert.equal(doc.getText("markup").toString(), "<b>");
  }
});
