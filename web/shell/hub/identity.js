/**
 * Who this browser is to the hub: the token and the name. What the hub makes of them is the hub's business.
 */

const TOKEN_KEY = "chatos.token";
const NAME_KEY = "chatos.name";

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
