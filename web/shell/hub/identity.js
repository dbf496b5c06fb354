/**
 * Who this browser is to the hub: the token, the name, and the name of this tab's outbox.
 * What the hub makes of them is the hub's business.
 */

const TOKEN_KEY = "chatos.token";
const NAME_KEY = "chatos.name";

/** How long another document of the same name may hold a client id before it counts as another tab. */
const CLAIM_MS = 700;
const RETURN_MS = 4_000;

const MANNERS = [
  "Quiet", "Bright", "Gentle", "Swift", "Early", "Curious", "Calm", "Merry", "Silver", "Amber", "Northern",
  "Patient",
  "Lucky", "Bold", "Misty", "Sunny",
];
const CREATURES = [
  "Heron", "Otter", "Lynx", "Finch", "Badger", "Marten", "Plover", "Hare", "Swift", "Owl", "Fox", "Crane",
  "Newt",
  "Robin", "Seal", "Wren",
];

/** @param {() => number} random in [0, 1) */
export function friendlyName(random = Math.random) {
  const pick = (/** @type {string[]} */ list) => list[Math.floor(random() * list.length)];
  const manner = pick(MANNERS);
  const creature = pick(CREATURES.filter((word) => word !== manner));
  return `${manner} ${creature}`;
}

/** Letters for an avatar: of the first and last word, whole characters only. @param {string} name */
export function initials(name) {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return "?";
  const first = [...words[0]][0];
  const last = words.length > 1 ? [...words[words.length - 1]][0] : "";
  return (first + last).toLocaleUpperCase();
}

export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(36).padStart(2, "0")).join("").slice(0, 14);
}

/** The parts of an identity that outlive the page. Storage may be forbidden; then they live with the page. */
export class Identity {
  #memory = new Map();

  get token() {
    return this.#read(TOKEN_KEY);
  }

  set token(value) {
    this.#write(TOKEN_KEY, value);
  }

  get name() {
    let name = this.#read(NAME_KEY);
    if (!name) this.#write(NAME_KEY, (name = friendlyName()));
    return name;
  }

  set name(value) {
    this.#write(NAME_KEY, value);
  }

  #read(key) {
    try {
      return localStorage.getItem(key) ?? this.#memory.get(key) ?? null;
    } catch {
      return this.#memory.get(key) ?? null;
    }
  }

  #write(key, value) {
    this.#memory.set(key, value);
    try {
      localStorage.setItem(key, value);
    } catch {
      // Kept in memory.
    }
  }
}

/**
 * Whether this tab is alone with its client id. A duplicated tab starts with a copy of the other's session
 * storage; if both went on under one id, the hub would take one's op for a re-send of the other's and drop
 * it.
 * @param {string} client @returns {Promise<boolean>}
 */
export function claimClient(client) {
  const locks = globalThis.navigator?.locks;
  if (!locks) return Promise.resolve(true);
  // A page that reloads waits for its former self to let go. Taking it for another tab would cost what is
  // unsent.
  const [navigation] = performance.getEntriesByType("navigation");
  const returns = navigation?.type === "reload" || navigation?.type === "back_forward";
  const signal = AbortSignal.timeout(returns ? RETURN_MS : CLAIM_MS);
  return new Promise((resolve) => {
    locks
      .request(`chatos.client/${client}`, { signal }, () => {
        resolve(true);
        return new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}
