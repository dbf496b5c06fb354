import assert from "node:assert/strict";
import test from "node:test";
import {
  encodeOp, hello, nesting, parse, personName, plainAddress, roomAddress, roomFromPath, roomNameProblem,
} from "../../web/shell/hub/wire.js";
import { ODD_NAMES } from "./fixtures.js";

test("[U41] what is not a hub's message is invalid, and throws nothing", () => {
  for (
    const text of [
      "", "]", "Malformed JSON", "null", "3", "[]", '"x"', "{}", '{"op":{}}', '{"from":{"id":1}}',
    ]
  ) {
    assert.equal(parse(text).kind, "invalid", text);
  }
});

test("[OP3] an envelope keeps its op as it came", () => {
  const op = '{"type":"x","__proto__":{"y":1}}';
  const text = `{"seq":7,"at":1790000000000,"from":{"id":"a","name":"Ada"},"op":${op}}`;
  const frame = parse(text);
  assert.equal(frame.kind, "envelope");
  assert.deepEqual(Object.keys(frame.envelope.op), ["type", "__proto__"]);
  assert.equal({}.y, undefined);
});

test("an envelope with a seq that is no seq is invalid", () => {
  for (const seq of ["-1", "1.5", '"7"', "null", "1e300"]) {
    const text = `{"seq":${seq},"at":1,"from":{"id":"a","name":"A"},"op":{"type":"x"}}`;
    assert.equal(parse(text).kind, "invalid", seq);
  }
});

test("[OP6] a transient envelope has no seq", () => {
  const frame = parse('{"at":1,"from":{"id":"a","name":"A"},"op":{"type":"x","persist":false}}');
  assert.equal(frame.envelope.seq, undefined);
});

test("[HI2] welcome, ready, reset, error and done are known; what a later hub adds is not an error", () => {
  const members = [{ id: "a", name: "A", connections: 2 }, { id: 4 }];
  const you = { id: "a", name: "A" };
  const welcome = { hub: "welcome", room: "r", you, token: "t", epoch: "e", head: 3, members, after: 0 };
  const full = parse(JSON.stringify({ ...welcome, limits: { message: 99 } }));
  assert.deepEqual(full.members, [{ id: "a", name: "A", connections: 2 }]);
  assert.equal(full.after, 0);
  assert.equal(full.limits.message, 99);
  assert.deepEqual(parse('{"hub":"ready","seq":12}'), { kind: "ready", seq: 12 });
  assert.equal(parse('{"hub":"ready"}').kind, "invalid");
  assert.equal(parse('{"hub":"reset","reason":"epoch"}').reason, "epoch");
  assert.deepEqual(parse('{"hub":"error","code":"bad_op","message":"m"}'), {
    kind: "error",
    id: null,
    code: "bad_op",
    message: "m",
  });
  assert.equal(parse('{"hub":"weather"}').kind, "unknown");
  assert.equal(parse('{"hub":"__proto__"}').kind, "unknown");
});

test("[HI3] a hello resumes with epoch and seq together, or with neither; seq 0 is a seq [U18]", () => {
  const who = { name: "Ada", client: "c", token: null };
  assert.deepEqual(JSON.parse(hello({ ...who, cursor: null })), { hub: "hello", name: "Ada", client: "c" });
  assert.deepEqual(JSON.parse(hello({ ...who, token: "t", cursor: { epoch: "e", seq: 0 } })), {
    hub: "hello", name: "Ada", client: "c", token: "t", epoch: "e", after: 0,
  });
});

test("[CN2] room names: odd ones are data, impossible ones are told apart", () => {
  for (const name of ["__proto__", "constructor", "ämter und 🦊", "a?b#c", "..."]) {
    assert.equal(roomNameProblem(name), null, name);
  }
  for (const name of ["", ".", "..", "a/b", "a\nb", "x".repeat(129), "é".repeat(65)]) {
    assert.notEqual(roomNameProblem(name), null, name);
  }
  assert.equal(roomNameProblem("é".repeat(64)), null);
});

test("a room's path and address are percent-encoded; a trailing slash changes nothing [U82]", () => {
  assert.equal(roomFromPath("/r/lobby"), "lobby");
  assert.equal(roomFromPath("/r/lobby/"), "lobby");
  assert.equal(roomFromPath("/r/a%3Fb%20%F0%9F%A6%8A"), "a?b 🦊");
  assert.equal(roomFromPath("/r/%E0%A4%A"), null);
  assert.equal(roomFromPath("/r/"), null);
  assert.equal(roomFromPath("/x/lobby"), null);
  assert.equal(
    roomAddress({ protocol: "https:", host: "h:1" }, "a?b/🦊"),
    "wss://h:1/rooms/a%3Fb%2F%F0%9F%A6%8A",
  );
  assert.equal(plainAddress("ws://h/rooms/a%3Fb"), "ws://h/rooms/a%3Fb?nodeflate=1");
});

test("[HI1] a person's name is cut at a character, and holds no control characters", () => {
  assert.equal(personName("  Ada\n\tLovelace "), "Ada Lovelace");
  assert.equal(personName("🦊".repeat(40)), "🦊".repeat(16));
  assert.equal(personName("\u0000"), "");
  for (const name of ["__proto__", "constructor"]) assert.equal(personName(name), name);
});

test("[O5] odd members and types travel as data", () => {
  for (const type of ODD_NAMES.filter(Boolean)) {
    const op = JSON.parse(`{"type":${JSON.stringify(type)},"__proto__":{"a":1},"constructor":2}`);
    const { text } = encodeOp(op, "c.1", 1_000);
    assert.equal(text, `{"type":${JSON.stringify(type)},"__proto__":{"a":1},"constructor":2,"id":"c.1"}`);
  }
});

test("what the hub would refuse without naming the op is refused here", () => {
  assert.ok("problem" in encodeOp({ type: "" }, "c.1", 1_000));
  assert.ok("problem" in encodeOp({}, "c.1", 1_000));
  assert.ok("problem" in encodeOp({ type: "x", hub: "hello" }, "c.1", 1_000));
  const loop = { type: "x" };
  loop.self = loop;
  assert.ok("problem" in encodeOp(loop, "c.1", 1_000));
});

test("[HI8] an op over the limit is refused here, in bytes and not in characters", () => {
  const op = { type: "x", t: "é".repeat(100) };
  const size = new TextEncoder().encode(JSON.stringify({ ...op, id: "c.1" })).length;
  assert.ok("text" in encodeOp(op, "c.1", size));
  assert.match(encodeOp(op, "c.1", size - 1).problem, /too large/);
});

test("[CN4] depth is counted outside of strings", () => {
  assert.equal(nesting('{"a":[{"b":"[[[{{{\\"[\\\\"}]}'), 3);
  const deep = (n) => JSON.parse(`{"type":"x","a":${"[".repeat(n)}${"]".repeat(n)}}`);
  assert.ok("text" in encodeOp(deep(127), "c.1", 10_000));
  assert.match(encodeOp(deep(128), "c.1", 10_000).problem, /deep/);
});
