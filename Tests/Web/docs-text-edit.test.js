import assert from "node:assert/strict";
import test from "node:test";
import { difference, rewrite, wholeCharacters } from "../../web/shell/docs/text-edit.js";
import { yjs } from "./fake-hub.js";

test("the difference touches least", () => {
  assert.equal(difference("same", "same"), null);
  assert.deepEqual(difference("hello world", "hello brave world"), { from: 6, to: 6, insert: "brave " });
  assert.deepEqual(difference("aaa", "aa"), { from: 2, to: 3, insert: "" });
  assert.deepEqual(difference("", "x"), { from: 0, to: 0, insert: "x" });
});

test("an edit never parts the halves of a character", () => {
  // The first halves of these two are the same, and a keyboard on a phone says that only the second changed.
  assert.deepEqual(difference("a😀b", "a😁b"), { from: 1, to: 3, insert: "😁" });
  assert.deepEqual(wholeCharacters("😀", { from: 1, to: 2, insert: "\ude01" }), { from: 0, to: 2, insert: "😁" });
  assert.deepEqual(wholeCharacters("😀", { from: 0, to: 1, insert: "\ud83e" }), { from: 0, to: 2, insert: "🨀" });
});

test("a shared text is rewritten, and what others wrote beside it stays", () => {
  const [a, b] = [new yjs.Doc(), new yjs.Doc()];
  a.getText("t").insert(0, "one two three");
  yjs.applyUpdate(b, yjs.encodeStateAsUpdate(a));
  rewrite(a.getText("t"), "one 2 three");
  b.getText("t").insert(13, " four");
  yjs.applyUpdate(a, yjs.encodeStateAsUpdate(b));
  assert.equal(a.getText("t").toString(), "one 2 three four");
});
