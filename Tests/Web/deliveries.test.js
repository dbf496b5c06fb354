import assert from "node:assert/strict";
import test from "node:test";
import { makeOutbox, MemoryJournal } from "./fixtures.js";
import { enter, own, rig, welcomeText } from "./live-rig.js";

/** What the tab “gone” left in the journal: two ops for log e1. */
function leave(journal) {
  const gone = makeOutbox(journal, 1, "gone");
  for (const body of ["p", "q"]) gone.add({ type: "comment", body }, { limit: 1_000, epoch: "e1" });
  return makeOutbox(journal, 1, "gone");
}

test("[ID4] what a tab that is gone left is brought under its own name, unannounced, and then given up", (t) => {
  const journal = new MemoryJournal();
  const world = rig(t, { journal });
  enter(world.sockets[0], { head: 3 }, 3);
  const gone = leave(journal);
  let released = 0;
  gone.release = () => released++;
  world.driver.adopt([gone]);
  assert.deepEqual(world.pending, ["gone-1.1", "gone-1.2"]);
  assert.equal(world.driver.unsent, 2);
  const courier = world.sockets[1];
  courier.open();
  assert.deepEqual(courier.sent[0], {
    hub: "hello", name: "Ada", client: "gone", quiet: true, token: "secret", epoch: "e1", after: 3,
  });
  courier.say(welcomeText({ after: 3, head: 3 }));
  courier.say({ hub: "ready", seq: 3 });
  assert.deepEqual(courier.ops.map((op) => op.id), ["gone-1.1", "gone-1.2"]);
  courier.say(own(2, courier.ops[0]));
  courier.say({ hub: "error", id: "gone-1.2", code: "bad_op", message: "no" });
  assert.deepEqual(world.settled, ["gone-1.1"]);
  assert.equal(world.driver.unsent, 0);
  assert.equal(courier.closedWith, 1000);
  assert.equal(released, 0, "what was refused waits for its author");
  world.driver.discard(world.driver.kept[0]);
  assert.equal(released, 1);
  assert.deepEqual(journal.all, []);
});

test("[U04] a courier brings nothing into another log, and what a tab left for one is held", (t) => {
  const journal = new MemoryJournal();
  const world = rig(t, { journal });
  enter(world.sockets[0], { epoch: "e2" });
  world.driver.adopt([leave(journal)]);
  assert.equal(world.sockets.length, 1);
  assert.deepEqual(world.held, ["gone-1.1", "gone-1.2"]);
  t.mock.timers.reset();
  // The log changes while the courier is on its way.
  const other = new MemoryJournal();
  const second = rig(t, { journal: other });
  enter(second.sockets[0]);
  second.driver.adopt([leave(other)]);
  second.sockets[1].open();
  second.sockets[1].say(welcomeText({ epoch: "e2" }));
  second.sockets[1].say({ hub: "ready", seq: 0 });
  assert.deepEqual(second.sockets[1].ops, []);
  assert.equal(second.driver.unsent, 2);
});

test("a courier that is lost loses nothing: another goes with the next connection", (t) => {
  const journal = new MemoryJournal();
  const world = rig(t, { journal });
  world.driver.adopt([leave(journal)]);
  assert.equal(world.sockets.length, 1, "nobody is sent while the hub can't be reached");
  enter(world.sockets[0]);
  enter(world.sockets[1], { after: 0 });
  world.sockets[1].drop();
  assert.equal(world.sockets.length, 2, "not at once: it brought nothing");
  world.sockets[0].drop();
  t.mock.timers.tick(10_000);
  enter(world.sockets[2], { after: 0 });
  enter(world.sockets[3], { after: 0 });
  assert.deepEqual(world.sockets[3].ops.map((op) => op.body), ["p", "q"]);
});
