import assert from "node:assert/strict";
import test from "node:test";
import { FakeHub, FakeStore, FakeWindow, yjs } from "./fake-hub.js";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const scriptOf = (shared) => shared.doc.getText("script");

test("two pages edit one document at once, and an echo confirms what was sent", async () => {
  const hub = new FakeHub();
  const [ada, bob] = [new FakeWindow(hub), new FakeWindow(hub)];
  for (const page of [ada, bob]) page.on();
  const [a, b] = await Promise.all([ada, bob].map((page) => page.documents.acquire("tools/x")));
  assert.equal(a.isWhole, true);
  scriptOf(a).insert(0, "ada");
  scriptOf(b).insert(0, "bob");
  assert.equal(a.unsent, 1);
  assert.equal(ada.documents.unsent, 1);
  assert.equal(ada.store.rows.size, 1);
  hub.commit();
  assert.equal(scriptOf(a).toString(), scriptOf(b).toString());
  assert.equal(scriptOf(a).toString(), hub.text("tools/x"));
  assert.deepEqual([a.unsent, b.unsent, ada.store.rows.size], [0, 0, 0]);
});

test("many edits whose echoes are merged are confirmed together, deletions too", async () => {
  const hub = new FakeHub();
  const page = new FakeWindow(hub);
  page.on();
  const shared = await page.documents.acquire("tools/x");
  for (const letter of "hello") scriptOf(shared).insert(0, letter);
  scriptOf(shared).delete(1, 2);
  assert.equal(shared.unsent, 6);
  hub.commit();
  assert.equal(shared.unsent, 0);
  assert.equal(hub.text("tools/x"), "oeh");
});

test("what was edited offline is sent on return, beside what others did", async () => {
  const hub = new FakeHub();
  const page = new FakeWindow(hub);
  page.on();
  const shared = await page.documents.acquire("tools/x");
  scriptOf(shared).insert(0, "base");
  hub.commit();
  page.off();
  scriptOf(shared).insert(4, " mine");
  scriptOf(shared).delete(0, 1);
  hub.write("tools/x", (doc) => doc.getText("script").insert(0, "theirs "));
  assert.equal(shared.unsent, 2);
  page.on();
  hub.commit();
  assert.equal(hub.text("tools/x"), "theirs ase mine");
  assert.equal(scriptOf(shared).toString(), "theirs ase mine");
  assert.equal(shared.unsent, 0);
});

test("the hub had it, and only its echo was lost: its own state is the confirmation, and nothing doubles", async () => {
  const hub = new FakeHub();
  const page = new FakeWindow(hub);
  page.on();
  const shared = await page.documents.acquire("tools/x");
  scriptOf(shared).insert(0, "once");
  scriptOf(shared).delete(0, 1);
  page.peerOf.clear();
  hub.commit();
  page.off();
  assert.equal(shared.unsent, 2);
  page.said.length = 0;
  page.on();
  assert.equal(shared.unsent, 0);
  assert.equal(hub.text("tools/x"), "nce");
  assert.deepEqual(page.said.filter(([, kind]) => kind !== "awareness"), [["tools/x", "step1"]], "nothing again");
});

test("unsent edits outlive the page, and are in what the next one shows", async () => {
  const hub = new FakeHub();
  const store = new FakeStore();
  const first = new FakeWindow(hub, store);
  first.on();
  const shared = await first.documents.acquire("tools/x");
  scriptOf(shared).insert(0, "base");
  hub.commit();
  first.off();
  scriptOf(shared).insert(4, ", kept");
  first.vanish();
  hub.write("tools/x", (doc) => doc.getText("script").insert(0, "new "));
  const second = new FakeWindow(hub, store);
  const again = await second.documents.acquire("tools/x");
  second.on();
  assert.equal(scriptOf(again).toString(), "new base, kept");
  hub.commit();
  assert.equal(hub.text("tools/x"), "new base, kept");
  assert.equal(store.rows.size, 0);
});

test("and they are sent though nobody opens that document again", async () => {
  const hub = new FakeHub();
  const store = new FakeStore();
  const first = new FakeWindow(hub, store);
  first.on();
  const shared = await first.documents.acquire("tools/x");
  first.off();
  scriptOf(shared).insert(0, "left behind");
  first.vanish();
  const second = new FakeWindow(hub, store);
  second.on();
  await settled();
  assert.equal(second.documents.unsent, 1);
  hub.commit();
  assert.equal(hub.text("tools/x"), "left behind");
  assert.equal(second.documents.unsent, 0);
  assert.equal(second.peerOf.size, 0, "and then it is closed");
});

test("a refused edit: the document begins anew with the hub's, and its user is handed what was here", async () => {
  const hub = new FakeHub();
  const page = new FakeWindow(hub);
  page.on();
  const shared = await page.documents.acquire("tools/x");
  scriptOf(shared).insert(0, "fine");
  hub.commit();
  const heard = [];
  shared.listen({ renewed: (why) => heard.push([why.reason, why.former.getText("script").toString()]) });
  hub.refuses = true;
  scriptOf(shared).insert(4, " and bad");
  assert.deepEqual(heard, [["Not with me.", "fine and bad"]]);
  assert.equal(shared.unsent, 0);
  hub.refuses = false;
  assert.equal(scriptOf(shared).toString(), "fine");
  scriptOf(shared).insert(4, " again");
  hub.commit();
  assert.equal(hub.text("tools/x"), "fine again");
});

test("another log: nothing of the old one is sent into it", async () => {
  const hub = new FakeHub();
  const page = new FakeWindow(hub);
  page.on("e1");
  const shared = await page.documents.acquire("tools/x");
  scriptOf(shared).insert(0, "old");
  page.off();
  const heard = [];
  shared.listen({ renewed: (why) => heard.push([why.reason, why.former.getText("script").toString()]) });
  hub.forget();
  page.on("e2");
  assert.deepEqual(heard, [["The room's log is another one.", "old"]]);
  assert.equal(scriptOf(shared).toString(), "");
  hub.commit();
  assert.equal(hub.text("tools/x"), "");
});

test("carets of others come and go, and what came from the hub is not said to it again", async () => {
  const hub = new FakeHub();
  const [ada, bob] = [new FakeWindow(hub), new FakeWindow(hub)];
  for (const page of [ada, bob]) page.on();
  const [a, b] = await Promise.all([ada, bob].map((page) => page.documents.acquire("tools/x")));
  a.awareness.setLocalState({ user: { name: "Ada" } });
  assert.deepEqual([...b.awareness.getStates().values()], [{ user: { name: "Ada" } }]);
  assert.equal(bob.said.filter(([, kind]) => kind === "awareness").length, 1, "only that it has none itself");
  bob.off();
  assert.equal(b.awareness.getStates().size, 0);
  bob.on();
  a.awareness.setLocalState({ user: { name: "Ada L." } });
  assert.equal(b.awareness.getStates().size, 1);
  for (const shared of [a, b]) shared.close();
});

test("a document is closed a while after its last user has gone, unless something is unsent", async () => {
  const hub = new FakeHub();
  const page = new FakeWindow(hub);
  page.on();
  const shared = await page.documents.acquire("tools/x");
  await page.documents.acquire("tools/x");
  page.documents.release("tools/x");
  assert.equal(page.timers.length, 0, "one still has it");
  scriptOf(shared).insert(0, "x");
  page.documents.release("tools/x");
  page.timers.shift()();
  assert.equal(page.peerOf.has("tools/x"), true);
  hub.commit();
  assert.equal(page.peerOf.has("tools/x"), false);
});

test("what is too large for one message goes out edit by edit", async () => {
  const hub = new FakeHub();
  const page = new FakeWindow(hub, new FakeStore(), 1_000);
  page.on();
  const shared = await page.documents.acquire("tools/x");
  page.off();
  for (let i = 0; i < 5; i++) scriptOf(shared).insert(0, "x".repeat(400));
  page.said.length = 0;
  page.on();
  assert.equal(page.said.filter(([, kind]) => kind === "update").length, 5);
  hub.commit();
  assert.equal(hub.text("tools/x").length, 2_000);
  assert.equal(shared.unsent, 0);
});

test("a relay passes bytes, integrates nothing and keeps what is unsent", async () => {
  const hub = new FakeHub();
  const page = new FakeWindow(hub);
  hub.write("shared/pad", (doc) => doc.getText("t").insert(0, "there"));
  const holder = new yjs.Doc();
  const heard = [];
  const relay = await page.documents.relay("shared/pad", {
    onMade() {},
    onUpdate: (update) => yjs.applyUpdate(holder, update, "shell"),
    onWhole: () => heard.push("whole"),
    onRefused: (reason) => heard.push(reason),
  });
  holder.on("update", (update, origin) => origin !== "shell" && relay.push(update));
  page.on();
  assert.equal(holder.getText("t").toString(), "there");
  holder.getText("t").insert(0, "hi ");
  page.off();
  holder.getText("t").insert(0, "oh ");
  assert.equal(relay.unsent, 2);
  page.on();
  hub.commit();
  assert.equal(hub.text("shared/pad", "t"), "oh hi there");
  assert.equal(relay.unsent, 0);
  assert.deepEqual(heard, ["whole"]);
  assert.equal(relay.push(new Uint8Array([1, 255])), false, "that is no update");
  hub.refuses = true;
  holder.getText("t").insert(0, "bad");
  assert.deepEqual(heard, ["whole", "Not with me."]);
});

test("a relay whose holder is gone stays until all is sent, and its successor begins from the whole", async () => {
  const hub = new FakeHub();
  const page = new FakeWindow(hub);
  page.on();
  const first = new yjs.Doc();
  const relay = await page.documents.relay("shared/pad", { onMade() {}, onUpdate() {}, onWhole() {}, onRefused() {} });
  first.on("update", (update) => relay.push(update));
  first.getText("t").insert(0, "mine");
  page.documents.release("shared/pad");
  assert.equal(page.peerOf.has("shared/pad"), true);
  const second = new yjs.Doc();
  await page.documents.relay("shared/pad", {
    onMade() {}, onUpdate: (update) => yjs.applyUpdate(second, update), onWhole() {}, onRefused() {},
  });
  assert.equal(second.getText("t").toString(), "mine");
  hub.commit();
  assert.equal(page.store.rows.size, 0);
  page.documents.release("shared/pad");
  assert.equal(page.peerOf.has("shared/pad"), false);
});
