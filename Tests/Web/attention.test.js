import assert from "node:assert/strict";
import test from "node:test";
import { watchAttention } from "../../web/shell/attention.js";

function rig(visibilityState) {
  const world = { page: new EventTarget(), view: new EventTarget(), wakes: 0, returns: 0 };
  world.page.visibilityState = visibilityState;
  watchAttention({
    ...world,
    onWake: () => world.wakes++,
    onReturn: () => world.returns++,
  });
  world.happens = (target, type, more = {}) => {
    const before = world.wakes;
    world[target].dispatchEvent(Object.assign(new Event(type), more));
    return world.wakes - before;
  };
  return world;
}

test("[U14] [U79] whatever may have broken the connection unnoticed makes the page look at once", () => {
  const seen = rig("visible");
  assert.equal(seen.happens("page", "visibilitychange"), 1);
  assert.equal(seen.happens("view", "pageshow", { persisted: false }), 1);
  assert.equal(seen.returns, 2);
  const hidden = rig("hidden");
  assert.equal(hidden.happens("page", "visibilitychange"), 0, "going away is no reason to ask");
  for (const [target, type] of [["page", "resume"], ["view", "online"], ["view", "offline"]]) {
    assert.equal(hidden.happens(target, type), 1, type);
  }
  assert.equal(hidden.happens("view", "pageshow", { persisted: true }), 1);
  assert.equal(hidden.returns, 0);
});
