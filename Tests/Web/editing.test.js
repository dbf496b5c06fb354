import assert from "node:assert/strict";
import test from "node:test";
import { begin, isDirty, keep, meet, take } from "../../web/shell/editor/editing.js";
import { indent, lineRange, newline, outdent } from "../../web/shell/editor/indent.js";
import { Drafts } from "../../web/shell/room/drafts.js";
import { failing, installing, removed, settled, troubled } from "../../web/shell/room/tool-status.js";
import { MemoryStore, ODD_NAMES, ada } from "./fixtures.js";

const tool = (seq, script) => ({ name: "t", markup: "", style: "", script, from: ada, at: 1, seq });
const typed = (editing, script) => ({ ...editing, source: { ...editing.source, script } });

test("who changed nothing sees the newest version", () => {
  const met = meet(begin("t", tool(1, "a"), null), tool(2, "b"));
  assert.equal(met.outcome, "followed");
  assert.equal(met.editing.source.script, "b");
});

test("another's version while one edits is a conflict, and both ways out keep what they say", () => {
  const editing = typed(begin("t", tool(1, "a"), null), "mine");
  const theirs = tool(2, "theirs");
  assert.equal(meet(editing, theirs).outcome, "conflict");
  assert.equal(take(editing, theirs).source.script, "theirs");
  const kept = keep(editing, theirs);
  assert.equal(kept.source.script, "mine");
  assert.equal(meet(kept, theirs).outcome, "unchanged");
  assert.equal(isDirty(kept), true);
});

test("one's own run is saved when it comes back, and no conflict though typing went on", () => {
  const editing = typed(begin("t", tool(1, "a"), null), "b");
  const sent = { ...editing, sent: editing.source };
  const back = meet(sent, tool(2, "b"));
  assert.equal(back.outcome, "saved");
  assert.equal(isDirty(back.editing), false);
  const onward = meet(typed(sent, "bc"), tool(2, "b"));
  assert.equal(onward.outcome, "unchanged");
  assert.equal(onward.editing.source.script, "bc");
  assert.equal(isDirty(onward.editing), true);
});

test("a tool that was removed keeps its text here", () => {
  const met = meet(begin("t", tool(1, "a"), null), null);
  assert.equal(met.outcome, "removed");
  assert.equal(met.editing.source.script, "a");
  assert.equal(isDirty(met.editing), true);
});

test("a draft of an older version meets the newer one as a conflict after a reload", () => {
  const draft = { markup: "", style: "", script: "mine", base: 1 };
  assert.equal(meet(begin("t", tool(2, "b"), draft), tool(2, "b")).outcome, "conflict");
  assert.equal(meet(begin("t", tool(1, "a"), draft), tool(1, "a")).outcome, "unchanged");
});

test("a new tool whose name is taken is a conflict", () => {
  assert.equal(meet(typed(begin("", null, null), "x"), tool(4, "b")).outcome, "conflict");
});

test("[O5] drafts of tools and rooms with odd names are kept apart", () => {
  const store = new MemoryStore();
  const drafts = new Drafts(store, "__proto__");
  for (const [i, name] of ODD_NAMES.entries()) {
    assert.equal(drafts.write(name, { markup: "", style: "", script: name, base: i }), true);
  }
  for (const [i, name] of ODD_NAMES.entries()) {
    assert.deepEqual(drafts.read(name), { markup: "", style: "", script: name, base: i });
  }
  assert.deepEqual(drafts.names(), [...ODD_NAMES].sort());
  assert.equal(new Drafts(store, "constructor").read("__proto__"), null);
  drafts.forget("__proto__");
  assert.equal(drafts.read("__proto__"), null);
});

test("a draft that is none is no draft", () => {
  const store = new MemoryStore();
  const drafts = new Drafts(store, "r");
  for (const text of ["]", "null", "7", "[]"]) {
    store.setItem("chatos.draft/r/t", text);
    assert.equal(drafts.read("t"), null, text);
  }
  store.setItem("chatos.draft/r/t", '{"script":7,"base":"x"}');
  assert.deepEqual(drafts.read("t"), { markup: "", style: "", script: "", base: 0 });
});

const apply = (text, edit) => text.slice(0, edit.from) + edit.insert + text.slice(edit.to);

test("Tab indents at the cursor, or every selected line", () => {
  assert.equal(apply("ab", indent("ab", 1, 1)), "a  b");
  assert.equal(apply("a\nb\nc", indent("a\nb\nc", 0, 3)), "  a\n  b\nc");
  assert.equal(apply("a\nb\n", indent("a\nb\n", 0, 4)), "  a\n  b\n");
});

test("Shift-Tab takes back up to one indent a line, and never text", () => {
  assert.equal(apply("    a", outdent("    a", 5, 5)), "  a");
  assert.equal(apply(" a\nb\n\tc", outdent(" a\nb\n\tc", 0, 7)), "a\nb\nc");
  assert.equal(apply("a", outdent("a", 1, 1)), "a");
  for (const [text, start, end] of [["  x", 0, 0], ["  x\n  y", 1, 6], ["", 0, 0]]) {
    const edit = outdent(text, start, end);
    const result = apply(text, edit);
    assert.ok(edit.start >= 0 && edit.start <= edit.end && edit.end <= result.length, text);
  }
});

test("Enter keeps the margin, and deepens it behind a bracket", () => {
  assert.equal(newline("  a", 3, 3).insert, "\n  ");
  assert.equal(newline("  f(() => {", 11, 11).insert, "\n    ");
  assert.equal(newline("a", 0, 1).insert, "\n");
});

test("a line's range is found, and the last line's for one beyond", () => {
  assert.deepEqual(lineRange("ab\ncd\n", 2), { start: 3, end: 5 });
  assert.deepEqual(lineRange("ab\ncd", 99), { start: 3, end: 5 });
  assert.deepEqual(lineRange("", 1), { start: 0, end: 0 });
});

test("a tool's errors belong to its version; the same one again is counted", () => {
  const error = { tool: "__proto__", seq: 4, line: 2, column: 1, message: "m", stack: "", count: 1 };
  let statuses = installing(new Map(), "__proto__", 4, false);
  statuses = failing(failing(statuses, error), { ...error, count: 9 });
  assert.equal(statuses.get("__proto__").errors[0].count, 10);
  assert.equal(troubled(statuses), 1);
  assert.equal(failing(statuses, { ...error, seq: 3 }), statuses);
  assert.equal(failing(statuses, { ...error, tool: "constructor" }), statuses);
  assert.equal(
    settled(statuses, { tool: "__proto__", seq: 4, state: "failed" }).get("__proto__").state,
    "failed",
  );
  assert.equal(settled(statuses, { tool: "__proto__", seq: 9, state: "failed" }), statuses);
  statuses = installing(statuses, "__proto__", 5, false);
  assert.equal(troubled(statuses), 0);
  assert.equal(removed(statuses, "__proto__").size, 0);
});
