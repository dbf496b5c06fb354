import assert from "node:assert/strict";
import test from "node:test";
import { classify, currentOps, cursor, outside, reduce } from "../../web/shell/room/state.js";
import { ada, bob, envelope, ODD_NAMES, ready, welcome } from "./fixtures.js";

const play = (frames, state = outside()) => frames.reduce(reduce, state);
const upgrade = (name, script = "1") => ({ type: "upgrade", name, script });

test("[HI2] a newcomer's state is whole at ready, and goes on from its seq", () => {
  const state = play([
    welcome({ head: 12 }),
    envelope(9, upgrade("clock"), bob),
    envelope(4, { type: "topic", name: "t" }),
    ready(12),
  ]);
  assert.deepEqual(cursor(state), { epoch: "e1", seq: 12 });
  assert.equal(state.tools.get("clock").from.name, "Bob");
  const next = reduce(state, envelope(13, upgrade("clock", "2")));
  assert.equal(next.tools.get("clock").script, "2");
  assert.equal(state.tools.get("clock").script, "1");
  assert.equal(next.seq, 13);
});

test("[O3] a tool saved while a newcomer joins: the newest version wins", () => {
  const state = play([
    welcome({ head: 5 }),
    envelope(5, upgrade("t", "old")),
    ready(5),
    envelope(6, upgrade("t", "new"), bob),
  ]);
  assert.equal(state.tools.get("t").script, "new");
});

test("[U24] epoch and seq move only together: dropped before ready, one enters anew", () => {
  const half = play([welcome({ head: 12 }), envelope(9, upgrade("clock"))]);
  assert.equal(cursor(half), null);
  const other = play([welcome({ epoch: "e2", head: 3 })], play([welcome({ head: 7 }), ready(7)]));
  assert.equal(cursor(other), null);
  assert.equal(other.tools.size, 0);
  assert.deepEqual(cursor(reduce(other, ready(3))), { epoch: "e2", seq: 3 });
});

test("[O2] a resume applies exactly the missing ops, once and in order", () => {
  const before = play([welcome({ head: 2 }), envelope(1, upgrade("a")), ready(2)]);
  const state = play([
    welcome({ after: 2, head: 4 }),
    envelope(3, upgrade("a", "3")),
    envelope(4, { type: "remove", name: "a" }),
    ready(4),
  ], before);
  assert.deepEqual(cursor(state), { epoch: "e1", seq: 4 });
  assert.equal(state.tools.size, 0);
});

test("[U18] a resume from seq 0 is a resume", () => {
  const before = play([welcome(), ready(0)]);
  const state = play([welcome({ after: 0, head: 1 }), envelope(1, upgrade("a")), ready(1)], before);
  assert.equal(state.seq, 1);
  assert.equal(state.phase, "live");
});

test("[O4] what was seen is seen: an op heard twice is applied once", () => {
  const state = play([welcome(), ready(0), envelope(1, upgrade("a", "1")), envelope(2, upgrade("a", "2"))]);
  const again = envelope(1, upgrade("a", "1"));
  assert.equal(classify(state, again.envelope), "seen");
  assert.equal(reduce(state, again), state);
});

test("[ID4] the acknowledgement of a re-send carries its first seq and changes nothing", () => {
  const state = play([welcome({ head: 40 }), ready(40)]);
  const ack = envelope(7, { type: "upgrade", name: "a", id: "tab.1" });
  assert.equal(classify(state, ack.envelope), "seen");
  assert.equal(reduce(state, ack).tools.size, 0);
});

test("[U22] a gap is noticed: it changes nothing, and one in a resume is no ground to resume from", () => {
  const state = play([welcome(), ready(0), envelope(1, { type: "x" })]);
  const far = envelope(3, { type: "x" });
  assert.equal(classify(state, far.envelope), "gap");
  assert.equal(reduce(state, far), state);
  assert.deepEqual(cursor(state), { epoch: "e1", seq: 1 });
  const resumed = play([welcome({ after: 1, head: 5 }), far], state);
  assert.equal(cursor(resumed), null);
  const short = play([welcome({ after: 1, head: 5 }), envelope(2, { type: "x" }), ready(5)], state);
  assert.equal(cursor(short), null);
});

test("[U23] what happens between the state and going live is part of the one sequence", () => {
  const state = play([welcome({ head: 4 }), envelope(2, upgrade("a")), ready(4)]);
  assert.equal(classify(state, envelope(4, { type: "x" }).envelope), "seen");
  assert.equal(classify(state, envelope(5, { type: "x" }).envelope), "news");
  assert.equal(classify(state, envelope(6, { type: "x" }).envelope), "gap");
});

test("[U36] how far coming in is: of a resume how many ops of how many, of a state how many parts", () => {
  const before = play([welcome({ head: 2 }), envelope(1, upgrade("a")), envelope(2, upgrade("b"))]);
  assert.deepEqual(before.progress, { read: 2, of: null });
  const state = reduce(before, ready(2));
  const half = play([welcome({ after: 2, head: 100_002 }), envelope(3, { type: "x" })], state);
  assert.deepEqual(half.progress, { read: 1, of: 100_000 });
});

test("[U31] catching up costs the same per op, however many named ops the room has", () => {
  let state = reduce(outside(), welcome({ head: 10_000 }));
  for (let i = 0; i < 10_000; i++) state = reduce(state, envelope(i + 1, { type: "n", name: `n${i}` }));
  state = play([ready(10_000), welcome({ after: 10_000, head: 60_000 })], state);
  const live = state;
  const started = performance.now();
  for (let seq = 10_001; seq <= 60_000; seq++) {
    state = reduce(state, envelope(seq, upgrade(`n${seq % 200}`, String(seq))));
  }
  state = reduce(state, ready(60_000));
  // A copy of 10,000 names for each op takes a minute.
  assert.ok(performance.now() - started < 5_000);
  assert.notEqual(state.tools, live.tools, "whoever compares values notices the change");
  assert.equal(state.tools.get("n7").script, "59807");
  assert.equal(currentOps(state).length, 10_200);
});

test("[U51] presence after a restart of the hub is what its welcome says, and nothing of before", () => {
  const members = [{ ...ada, connections: 1 }, { ...bob, connections: 2 }];
  const before = play([welcome({ members }), ready(0)]);
  const state = play([welcome({ after: 0, members: [{ ...ada, connections: 1 }] }), ready(0)], before);
  assert.deepEqual([...state.members.keys()], [ada.id]);
});

test("[U50] who left is gone once, however often it is said", () => {
  const here = play([welcome(), ready(0), envelope(1, { type: "joined", participants: 2 }, bob)]);
  const left = reduce(here, envelope(2, { type: "disconnected", participants: 1 }, bob));
  assert.equal(left.members.size, 1);
  const again = reduce(left, envelope(3, { type: "disconnected", participants: 1 }, bob));
  assert.equal(again.members.size, 1);
  assert.equal(again.countDiffers, false);
});

test("[U53] idle is not gone: nobody leaves for having been still", () => {
  const here = play([welcome(), ready(0), envelope(1, { type: "joined", participants: 2 }, bob)]);
  const state = play(
    Array.from({ length: 500 }, (_, i) => envelope(i + 2, { type: "comment", body: "x" })),
    here,
  );
  assert.equal(state.members.get(bob.id).name, "Bob");
});

test("[U52] coming back as a newcomer leaves one of oneself", () => {
  const before = play([welcome({ members: [{ ...ada, connections: 1 }] }), ready(0)]);
  const state = play([welcome({ epoch: "e2", members: [{ ...ada, connections: 2 }] }), ready(0)], before);
  assert.deepEqual([...state.members.values()], [{ ...ada, connections: 2 }]);
});

test("[OP6] transient ops and answers to a replay leave the state as it is", () => {
  const state = play([welcome({ head: 9 }), ready(9)]);
  assert.equal(reduce(state, envelope(null, { type: "pointer" })), state);
  const old = envelope(3, upgrade("ghost"), bob, { replay: true });
  assert.equal(classify(state, old.envelope), "history");
  assert.equal(reduce(state, old), state);
});

test("[TY2] a tool is removed by name or by text, and can come back", () => {
  const base = [welcome(), ready(0), envelope(1, upgrade("a")), envelope(2, upgrade("b"))];
  const state = play([
    ...base,
    envelope(3, { type: "remove", text: "a" }),
    envelope(4, { type: "remove", name: "b" }),
  ]);
  assert.equal(state.tools.size, 0);
  assert.equal(currentOps(state).length, 0);
  assert.equal(reduce(state, envelope(5, upgrade("a", "5"))).tools.get("a").script, "5");
});

test("[O5] tools and types with odd names are data", () => {
  let state = play([welcome(), ready(0)]);
  let seq = 0;
  for (const name of ODD_NAMES) state = reduce(state, envelope(++seq, upgrade(name)));
  for (const type of ODD_NAMES) state = reduce(state, envelope(++seq, { type, name: "n" }));
  const tools = ODD_NAMES.filter((name) => name !== "");
  assert.deepEqual([...state.tools.keys()], tools);
  assert.equal({}.script, undefined);
  state = reduce(state, envelope(++seq, { type: "remove", name: "__proto__" }));
  assert.equal(state.tools.has("__proto__"), false);
  assert.equal(state.tools.size, tools.length - 1);
});

test("a (type, name) pair is not mistaken for another", () => {
  const state = play([
    welcome(),
    ready(0),
    envelope(1, { type: "a", name: "b,c" }),
    envelope(2, { type: "a,b", name: "c" }),
  ]);
  assert.equal(currentOps(state).length, 2);
});

test("[HI2] current ops come tools first, each part in the order of its seqs", () => {
  const state = play([
    welcome(),
    ready(0),
    envelope(1, { type: "z", name: "1" }),
    envelope(2, upgrade("b")),
    envelope(3, upgrade("a")),
    envelope(4, upgrade("b", "2")),
  ]);
  assert.deepEqual(currentOps(state).map((each) => each.seq), [3, 4, 1]);
});

test("[U56] people called constructor or __proto__ come and go like others", () => {
  let state = play([welcome(), ready(0)]);
  let seq = 0;
  for (const id of ["constructor", "__proto__"]) {
    state = reduce(
      state,
      envelope(++seq, { type: "joined", participants: state.members.size + 1 }, { id, name: id }),
    );
    assert.equal(state.members.get(id).name, id);
  }
  assert.equal(state.countDiffers, false);
  state = reduce(
    state,
    envelope(++seq, { type: "disconnected", participants: 2 }, { id: "__proto__", name: "__proto__" }),
  );
  assert.deepEqual([...state.members.keys()], [ada.id, "constructor"]);
});

test("[U52] coming again is not being twice: one's own joined op adds nobody", () => {
  const state = play([welcome(), ready(0), envelope(1, { type: "joined", participants: 1 })]);
  assert.equal(state.members.size, 1);
  assert.equal(state.countDiffers, false);
});

test("[U57] a person with several tabs is one member with several connections", () => {
  const state = play([
    welcome({ members: [{ ...ada, connections: 3 }] }),
    ready(0),
    envelope(1, { type: "joined", participants: 1 }),
  ]);
  assert.deepEqual([...state.members.values()], [{ ...ada, connections: 3 }]);
});

test("[TY5] when the hub counts other people, a rollcall sets it right", () => {
  const state = play([welcome(), ready(0), envelope(1, { type: "joined", participants: 3 }, bob)]);
  assert.equal(state.countDiffers, true);
  const cleo = { id: "k-cleo", name: "Cleo", connections: 1 };
  const answer = envelope(null, {
    type: "rollcall",
    participants: [{ ...ada, connections: 1 }, { ...bob, connections: 2 }, cleo],
  });
  const right = reduce(state, answer);
  assert.equal(right.countDiffers, false);
  assert.equal(right.members.size, 3);
  assert.equal(
    reduce(state, envelope(null, answer.envelope.op, bob)).members.size,
    2,
    "only one's own answer counts",
  );
});

test("the people in a welcome are newer than the coming and going that a resume tells of", () => {
  const before = play([welcome(), ready(0)]);
  const state = play([
    welcome({ after: 0, head: 2, members: [{ ...ada, connections: 1 }] }),
    envelope(1, { type: "joined", participants: 2 }, bob),
    envelope(2, { type: "disconnected", participants: 1 }, bob),
    ready(2),
  ], before);
  assert.deepEqual([...state.members.keys()], [ada.id]);
  assert.equal(state.countDiffers, false);
});

test("[ID2] a person's newest name is the one their ops carry", () => {
  const state = play([
    welcome({ members: [{ ...ada, connections: 1 }, { ...bob, connections: 1 }] }),
    ready(0),
  ]);
  const robert = { ...bob, name: "Robert" };
  assert.equal(reduce(state, envelope(1, { type: "comment" }, robert)).members.get(bob.id).name, "Robert");
  assert.equal(reduce(state, envelope(null, { type: "pointer" }, robert)).members.get(bob.id).name, "Robert");
});

test("[SC2] [SC4] a definition is current beside the plain op of its name, and a firing never", () => {
  const bell = { type: "bell", name: "b" };
  const state = play([
    welcome({ head: 0 }),
    ready(0),
    envelope(1, bell),
    envelope(2, { ...bell, schedule: "* * * * * *" }),
    envelope(3, { ...bell, schedule: "* * * * * *", firedBy: 2 }),
  ]);
  assert.deepEqual(currentOps(state).map(({ seq }) => seq), [1, 2]);
});
