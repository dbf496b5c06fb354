/**
 * The outboxes that this browser has for a room: which one is this tab's, and which belonged to tabs that are
 * gone. Each has one owner at a time. It sends nothing.
 */

import { clientOf, Outbox } from "./outbox.js";

/** How long another page may have this tab's outbox before it counts as a copy of this tab. */
const CLAIM_MS = 700;
/** A page that reloads waits for its former self to let go; else what is unsent would look like another's. */
const RETURN_MS = 4_000;

export class Outboxes {
  #parts;
  /** @type {Set<string>} the clients whose outboxes are ours */
  #ours = new Set();

  /**
   * @param {{room: string, journal: import("./journal.js").Journal, claim: import("./claims.js").Claim,
   *   session: Pick<Storage, "getItem" | "setItem">, newId: () => string, now: () => number,
   *   returns: boolean}} parts `session` is the tab's own; `returns`: this load is a reload, or a way back
   */
  constructor(parts) {
    this.#parts = parts;
  }

  /** This tab's, with what a former load of it left. @returns {Promise<Outbox>} */
  async own() {
    const { room, session, newId, returns, journal, now } = this.#parts;
    const key = `chatos.outbox/${room}`;
    const former = read(session, key);
    let client = former ?? newId();
    let release = await this.#claim(client, returns ? RETURN_MS : CLAIM_MS);
    // A tab that was copied begins with the other's session; the outbox stays with the one that has it.
    if (!release) release = await this.#claim((client = newId()), 0);
    if (client !== former) write(session, key, client);
    this.#ours.add(client);
    const entries = client === former ? await this.#entries(client) : [];
    const loadedAt = now();
    const load = newId().slice(0, 8);
    return new Outbox({ room, client, journal, entries, loadedAt, load, release: release ?? undefined });
  }

  /** Those whose tabs are gone since this was asked last; from now on they are ours.
   * @returns {Promise<Outbox[]>} */
  async orphans() {
    const { room, journal } = this.#parts;
    const adopted = [];
    for (const client of new Set((await journal.ids(room)).map(clientOf))) {
      if (this.#ours.has(client)) continue;
      const giveUp = await this.#claim(client, 0);
      if (!giveUp) continue;
      this.#ours.add(client);
      const entries = await this.#entries(client);
      const release = () => (this.#ours.delete(client), giveUp());
      const outbox = new Outbox({ room, client, journal, entries, release });
      if (outbox.isEmpty) release();
      else adopted.push(outbox);
    }
    return adopted;
  }

  #claim(client, waitMs) {
    return this.#parts.claim(`chatos.outbox/${this.#parts.room}/${client}`, waitMs);
  }

  async #entries(client) {
    const { journal, room } = this.#parts;
    return (await journal.read(room)).filter((entry) => entry.client === client);
  }
}

function read(session, key) {
  try {
    return session.getItem(key);
  } catch {
    return null;
  }
}

function write(session, key, value) {
  try {
    session.setItem(key, value);
  } catch {
    // Then a reload is another tab, and adopts what this one left.
  }
}
