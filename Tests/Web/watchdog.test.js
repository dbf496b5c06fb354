import assert from "node:assert/strict";
import test from "node:test";
import { BEAT_MS, Watchdog } from "../../web/shell/realm/watchdog.js";

function rig() {
  const world = { now: 0, asked: [], blocked: 0, hidden: false };
  world.dog = new Watchdog({ ask: (n) => world.asked.push(n), onBlocked: () => world.blocked++ });
  world.pass = (ms, answers = false) => {
    for (const end = world.now + ms; world.now < end;) {
      world.now += BEAT_MS;
      world.dog.beat(world.now, world.hidden);
      if (answers) world.dog.answered(world.asked.at(-1));
    }
  };
  return world;
}

test("[U88] who does not answer for 2 s is blocked; who answers is asked once a second", () => {
  const world = rig();
  world.pass(10_000, true);
  assert.equal(world.asked.length, 10);
  world.pass(1_750);
  assert.equal(world.blocked, 0);
  world.pass(1_500);
  assert.equal(world.blocked, 1);
});

test("a hidden page accuses nobody, and neither does one that was asleep", () => {
  const world = rig();
  world.pass(1_000, true);
  world.hidden = true;
  world.pass(60_000);
  world.hidden = false;
  world.pass(1_500);
  assert.equal(world.blocked, 0);
  world.now += 30_000;
  world.pass(1_500);
  assert.equal(world.blocked, 0);
  world.pass(1_500);
  assert.equal(world.blocked, 1);
});

test("work done before the question is an answer for the time being", () => {
  const world = rig();
  for (let i = 0; i < 10; i++) {
    world.pass(1_500);
    world.dog.answered(0);
  }
  assert.equal(world.blocked, 0);
  world.pass(2_250);
  assert.equal(world.blocked, 1);
});
