/**
 * What the realm is told: an empty one everything at once, an open one what happens. It remembers what the
 * realm knows, and nothing else; what the realm says is not its business.
 */

import { pinOf, pinsOf, runningEnvelope } from "../room/pins.js";
import { currentOps, removedName } from "../room/state.js";

/** How many comments somebody finds who comes in. */
const COMMENTS_ON_ENTRY = 100;
/** How many ops go over in one message: the realm works through one in a turn, and must stay usable. */
const BATCH_MAX = 100;
/** Who missed more is shown the room as a newcomer is: quicker than to live through all that happened. */
const MISSED_MAX = 5_000;

/** Whether a resume brings more than a realm should be told op by op.
 * @param {import("../room/state.js").State} state */
export const missedMuch = (state) => (state.progress.of ?? 0) > MISSED_MAX;

export class RealmFeed {
  #post;
  #driver;
  #room;
  #isSafe;
  #runs;
  #ownName;
  #open = false;
  /** @type {import("../hub/wire.js").Envelope[]} of this turn of the event loop */
  #batch = [];
  /** @type {Map<string, number | undefined>} the pinned versions that the realm was told, by their tools */
  #pinned = new Map();
  #toldConnected = false;
  #toldMembers = /** @type {unknown} */ (null);
  /** Whether the realm lacks the last comments, since there was no connection to ask over. */
  #commentsWanted = false;

  /**
   * @param {{post: (message: object) => void, driver: import("../drivers/live.js").LiveDriver, room: string,
   *   isSafe: () => boolean, runs: (version: {name: string, seq: number}) => boolean,
   *   ownName: () => string}} parts
   */
  constructor({ post, driver, room, isSafe, runs, ownName }) {
    this.#post = post;
    this.#driver = driver;
    this.#room = room;
    this.#isSafe = isSafe;
    this.#runs = runs;
    this.#ownName = ownName;
  }

  /** Whether a realm listens that was told everything. */
  get isOpen() {
    return this.#open;
  }

  /** The realm is gone; the next one begins empty. */
  close() {
    this.#open = false;
    this.#batch = [];
  }

  /** Tells an empty realm everything: who and where, the state, what is pending, and the last comments. */
  populate() {
    this.#open = true;
    this.#batch = [];
    this.introduce();
    const { state } = this.#driver;
    const told = (envelope) =>
      envelope.op.type === "upgrade" ? runningEnvelope(state, String(envelope.op.name)) : envelope;
    this.#batch = currentOps(state).map(told).filter((envelope) => this.#isRun(envelope));
    this.#pinned = new Map([...pinsOf(state)].map(([name, { seq }]) => [name, seq]));
    // Even an empty state is told, since without one nobody knows whether the room is empty.
    if (this.#batch.length === 0) this.#post({ kind: "ops", envelopes: [] });
    this.#flush();
    this.#tellPending();
    this.#tellPresence();
    this.#tellStatus();
    this.#askForComments();
  }

  /** What there is to tell while the hub has not let us in: what one said oneself. */
  greet() {
    this.introduce();
    this.#tellPending();
    this.#tellStatus();
  }

  /** Who one is, and where. */
  introduce() {
    const you = this.#driver.state.you ?? { id: "", name: this.#ownName() };
    const { limit } = this.#driver.state;
    this.#post({ kind: "room", room: this.#room, you, safe: this.#isSafe(), limit });
  }

  resumed() {
    if (!this.#open) return;
    this.#flush();
    this.introduce();
    if (this.#commentsWanted) this.#askForComments();
  }

  /** @param {import("../hub/wire.js").Envelope} envelope */
  envelope(envelope) {
    if (!this.#open || this.#waits(envelope) || !this.#isRun(envelope)) return;
    if (envelope.op.type === "remove") this.#pinned.delete(removedName(envelope.op) ?? "");
    if (this.#driver.state.phase === "resuming" && missedMuch(this.#driver.state)) return;
    this.#tell(envelope);
  }

  #tell(envelope) {
    const count = this.#batch.push(envelope);
    // While catching up thousands come one by one; they go over together.
    if (this.#driver.state.phase === "live") {
      if (count === 1) queueMicrotask(() => this.#flush());
    } else if (count >= BATCH_MAX) {
      this.#flush();
    }
  }

  /** Tells what changed since it was told last. */
  refresh() {
    if (!this.#open) return;
    if ((this.#driver.status.state === "connected") !== this.#toldConnected) this.#tellStatus();
    if (this.#driver.state.members !== this.#toldMembers) this.#tellPresence();
  }

  /** The realm is never given a tool that is off, so it can't run one. Of the past only words are told. */
  #isRun({ op, seq, replay }) {
    if (op.type !== "upgrade") return true;
    return replay ? !this.#isSafe() : this.#runs({ name: String(op.name), seq: seq ?? 0 });
  }

  /** A newer version of a tool that is pinned is not for the realm yet; where the tool was gone, it brings the
   * pinned one back. */
  #waits({ op, replay }) {
    const name = String(op.name);
    const pin = op.type === "upgrade" && !replay ? pinOf(this.#driver.state, name) : null;
    if (pin && this.#runs(pin) && this.#pinned.get(name) !== pin.seq) this.start(pin);
    return pin !== null;
  }

  /** Runs a tool that was off, or another version of it. @param {{name: string, seq: number}} version */
  start({ name, seq }) {
    const envelope = runningEnvelope(this.#driver.state, name);
    // Behind what waits to be told: that may be the version that this one is to replace.
    if (!this.#open || envelope?.seq !== seq) return;
    if (pinOf(this.#driver.state, name)) this.#pinned.set(name, seq);
    this.#tell(envelope);
  }

  #flush() {
    for (let from = 0; from < this.#batch.length; from += BATCH_MAX) {
      this.#post({ kind: "ops", envelopes: this.#batch.slice(from, from + BATCH_MAX) });
    }
    this.#batch = [];
  }

  #askForComments() {
    this.#commentsWanted = this.#driver.status.state !== "connected";
    if (!this.#commentsWanted) {
      this.#driver.send({ type: "replay", oftype: "comment", limit: COMMENTS_ON_ENTRY });
    }
  }

  #tellStatus() {
    this.#toldConnected = this.#driver.status.state === "connected";
    this.#post({ kind: "status", connected: this.#toldConnected });
  }

  #tellPending() {
    for (const { id, op } of this.#driver.pending) this.#post({ kind: "pending", id, op });
  }

  #tellPresence() {
    this.#toldMembers = this.#driver.state.members;
    const members = [...this.#driver.state.members.values()].map(({ id, name }) => ({ id, name }));
    this.#post({ kind: "presence", members });
  }
}
