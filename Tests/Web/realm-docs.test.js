import assert from "node:assert/strict";
import test from "node:test";
import { Docs } from "#realm/docs.js";
import { check } from "../../web/shell/realm/incoming.js";
import { RealmDocuments } from "../../web/shell/realm/documents.js";
import { FakeHub, FakeWindow, yjs } from "./fake-hub.js";

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** A realm's documents and the shell's side of them, joined by a port. */
function page(hub, more = {}) {
  const window = new FakeWindow(hub);
  const world = { window, refused: [], toShell: [] };
  const shell = new RealmDocuments({
    documents: window.documents,
    source: async () => "the script",
    post: (message) => {
      const { kind, name, update, message: words, source } = structuredClone(message);
      if (kind === "yjs") void world.docs.load(source);
      else if (kind === "docUpdate") world.docs.update(name, update);
      else if (kind === "docWhole") world.docs.whole(name);
      else world.docs.refuse(name, words);
    },
    ...more,
  });
  world.build = () => {
    shell.reset();
    world.docs = new Docs({
      post: (message) => {
        world.toShell.push(message);
        const checked = check(structuredClone(message), 100_000);
        if (checked) shell.take(checked);
      },
      load: async () => yjs,
      run: (_, f) => f(),
      caller: () => "owner",
      onRefused: (owner, why) => world.refused.push([owner, why]),
    });
  };
  world.build();
  return world;
}

test("tools of two pages share a document, which is the hub's under the prefix of tools", async () => {
  const hub = new FakeHub();
  const [ada, bob] = [page(hub), page(hub)];
  for (const { window } of [ada, bob]) window.on();
  const [a, b] = await Promise.all([ada.docs.open("board"), bob.docs.open("board")]);
  a.getArray("cards").push(["one"]);
  hub.commit();
  b.getArray("cards").push(["two"]);
  hub.commit();
  assert.deepEqual(a.getArray("cards").toArray(), ["one", "two"]);
  assert.deepEqual([...hub.docs.keys()], ["shared/board"]);
  assert.equal(await ada.docs.open("board"), a, "the same for every tool");
});

test("a name can't lead out of the documents of tools", async () => {
  const hub = new FakeHub();
  const world = page(hub);
  world.window.on();
  await world.docs.open("../tools/clock");
  await world.docs.open("tools/clock");
  assert.deepEqual([...hub.docs.keys()], ["shared/../tools/clock", "shared/tools/clock"]);
  for (const name of ["", 7, null, "a\nb", "n".repeat(186)]) {
    await assert.rejects(world.docs.open(name), TypeError);
    assert.equal(check({ kind: "doc", name }, 100), null, "and the shell takes none of them");
  }
});

test("the promise waits for the room; what was changed meanwhile offline comes with it", async () => {
  const hub = new FakeHub();
  hub.write("shared/pad", (doc) => doc.getText("t").insert(0, "there"));
  const world = page(hub);
  let opened = null;
  void world.docs.open("pad").then((doc) => (opened = doc));
  await turn();
  assert.equal(opened, null);
  world.window.on();
  await turn();
  assert.equal(opened.getText("t").toString(), "there");
  world.window.off();
  opened.getText("t").insert(5, ", too");
  assert.equal(world.window.documents.unsent, 1);
  world.window.on();
  hub.commit();
  assert.equal(hub.text("shared/pad", "t"), "there, too");
});

test("a page that is built anew has the whole document again, with what was not sent yet", async () => {
  const hub = new FakeHub();
  const world = page(hub);
  world.window.on();
  const first = await world.docs.open("pad");
  first.getText("t").insert(0, "sent");
  hub.commit();
  first.getText("t").insert(4, " and unsent");
  world.build();
  const second = await world.docs.open("pad");
  assert.notEqual(second, first);
  assert.equal(second.getText("t").toString(), "sent and unsent");
  hub.commit();
  assert.equal(hub.text("shared/pad", "t"), "sent and unsent");
});

test("a refused change is an error of the tool, and the document begins anew", async () => {
  const hub = new FakeHub();
  const world = page(hub);
  world.window.on();
  const doc = await world.docs.open("pad");
  hub.refuses = true;
  doc.getText("t").insert(0, "bad");
  assert.equal(world.refused[0][0], "owner");
  assert.match(world.refused[0][1], /pad.*Not with me/);
  hub.refuses = false;
  const again = await world.docs.open("pad");
  assert.equal(again.getText("t").toString(), "");
});

test("without Yjs, and beyond 32 documents, the promise says so", async () => {
  const hub = new FakeHub();
  const poor = page(hub, { source: async () => { throw new Error("404"); } });
  await assert.rejects(poor.docs.open("pad"), /web\/vendor/);
  const world = page(hub);
  world.window.on();
  await Promise.all(Array.from({ length: 32 }, (_, i) => world.docs.open(`d${i}`)));
  await assert.rejects(world.docs.open("one more"), /32/);
});

test("what is no update never gets to the hub", async () => {
  assert.equal(check({ kind: "docUpdate", name: "pad", update: [1, 2] }, 100), null);
  assert.equal(check({ kind: "docUpdate", name: "pad", update: new Uint8Array(101) }, 100), null);
  const hub = new FakeHub();
  const world = page(hub);
  world.window.on();
  await world.docs.open("pad");
  hub.windows[0].said.length = 0;
  world.docs.update("unknown", new Uint8Array());
  const shellTake = check({ kind: "docUpdate", name: "pad", update: new Uint8Array([1, 255]) }, 100);
  assert.equal(shellTake.update.length, 2);
});
