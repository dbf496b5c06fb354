import assert from "node:assert/strict";
import test from "node:test";
import { Journal, openJournal } from "../../web/shell/hub/journal.js";

const entry = (id, more = {}) => ({
  room: "lobby", client: "tab", id, text: JSON.stringify({ type: "x", id }), op: { type: "x", id },
  epoch: "e1", state: "pending", why: "", at: [1, Number(id)], ...more,
});

function answered(result) {
  const request = { result };
  queueMicrotask(() => request.onsuccess());
  return request;
}

/** As much of a browser's database as the journal uses; a transaction ends when the test says so. */
class FakeDatabase {
  records = new Map();
  open = [];

  of(room) {
    return [...this.records.values()].filter((each) => each.room === room);
  }

  transaction(_, mode) {
    const changes = [];
    const store = {
      put: (value) => changes.push(() => this.records.set(value.id, structuredClone(value))),
      delete: (id) => changes.push(() => this.records.delete(id)),
      index: () => ({
        getAllKeys: (room) => answered(this.of(room).map((each) => each.id)),
        getAll: (room) => answered(this.of(room)),
      }),
    };
    const transaction = { objectStore: () => store, commit() {}, changes };
    if (mode === "readwrite") this.open.push(transaction);
    return transaction;
  }

  complete() {
    const transaction = this.open.shift();
    for (const change of transaction.changes) change();
    transaction.oncomplete();
  }

  abort() {
    this.open.shift().onabort();
  }
}

test("what is written in one turn goes into one transaction, and the next waits for it", async () => {
  const database = new FakeDatabase();
  const journal = new Journal(database);
  for (let i = 1; i <= 1_000; i++) journal.put(entry(String(i)));
  await null;
  assert.equal(database.open.length, 1);
  assert.equal(database.open[0].changes.length, 1_000);
  journal.remove("1");
  await null;
  assert.equal(database.open.length, 1);
  database.complete();
  assert.equal(database.open.length, 1);
  database.complete();
  assert.equal(database.records.size, 999);
  assert.equal(journal.isDurable, true);
});

test("[U30] what is read comes in the order of its making", async () => {
  const database = new FakeDatabase();
  const journal = new Journal(database);
  for (const [id, at] of [["a", [2, 1]], ["b", [1, 10]], ["c", [1, 9]]]) journal.put(entry(id, { at }));
  await null;
  database.complete();
  assert.deepEqual((await journal.read("lobby")).map((each) => each.id), ["c", "b", "a"]);
  assert.deepEqual(await journal.ids("lobby"), ["a", "b", "c"]);
  assert.deepEqual(await journal.ids("other"), []);
  assert.equal((await journal.read("lobby"))[0].op.type, "x", "from its text, which alone is kept");
  assert.equal(database.records.get("c").op, undefined);
});

test("a full disk loses nothing while the page lives, says so, and gets it all once there is room", async () => {
  const database = new FakeDatabase();
  const journal = new Journal(database);
  let told = 0;
  journal.onChange = () => told++;
  journal.put(entry("1"));
  journal.put(entry("2"));
  await null;
  database.abort();
  assert.deepEqual([journal.isDurable, told, database.open.length], [false, 1, 0]);
  // The newer word on an op counts.
  journal.remove("1");
  await null;
  database.complete();
  assert.deepEqual([...database.records.keys()], ["2"]);
  assert.deepEqual([journal.isDurable, told], [true, 2]);
});

test("a browser that keeps nothing, refuses, throws or never answers gives a journal that forgets", async () => {
  const throws = () => {
    throw new DOMException("no", "SecurityError");
  };
  const refuses = () => {
    const request = { error: new DOMException("no", "InvalidStateError") };
    queueMicrotask(() => request.onerror());
    return request;
  };
  for (const open of [null, throws, refuses, () => ({})]) {
    const journal = await openJournal(open ? { open } : undefined, (f) => setImmediate(f));
    assert.equal(journal.isDurable, false);
    journal.put(entry("1"));
    journal.remove("1");
    assert.deepEqual([await journal.read("lobby"), await journal.ids("lobby")], [[], []]);
  }
});

test("a database that is taken away under the page is said to be gone", async () => {
  const database = new FakeDatabase();
  const journal = new Journal(database);
  let told = 0;
  journal.onChange = () => told++;
  database.onclose();
  journal.put(entry("1"));
  await null;
  assert.deepEqual([journal.isDurable, told, database.open.length], [false, 1, 0]);
});

test("what somebody else wrote into the database is passed over", async () => {
  const database = new FakeDatabase();
  const odd = [
    { id: "1" }, entry("2", { text: "]" }), entry("3", { state: "sent" }), entry("4", { at: ["x", 1] }),
    entry("5", { text: '{"type":"x","id":"other"}' }), entry("6", { client: 7 }),
    entry("7", { text: '{"id":"7"}' }), entry("8"),
  ];
  for (const each of odd) database.records.set(each.id, { room: "lobby", ...each });
  assert.deepEqual((await new Journal(database).read("lobby")).map((each) => each.id), ["8"]);
});
