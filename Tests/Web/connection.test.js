import assert from "node:assert/strict";
import test from "node:test";
import { Connection } from "../../web/shell/hub/connection.js";
import { FakeSocket } from "./fixtures.js";

/** A connection with its sockets, its clock and its timers in the test's hands. */
function rig() {
  const world = { bytes: [], sockets: [], statuses: [], frames: [], probes: 0, now: 0, isHidden: false };
  world.timers = new Map();
  let timers = 0;
  world.connection = new Connection({
    open: (isPlain) => {
      const socket = new FakeSocket();
      socket.isPlain = isPlain;
      world.sockets.push(socket);
      return socket;
    },
    hello: () => JSON.stringify(`hello ${world.sockets.length}`),
    onFrame: (frame) => world.frames.push(frame),
    onBytes: (bytes) => world.bytes.push(bytes),
    onStatus: (status) => world.statuses.push(status.state),
    probe: () => world.probes++,
    isHidden: () => world.isHidden,
    random: () => 1,
    now: () => world.now,
    setTimer: (f, ms) => (world.timers.set(++timers, { f, at: world.now + ms }), timers),
    clearTimer: (timer) => world.timers.delete(timer),
  });
  world.advance = (ms) => {
    const end = world.now + ms;
    for (;;) {
      const [due] = [...world.timers]
        .filter(([, timer]) => timer.at <= end)
        .sort((a, b) => a[1].at - b[1].at);
      if (!due) break;
      world.timers.delete(due[0]);
      world.now = due[1].at;
      due[1].f();
    }
    world.now = end;
  };
  world.enter = (socket) => {
    socket.open();
    socket.say({
      hub: "welcome",
      room: "r",
      you: { id: "a", name: "A" },
      token: "t",
      epoch: "e",
      head: 0,
      members: [],
      limits: {},
    });
    socket.say({ hub: "ready", seq: 0 });
  };
  return world;
}

test("[O4] hello is said once per socket, and first", () => {
  const world = rig();
  world.connection.start();
  world.connection.start();
  assert.equal(world.sockets.length, 1);
  world.enter(world.sockets[0]);
  assert.equal(world.connection.send('"op"'), true);
  assert.deepEqual(world.sockets[0].sent, ["hello 1", "op"]);
});

test("nothing is sent before ready, and nothing after the end [U83]", () => {
  const world = rig();
  world.connection.start();
  world.sockets[0].open();
  assert.equal(world.connection.send('"early"'), false);
  world.enter(world.sockets[0]);
  world.sockets[0].drop(1006);
  assert.equal(world.connection.send('"late"'), false);
});

test("a drop is followed by one attempt after its delay", () => {
  const world = rig();
  world.connection.start();
  world.enter(world.sockets[0]);
  world.sockets[0].drop(1001);
  world.advance(249);
  assert.equal(world.sockets.length, 1);
  world.advance(1);
  assert.equal(world.sockets.length, 2);
  world.advance(9_000);
  assert.equal(world.sockets.length, 2);
});

test("delays grow while attempts fail, and start anew after a connection that held", () => {
  const world = rig();
  world.connection.start();
  const delays = [];
  const failOnce = () => {
    world.sockets.at(-1).drop(1006);
    const { until } = world.connection.status;
    delays.push(until - world.now);
    world.advance(until - world.now);
  };
  for (let i = 0; i < 3; i++) failOnce();
  world.enter(world.sockets.at(-1));
  failOnce();
  world.enter(world.sockets.at(-1));
  world.advance(5_000);
  failOnce();
  assert.deepEqual(delays, [250, 500, 1_000, 2_000, 250]);
});

test("a hub that accepts and says nothing is given up after 10 s", () => {
  const world = rig();
  world.connection.start();
  world.sockets[0].open();
  world.advance(10_000);
  assert.equal(world.connection.status.state, "waiting");
});

test("[U14] waking finds a dead connection within 5 s", () => {
  const world = rig();
  world.connection.start();
  world.enter(world.sockets[0]);
  world.connection.wake();
  assert.equal(world.probes, 1);
  world.advance(4_999);
  assert.equal(world.connection.status.state, "connected");
  world.advance(1);
  assert.equal(world.connection.status.state, "waiting");
});

test("[U14] the page says that it is asking, and again that it is connected when the answer came", () => {
  const world = rig();
  world.connection.start();
  world.enter(world.sockets[0]);
  world.connection.wake();
  assert.equal(world.connection.status.isDoubted, true);
  world.connection.wake();
  assert.equal(world.probes, 1, "asking again would only put off the deadline");
  world.sockets[0].say({ at: 1, from: { id: "a", name: "A" }, op: { type: "rollcall" } });
  assert.deepEqual(world.connection.status, { state: "connected" });
  world.connection.wake();
  assert.equal(world.probes, 2);
});

test("[U14] [U16] a page that slept for long does not ask: it was given up, so it comes back at once", () => {
  const world = rig();
  world.connection.start();
  world.enter(world.sockets[0]);
  world.now += 9 * 3_600_000;
  world.connection.wake();
  assert.equal(world.probes, 0);
  assert.equal(world.sockets.length, 2);
  assert.equal(world.connection.status.state, "connecting");
  world.sockets[0].drop(1006);
  world.enter(world.sockets[1]);
  assert.equal(world.connection.status.state, "connected");
});

test("[U79] a hidden page waits longer, and comes back at once when somebody looks", () => {
  const world = rig();
  world.isHidden = true;
  world.connection.start();
  const delays = [];
  for (let i = 0; i < 6; i++) {
    world.sockets.at(-1).drop(1006);
    delays.push(world.connection.status.until - world.now);
    world.advance(delays.at(-1));
  }
  assert.deepEqual(delays, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  world.sockets.at(-1).drop(1006);
  world.isHidden = false;
  world.connection.wake();
  assert.equal(world.connection.status.state, "connecting");
});

test("[U36] a state that keeps coming may take long; one that stops coming is given up", () => {
  const world = rig();
  world.connection.start();
  world.sockets[0].open();
  const part = { seq: 1, at: 1, from: { id: "a", name: "A" }, op: { type: "x", name: "n" } };
  world.sockets[0].say({
    hub: "welcome", room: "r", you: { id: "a", name: "A" }, token: "t", epoch: "e", head: 9, members: [],
    limits: {},
  });
  for (let i = 0; i < 10; i++) {
    world.advance(9_000);
    world.sockets[0].say(part);
  }
  assert.equal(world.connection.status.state, "connecting");
  world.advance(10_000);
  assert.equal(world.connection.status.state, "waiting");
});

test("[U25] a state that breaks off three times in a row is said to, and only the user tries again", () => {
  const world = rig();
  world.connection.start();
  const breakOff = () => {
    const socket = world.sockets.at(-1);
    socket.open();
    socket.say({
      hub: "welcome", room: "r", you: { id: "a", name: "A" }, token: "t", epoch: "e", head: 9, members: [],
      limits: {},
    });
    socket.drop(1006);
    world.advance(10_000);
  };
  breakOff();
  breakOff();
  world.enter(world.sockets.at(-1));
  world.sockets.at(-1).drop(1006);
  world.advance(10_000);
  for (let i = 0; i < 3; i++) breakOff();
  const { state, reason } = world.connection.status;
  assert.equal(state, "stopped");
  assert.match(reason, /3 times/);
  world.connection.start();
  assert.equal(world.connection.status.state, "connecting");
});

test("any message answers a probe", () => {
  const world = rig();
  world.connection.start();
  world.enter(world.sockets[0]);
  world.connection.wake();
  world.sockets[0].say({ at: 1, from: { id: "a", name: "A" }, op: { type: "x" } });
  world.advance(6_000);
  assert.equal(world.connection.status.state, "connected");
});

test("waking while waiting tries at once, and only once", () => {
  const world = rig();
  world.connection.start();
  world.sockets[0].drop(1006);
  world.connection.wake();
  world.connection.wake();
  assert.equal(world.sockets.length, 2);
  world.advance(1_000);
  assert.equal(world.sockets.length, 2);
});

test("a quiet connection is asked now and then", () => {
  const world = rig();
  world.connection.start();
  world.enter(world.sockets[0]);
  world.advance(40_000);
  assert.equal(world.probes, 1);
});

test("a code that forbids coming back stops; only start brings it back", () => {
  for (const code of [1002, 4500]) {
    const world = rig();
    world.connection.start();
    world.sockets[0].drop(code);
    assert.equal(world.connection.status.state, "stopped");
    world.connection.wake();
    world.advance(60_000);
    assert.equal(world.sockets.length, 1);
    world.connection.start();
    assert.equal(world.sockets.length, 2);
  }
});

test("[U19] the death of an older socket does not touch the newer one", () => {
  const world = rig();
  world.connection.start();
  world.enter(world.sockets[0]);
  world.connection.renew();
  world.enter(world.sockets[1]);
  assert.equal(world.sockets[0].closedWith, 1000);
  world.sockets[0].drop(1006);
  assert.equal(world.connection.status.state, "connected");
  assert.equal(world.statuses.includes("waiting"), false);
});

test("a renewal is not away in between: the old socket is heard until the new one is welcome", () => {
  const world = rig();
  world.connection.start();
  world.enter(world.sockets[0]);
  world.connection.renew();
  const before = world.frames.length;
  world.sockets[0].say({ seq: 1, at: 1, from: { id: "a", name: "A" }, op: { type: "x" } });
  assert.equal(world.frames.length, before + 1);
  world.enter(world.sockets[1]);
  world.sockets[0].say({ seq: 2, at: 1, from: { id: "a", name: "A" }, op: { type: "x" } });
  assert.equal(world.frames.filter((frame) => frame.kind === "envelope").length, 1);
});

test("[U44] what a given-up socket still says is heard by nobody", () => {
  const world = rig();
  world.connection.start();
  world.enter(world.sockets[0]);
  world.connection.restart();
  const before = world.frames.length;
  world.sockets[0].say({ hub: "ready", seq: 3 });
  world.sockets[0].drop(1000);
  assert.equal(world.frames.length, before);
  world.advance(250);
  assert.equal(world.sockets.length, 2);
});

test("[W58] [CN8] a connection that breaks off young while compressing comes back without compression", () => {
  for (const [extensions, code, age, isPlain] of [
    ["permessage-deflate", 1006, 0, true], ["permessage-deflate", 1006, 4_999, true],
    ["permessage-deflate", 1006, 5_000, false], ["permessage-deflate", 1001, 0, false], ["", 1006, 0, false],
  ]) {
    const world = rig();
    world.connection.start();
    assert.equal(world.sockets[0].isPlain, false);
    world.sockets[0].extensions = extensions;
    world.advance(100);
    world.enter(world.sockets[0]);
    world.advance(age);
    world.sockets[0].drop(code);
    world.advance(60_000);
    assert.equal(world.sockets[1].isPlain, isPlain, `${extensions} ${code} ${age}`);
    // Once it is so it stays so.
    world.enter(world.sockets[1]);
    world.sockets[1].drop(1001);
    world.advance(60_000);
    assert.equal(world.sockets[2].isPlain, isPlain);
  }
});

test("binary messages go both ways on the socket that is ready, and not while another is on its way", () => {
  const world = rig();
  world.connection.start();
  const [socket] = world.sockets;
  socket.sendRaw = [];
  socket.send = (data) => socket.sendRaw.push(data);
  assert.equal(world.connection.sendBytes(new Uint8Array([1])), false, "there is none yet");
  world.enter(socket);
  assert.equal(world.connection.sendBytes(new Uint8Array([1])), true);
  assert.equal(socket.binaryType, "arraybuffer");
  const hear = (from) => from.dispatchEvent(
    Object.assign(new Event("message"), { data: new Uint8Array([7, 8]).buffer }),
  );
  hear(socket);
  assert.deepEqual(world.bytes.map((bytes) => [...bytes]), [[7, 8]]);
  world.connection.renew();
  assert.equal(world.connection.sendBytes(new Uint8Array([2])), false);
  hear(socket);
  assert.equal(world.bytes.length, 1, "what the former socket has open is not open on the new one");
});
