/**
 * What a room is, as a value: who is here, which tools there are, how far the log was seen. Frames in, a new
 * value out. No DOM, no socket, no clock; a live room and a replayed one are the same reducer.
 *
 * @typedef {import("../hub/wire.js").Envelope} Envelope
 * @typedef {import("../hub/wire.js").Member} Member
 * @typedef {import("../hub/wire.js").Frame} Frame
 *
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} markup
 * @property {string} style
 * @property {string} script
 * @property {import("../hub/wire.js").Person} from
 * @property {number} at
 * @property {number} seq
 *
 * @typedef {object} State
 * @property {"outside" | "entering" | "resuming" | "live"} phase
 * @property {import("../hub/wire.js").Person | null} you
 * @property {string | null} epoch
 * @property {number} seq the newest seq that was applied
 * @property {boolean} whole whether everything up to seq is in here, so that one can resume from it
 * @property {{read: number, of: number | null}} progress of entering or resuming, in ops; null: not known
 * @property {Map<string, Member>} members by id, oldest first
 * @property {Map<string, Tool>} tools by name
 * @property {Map<string, Envelope>} named the current named ops by `pair`
 * @property {number} limit the largest message in bytes
 * @property {boolean} countDiffers whether the hub counts other people than we do
 */

import { parseMembers } from "../hub/wire.js";

/** @returns {State} */
export const outside = () => ({
  phase: "outside",
  you: null,
  epoch: null,
  seq: 0,
  whole: false,
  progress: { read: 0, of: null },
  members: new Map(),
  tools: new Map(),
  named: new Map(),
  limit: 524_288,
  countDiffers: false,
});

/** Where to resume from, or null where only entering anew will do. @param {State} state */
export const cursor = ({ whole, epoch, seq }) => (whole && epoch !== null ? { epoch, seq } : null);

/** A map key for a (type, name) pair; JSON keeps ("a", "b,c") and ("a,b", "c") apart. */
const pair = (type, name) => JSON.stringify([type, name]);

/**
 * What an envelope is to this state. Only `news` changes it.
 *   news       the next op, or part of the state that a newcomer gets
 *   seen       an op that is in here already: the acknowledgement of a re-send, or one heard on two sockets
 *   history    an answer to a replay
 *   transient  never logged
 *   gap        something before it is missing
 * @param {State} state @param {Envelope} envelope
 * @returns {"news" | "seen" | "history" | "transient" | "gap"}
 */
export function classify(state, envelope) {
  if (envelope.replay) return "history";
  if (envelope.seq === undefined) return "transient";
  if (state.phase === "entering") return "news";
  if (envelope.seq <= state.seq) return "seen";
  return envelope.seq === state.seq + 1 ? "news" : "gap";
}

/** @param {State} state @param {Frame} frame @returns {State} */
export function reduce(state, frame) {
  switch (frame.kind) {
    case "welcome":
      return welcome(state, frame);
    case "ready":
      return ready(state, frame.seq);
    case "envelope":
      return envelope(state, frame.envelope);
    default:
      return state;
  }
}

/** Whether a welcome goes on from this state; everything else begins a new one. @param {State} state */
export const resumes = (state, welcome) =>
  welcome.after !== null && state.whole && welcome.epoch === state.epoch && welcome.after <= state.seq;

function welcome(state, frame) {
  const members = new Map(frame.members.map((member) => [member.id, member]));
  const common = { you: frame.you, members, limit: frame.limits.message, countDiffers: false };
  if (resumes(state, frame)) {
    // Copied once, so that the ops to come can change them in place.
    const [tools, named] = [new Map(state.tools), new Map(state.named)];
    const progress = { read: 0, of: Math.max(0, frame.head - state.seq) };
    return { ...state, ...common, tools, named, progress, phase: "resuming" };
  }
  // Not whole until `ready`: whoever drops out before has seen only a part, and must enter anew.
  return { ...outside(), ...common, phase: "entering", epoch: frame.epoch };
}

function ready(state, seq) {
  if (state.phase === "entering") return { ...state, phase: "live", seq, whole: true };
  // What is said to be missing after a resume can't be asked for again by resuming.
  if (state.phase === "resuming") {
    const [tools, named] = [new Map(state.tools), new Map(state.named)];
    return { ...state, tools, named, phase: "live", whole: state.seq >= seq };
  }
  return state;
}

function envelope(state, envelope) {
  const kind = classify(state, envelope);
  if (kind === "transient") return transient(state, envelope);
  if (kind === "history" || kind === "seen") return state;
  // What is missing in a resume can't be asked for again by resuming.
  if (kind === "gap") return state.phase === "resuming" ? doubtful(state) : state;
  const next = { ...state };
  if (state.phase !== "live") next.progress = { ...state.progress, read: state.progress.read + 1 };
  if (state.phase !== "entering") next.seq = envelope.seq;
  applyPresence(next, envelope);
  applyNames(next, envelope);
  return next;
}

/** The same, but not to be resumed from. @param {State} state @returns {State} */
export const doubtful = (state) => ({ ...state, whole: false });

function transient(state, { op, from }) {
  if (op.type === "rollcall" && from.id === state.you?.id && Array.isArray(op.participants)) {
    const members = new Map(parseMembers(op.participants).map((member) => [member.id, member]));
    return { ...state, members, countDiffers: false };
  }
  return renamed(state, from) ?? state;
}

/** The hub tells people's newest names with each op [ID2]. Null where nothing changes. */
function renamed(state, from) {
  const member = state.members.get(from.id);
  if (!member || member.name === from.name) return null;
  const members = new Map(state.members).set(from.id, { ...member, name: from.name });
  return { ...state, members };
}

function applyPresence(next, { op, from }) {
  if (next.phase === "entering") return;
  if (op.type === "joined") {
    const member = next.members.get(from.id) ?? { ...from, connections: 1 };
    next.members = new Map(next.members).set(from.id, { ...member, name: from.name });
  } else if (op.type === "disconnected") {
    next.members = new Map(next.members);
    next.members.delete(from.id);
  } else {
    next.members = renamed(next, from)?.members ?? next.members;
    return;
  }
  // While catching up the list is already newer than the ops that tell of it.
  if (next.phase === "live") next.countDiffers = next.members.size !== op.participants;
}

function applyNames(next, envelope) {
  const { op, from, at, seq } = envelope;
  // Nobody looks at the value before `ready`, and a copy per op would be quadratic.
  const inPlace = next.phase !== "live";
  if (op.type === "remove") {
    const name = removedName(op);
    if (name === null || !next.tools.has(name)) return;
    if (!inPlace) next.tools = new Map(next.tools);
    next.tools.delete(name);
    if (!inPlace) next.named = new Map(next.named);
    next.named.delete(pair("upgrade", name));
    return;
  }
  if (typeof op.name !== "string" || op.type === "joined" || op.type === "disconnected") return;
  const isScheduled = typeof op.schedule === "string";
  // A firing is never current [SC4], and a definition is so beside the plain op of its name [SC2].
  if (isScheduled && typeof op.firedBy === "number") return;
  if (!inPlace) next.named = new Map(next.named);
  next.named.set(pair(op.type, isScheduled ? `\u0001${op.name}` : op.name), envelope);
  if (op.type !== "upgrade" || op.name === "") return;
  if (!inPlace) next.tools = new Map(next.tools);
  next.tools.set(op.name, {
    name: op.name,
    markup: text(op.markup),
    style: text(op.style),
    script: text(op.script),
    from,
    at,
    seq,
  });
}

/** The current op of that type and name. @param {State} state @param {string} type @param {string} name */
export const namedOp = (state, type, name) => state.named.get(pair(type, name)) ?? null;

/** The tool that a `remove` takes away: by `name`, or else by `text` [TY2]. @returns {string | null} */
export function removedName(op) {
  if (typeof op.name === "string") return op.name;
  return typeof op.text === "string" ? op.text.trim() : null;
}

/** The current named ops as a newcomer would get them: tools first, each part in the order of its seqs.
 * @param {State} state @returns {Envelope[]} */
export function currentOps(state) {
  const rank = (envelope) => (envelope.op.type === "upgrade" ? 0 : 1);
  return [...state.named.values()].sort((a, b) => rank(a) - rank(b) || (a.seq ?? 0) - (b.seq ?? 0));
}

const text = (value) => (typeof value === "string" ? value : "");
