/** What the tests of the live driver share: the driver, its sockets, and what a hub says on them. */

import { LiveDriver } from "../../web/shell/drivers/live.js";
import { ada, FakeSocket, makeOutbox, MemoryJournal } from "./fixtures.js";

/** A live driver with its sockets in the test's hands. */
export function rig(t, { journal = new MemoryJournal(), load = 1 } = {}) {
  const world = { sockets: [], heard: [], refused: [], ready: [], held: [], pending: [], settled: [] };
  world.identity = { name: "Ada", token: null };
  world.driver = new LiveDriver({
    address: "ws://h/rooms/lobby", outbox: makeOutbox(journal, load), identity: world.identity,
    open: () => (world.sockets.push(new FakeSocket()), world.sockets.at(-1)),
    listener: {
      changed() {}, replaced() {},
      pending: (entry) => world.pending.push(entry.id),
      settled: (id) => world.settled.push(id),
      ready: (reason) => world.ready.push(reason),
      envelope: (envelope, kind) => world.heard.push([kind, envelope.op.type, envelope.seq]),
      refused: (refusal) => world.refused.push(refusal),
      held: (entries) => world.held.push(...entries.map((entry) => entry.id)),
    },
  });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  world.driver.start();
  world.again = () => {
    world.sockets.at(-1).drop();
    t.mock.timers.tick(10_000);
    return world.sockets.at(-1);
  };
  return world;
}

export const welcomeText = (more = {}) => ({
  hub: "welcome",
  room: "lobby",
  you: ada,
  token: "secret",
  epoch: "e1",
  head: 0,
  members: [{ ...ada, connections: 1 }],
  limits: { message: 1_000 }, ...more,
});

export function enter(socket, more = {}, seq = 0) {
  socket.open();
  socket.say(welcomeText(more));
  socket.say({ hub: "ready", seq });
}

/** An op of one's own, as the hub delivers it. */
export const own = (seq, op) => ({ seq, at: 1, from: ada, op });
