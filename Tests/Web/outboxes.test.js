import assert from "node:assert/strict";
import test from "node:test";
import { Outboxes } from "../../web/shell/hub/outboxes.js";
import { MemoryJournal, MemoryStore, ODD_NAMES } from "./fixtures.js";

const LIMIT = { limit: 999, epoch: "e1" };

/** A browser: one journal, and claims that hold between its tabs. */
class Browser {
  journal = new MemoryJournal();
  claimed = new Map();
  waits = [];
  #ids = 0;

  /** A load of a page in a tab. A tab that crashes takes its claims with it. */
  load({ session = new MemoryStore(), room = "lobby", returns = false } = {}) {
    const tab = Symbol("tab");
    const claim = async (name, waitMs) => {
      this.waits.push(waitMs);
      if (this.claimed.has(name)) return null;
      this.claimed.set(name, tab);
      return () => this.claimed.delete(name);
    };
    const outboxes = new Outboxes({
      room, session, claim, returns, journal: this.journal, now: () => ++this.#ids,
      newId: () => `id${++this.#ids}`,
    });
    const crash = () => {
      for (const [name, holder] of [...this.claimed]) if (holder === tab) this.claimed.delete(name);
    };
    return { outboxes, session, crash };
  }
}

const bodies = (outbox) => outbox.pending.map((entry) => entry.op.body);

test("[U01] a page that is loaded again has its outbox again, and gives out new ids", async () => {
  const browser = new Browser();
  const first = browser.load();
  const before = await first.outboxes.own();
  before.add({ type: "comment", body: "a" }, LIMIT);
  first.crash();
  const after = await browser.load({ session: first.session, returns: true }).outboxes.own();
  assert.equal(after.client, before.client);
  assert.deepEqual(bodies(after), ["a"]);
  const { id } = after.add({ type: "comment", body: "b" }, LIMIT);
  assert.notEqual(id, before.pending[0].id);
  assert.ok(Math.max(...browser.waits) >= 4_000, "it waits for its former self");
});

test("[U06] a copied tab leaves what is pending to the tab it was copied from", async () => {
  const browser = new Browser();
  const first = browser.load();
  const original = await first.outboxes.own();
  original.add({ type: "comment", body: "a" }, LIMIT);
  const copied = new MemoryStore();
  copied.items = new Map(first.session.items);
  const copy = browser.load({ session: copied });
  const other = await copy.outboxes.own();
  assert.notEqual(other.client, original.client);
  assert.equal(other.size, 0);
  assert.deepEqual(await copy.outboxes.orphans(), []);
  copy.crash();
  assert.equal((await browser.load({ session: copied }).outboxes.own()).client, other.client);
});

test("[U13] what a closed tab left is adopted by exactly one other, once", async () => {
  const browser = new Browser();
  const closed = browser.load();
  const left = await closed.outboxes.own();
  left.add({ type: "comment", body: "a" }, LIMIT);
  const tabs = [browser.load(), browser.load(), browser.load()];
  for (const { outboxes } of tabs) {
    await outboxes.own();
    assert.deepEqual(await outboxes.orphans(), []);
  }
  left.add({ type: "comment", body: "b" }, LIMIT);
  closed.crash();
  const adopted = (await Promise.all(tabs.map(({ outboxes }) => outboxes.orphans()))).flat();
  assert.equal(adopted.length, 1);
  assert.equal(adopted[0].client, left.client);
  assert.deepEqual(bodies(adopted[0]), ["a", "b"]);
  for (const { outboxes } of tabs) assert.deepEqual(await outboxes.orphans(), []);
});

test("[U13] an adopted outbox whose new owner is gone too is adopted again, with what is left in it", async () => {
  const browser = new Browser();
  const first = browser.load();
  const outbox = await first.outboxes.own();
  for (const body of ["a", "b"]) outbox.add({ type: "comment", body }, LIMIT);
  first.crash();
  const second = browser.load();
  await second.outboxes.own();
  const [adopted] = await second.outboxes.orphans();
  adopted.settle(adopted.pending[0].id);
  second.crash();
  const third = browser.load();
  await third.outboxes.own();
  assert.deepEqual((await third.outboxes.orphans()).map(bodies), [["b"]]);
});

test("an outbox that was given up can be adopted by the same page if something comes into it again", async () => {
  const browser = new Browser();
  const first = browser.load();
  (await first.outboxes.own()).add({ type: "comment", body: "a" }, LIMIT);
  first.crash();
  const second = browser.load();
  await second.outboxes.own();
  const [adopted] = await second.outboxes.orphans();
  adopted.settle(adopted.pending[0].id);
  adopted.release();
  assert.deepEqual(await second.outboxes.orphans(), []);
  assert.equal(browser.claimed.size, 1, "only its own is still claimed");
});

test("[O5] rooms do not see each other's ops, whatever they are called", async () => {
  const browser = new Browser();
  const rooms = [...ODD_NAMES, "lobby", "lobby2"].filter(Boolean);
  const session = new MemoryStore();
  for (const room of rooms) {
    const load = browser.load({ room, session });
    (await load.outboxes.own()).add({ type: "comment", body: room }, LIMIT);
    load.crash();
  }
  for (const room of rooms) {
    const load = browser.load({ room, session });
    assert.deepEqual(bodies(await load.outboxes.own()), [room]);
    load.crash();
  }
});

test("a session storage that refuses makes every load a new tab, which adopts what the former one left", async () => {
  const browser = new Browser();
  const session = {
    getItem() {
      throw new DOMException("no", "SecurityError");
    },
    setItem() {
      throw new DOMException("no", "SecurityError");
    },
  };
  const first = browser.load({ session });
  (await first.outboxes.own()).add({ type: "comment", body: "a" }, LIMIT);
  first.crash();
  const second = browser.load({ session });
  assert.equal((await second.outboxes.own()).size, 0);
  assert.deepEqual((await second.outboxes.orphans()).map(bodies), [["a"]]);
});
