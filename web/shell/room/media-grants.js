/**
 * From where the pictures, sounds and films of tools may come beside the room itself: what the operator
 * grants, and what this browser's user granted for this room. It asks nobody; whoever made it does.
 */

/** As many as the hub takes in a frame's address. */
const ORIGINS_MAX = 16;

export class MediaGrants {
  #store;
  #key;
  #given;
  /** @type {string[]} */
  #own;

  /** @param {{store: Storage, room: string, given: string[]}} parts `given`: by the operator */
  constructor({ store, room, given }) {
    this.#store = store;
    this.#key = `chatos.media.${room}`;
    this.#given = given.filter(isOrigin);
    this.#own = read(store, this.#key);
  }

  /** What this user granted. */
  get own() {
    return [...this.#own];
  }

  /** @returns {string[]} */
  get origins() {
    return [...new Set([...this.#given, ...this.#own])].slice(0, ORIGINS_MAX);
  }

  /** Whether there is a point in asking. @param {string} origin */
  canGrant(origin) {
    return isOrigin(origin) && !this.origins.includes(origin) && this.origins.length < ORIGINS_MAX;
  }

  /** @param {string} origin */
  grant(origin) {
    if (this.canGrant(origin)) this.#keep([...this.#own, origin]);
  }

  /** @param {string} origin */
  withdraw(origin) {
    this.#keep(this.#own.filter((own) => own !== origin));
  }

  /** The frame's address that says so to the hub. @param {string} address */
  frame(address) {
    const items = this.origins.map((origin) => `media=${encodeURIComponent(origin)}`);
    return items.length === 0 ? address : `${address}?${items.join("&")}`;
  }

  #keep(own) {
    this.#own = own;
    try {
      if (own.length === 0) this.#store.removeItem(this.#key);
      else this.#store.setItem(this.#key, JSON.stringify(own));
    } catch {
      // A full storage forgets it at the next visit.
    }
  }
}

/** An origin in its one form, as the hub wants it in a policy.
 * @param {unknown} text @returns {text is string} */
export function isOrigin(text) {
  if (typeof text !== "string" || !/^https?:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$/.test(text)) return false;
  try {
    return new URL(text).origin === text;
  } catch {
    return false;
  }
}

function read(store, key) {
  try {
    const kept = JSON.parse(store.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isOrigin).slice(0, ORIGINS_MAX) : [];
  } catch {
    return [];
  }
}
