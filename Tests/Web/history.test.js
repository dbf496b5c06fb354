import assert from "node:assert/strict";
import test from "node:test";
import { countOf, lineDiff, linesOf, shorten } from "../../web/shell/history/diff.js";
import { otherRooms, toolsOf } from "../../web/shell/history/other-room.js";
import { readVersions } from "../../web/shell/history/reading.js";
import { blame, removedTools, versionOf, versionsOf } from "../../web/shell/history/versions.js";
import { ada, bob } from "./fixtures.js";

const drawn = (lines) => lines.map(({ kind, text }) => `${{ same: " ", out: "-", in: "+" }[kind]}${text}`);
const made = (seq, name, script, from = ada) =>
  versionOf({ seq, at: seq, from, op: { type: "upgrade", name, script } });
const gone = (seq, name, from = ada) => versionOf({ seq, at: seq, from, op: { type: "remove", name } });

test("a diff tells what went, what came and what stayed, in order", () => {
  assert.deepEqual(drawn(lineDiff("a\nb\nc", "a\nx\nc\nd")), [" a", "-b", "+x", " c", "+d"]);
  assert.deepEqual(drawn(lineDiff("", "a\n")), ["+a", "+"]);
  assert.deepEqual(drawn(lineDiff("a", "")), ["-a"]);
  assert.deepEqual(lineDiff("", ""), []);
  assert.deepEqual(countOf(lineDiff("a\nb", "b\nc\nd")), { out: 1, in: 2 });
});

test("a diff leads from one text to the other, and is as short as can be", () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
  for (let round = 0; round < 300; round++) {
    const textOf = () => Array.from({ length: random(8) }, () => "abc"[random(3)]).join("\n");
    const [before, after] = [textOf(), textOf()];
    const lines = lineDiff(before, after);
    const side = (kind) =>
      lines.filter((line) => line.kind === "same" || line.kind === kind).map((line) => line.text);
    assert.deepEqual(side("out"), linesOf(before));
    assert.deepEqual(side("in"), linesOf(after));
    const same = lines.length - countOf(lines).in - countOf(lines).out;
    assert.equal(same, longestCommon(linesOf(before), linesOf(after)), `${before} | ${after}`);
  }
});

function longestCommon([a, ...restA], [b, ...restB]) {
  if (a === undefined || b === undefined) return 0;
  if (a === b) return 1 + longestCommon(restA, restB);
  return Math.max(longestCommon(restA, [b, ...restB]), longestCommon([a, ...restA], restB));
}

test("two texts too long to compare differ in all between what they share", () => {
  const lines3000 = (mark) => Array.from({ length: 3_000 }, (_, n) => `${mark} ${n}`);
  const long = (mark) => ["first", ...lines3000(mark), "last"].join("\n");
  const lines = lineDiff(long("a"), long("b"));
  assert.deepEqual(countOf(lines), { out: 3_000, in: 3_000 });
  assert.deepEqual(drawn([lines[0], lines.at(-1)]), [" first", " last"]);
});

test("a shortened diff says how much it leaves out", () => {
  const text = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  const lines = shorten(lineDiff(text.join("\n"), text.with(10, "other").join("\n")), 2);
  assert.deepEqual(lines.map(({ kind, count }) => (kind === "gap" ? count : kind)), [
    8, "same", "same", "out", "in", "same", "same", 7,
  ]);
});

test("versions are a tool's own, newest first, and removals of what was there", () => {
  const all = [
    gone(1, "t"), made(2, "t", "a"), made(3, "other", "x"), made(4, "t", "b"), gone(5, "t"), gone(6, "t"),
  ];
  assert.deepEqual(versionsOf(all, "t").map(({ seq }) => seq), [5, 4, 2]);
  assert.equal(versionOf({ at: 1, from: ada, op: { type: "upgrade", name: "t" } }), null);
  assert.equal(versionOf({ seq: 1, at: 1, from: ada, op: { type: "comment", name: "t" } }), null);
  assert.equal(versionOf({ seq: 1, at: 1, from: ada, op: { type: "remove", text: " t " } }).name, "t");
  const odd = versionOf({ seq: 1, at: 1, from: ada, op: { type: "upgrade", name: "t", style: 7 } });
  assert.deepEqual(odd.source, { markup: "", style: "", script: "" });
});

test("what was removed can be told with its last version, the latest removal first", () => {
  const all = [
    made(1, "a", "1"), made(2, "b", "1"), made(3, "a", "2"), gone(4, "a"), gone(5, "b"), made(6, "c", "1"),
    made(7, "__proto__", "1"), gone(8, "__proto__"),
  ];
  const removed = removedTools(all, new Set(["c"]));
  assert.deepEqual(removed.map(({ removal, last }) => [removal.name, last.seq]), [
    ["__proto__", 7], ["b", 2], ["a", 3],
  ]);
});

test("blame names the version in which a line got its words", () => {
  const versions = [
    made(4, "t", "one\n2\nthree\nfour", bob), made(2, "t", "one\n2\nthree", bob),
    made(1, "t", "one\ntwo\nthree"),
  ];
  assert.deepEqual(blame(versions, "script").map(({ text, by }) => [text, by.seq]), [
    ["one", 1], ["2", 2], ["three", 1], ["four", 4],
  ]);
  // Behind a removal it begins with what was there before, since that is what was brought back.
  const again = [made(6, "t", "one"), gone(5, "t"), ...versions];
  assert.deepEqual(blame(again, "script").map(({ by }) => by.seq), [1]);
  assert.deepEqual(blame(versions, "markup"), []);
});

test("the log is read from its end, in parts, and so is one that was compacted", async () => {
  const log = Array.from({ length: 3_000 }, (_, at) => made(at + 9_001, `t${at % 3}`, `${at}`));
  const asked = [];
  const get = async (address) => {
    const { searchParams, pathname } = new URL(address, "http://hub.example");
    asked.push(pathname);
    const [after, limit] = ["after", "limit"].map((name) => Number(searchParams.get(name)));
    // No more than 300 in an answer, as where they are large.
    const rows = log.filter(({ seq }) => seq > after).slice(0, Math.min(limit, 300));
    const lineOf = ({ seq, at, from, name, source }) =>
      JSON.stringify({ seq, at, from, op: { type: "upgrade", name, ...source } });
    return { ok: true, status: 200, text: async () => rows.map((row) => `${lineOf(row)}\n`).join("") };
  };
  const read = [];
  const left = [];
  for await (const part of readVersions("a/b", 12_000, { get })) {
    read.push(...part.versions);
    left.push(part.left);
  }
  assert.deepEqual(left, [11_500, 9_500, 0]);
  assert.deepEqual(read.map(({ seq }) => seq).sort((a, b) => a - b), log.map(({ seq }) => seq));
  assert.equal(asked[0], "/api/v1/rooms/a%2Fb/log");
  const refused = readVersions("lobby", 5, { get: async () => ({ ok: false, status: 503 }) });
  await assert.rejects(refused.next(), /503/);
});

test("another room's tools are those that it has now, found from the newest on", async () => {
  const rows = [
    made(1, "old", "1"), made(2, "gone", "1"), made(600, "old", "2"), gone(601, "gone"),
    made(1_100, "new", "1"),
  ];
  const lineOf = ({ seq, at, from, name, source }) => JSON.stringify({
    seq, at, from, op: source ? { type: "upgrade", name, ...source } : { type: "remove", name },
  });
  const get = async (address) => {
    const { searchParams, pathname } = new URL(address, "http://hub.example");
    if (pathname === "/api/v1/rooms/none") return { ok: false, status: 404 };
    const json = async () => ({ head: 1_100 });
    if (pathname === "/api/v1/rooms/lab") return { ok: true, status: 200, json };
    const after = Number(searchParams.get("after"));
    const asked = rows.filter(({ seq }) => seq > after && seq <= after + Number(searchParams.get("limit")));
    return { ok: true, status: 200, text: async () => asked.map((row) => `${lineOf(row)}\n`).join("") };
  };
  const found = [];
  for await (const { tools } of toolsOf("lab", { get })) found.push(...tools);
  assert.deepEqual(found.map(({ name, seq }) => [name, seq]), [["new", 1_100], ["old", 600]]);
  await assert.rejects(toolsOf("none", { get }).next(), /no room “none”/);
});

test("the rooms to copy from are the others, with names that are names", async () => {
  const names = ["lab", "here", "", undefined, "__proto__"];
  const json = async () => ({ rooms: names.map((name) => ({ name })) });
  assert.deepEqual(await otherRooms("here", async () => ({ ok: true, json })), ["lab", "__proto__"]);
  await assert.rejects(otherRooms("here", async () => ({ ok: false, status: 500 })), /500/);
});
