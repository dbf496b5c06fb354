/**
 * The documents of the realm's tools, on the shell's side: each name gets the prefix that keeps tools from all
 * others, their own sources first of all. It holds none of them.
 */

const PREFIX = "shared/";
/** As many as a page of tools needs; each is a peer of the hub's. */
const OPEN_MAX = 32;

export class RealmDocuments {
  #documents;
  #post;
  #source;
  /** @type {Map<string, import("../docs/relay.js").Relay | null>} null: under way */
  #relays = new Map();
  #isYjsThere = false;
  /** Counts the realms: what a former one asked for is not this one's. */
  #realm = 0;

  /**
   * @param {{documents: import("../docs/documents.js").Documents, post: (message: object) => void,
   *   source?: () => Promise<string>}} parts `source` of Yjs as a script
   */
  constructor({ documents, post, source = yjsSource }) {
    this.#documents = documents;
    this.#post = post;
    this.#source = source;
  }

  /** The realm is gone, and with it who had them open. */
  reset() {
    for (const [name, relay] of this.#relays) if (relay) this.#documents.release(PREFIX + name);
    this.#relays.clear();
    this.#isYjsThere = false;
    this.#realm += 1;
  }

  /** @param {import("./incoming.js").Incoming} message @returns {boolean} whether it was for documents */
  take(message) {
    if (message.kind === "doc") void this.#open(message.name);
    else if (message.kind === "docUpdate") this.#update(message.name, message.update);
    else return false;
    return true;
  }

  /** @param {string} name */
  async #open(name) {
    if (this.#relays.has(name)) return;
    if (this.#relays.size >= OPEN_MAX) {
      this.#refuse(name, `A room's page has at most ${OPEN_MAX} documents open.`);
      return;
    }
    if (this.#documents.isForbidden) return this.#refuse(name, "This hub keeps no shared documents.");
    const realm = this.#realm;
    const isGone = () => realm !== this.#realm;
    let isMade = false;
    this.#relays.set(name, null);
    try {
      if (!this.#isYjsThere) {
        const source = await this.#source();
        if (isGone()) return;
        if (!this.#isYjsThere) this.#post({ kind: "yjs", source });
        this.#isYjsThere = true;
      }
      await this.#documents.relay(PREFIX + name, {
        onMade: (relay) => {
          isMade = !isGone();
          if (isMade) this.#relays.set(name, relay);
        },
        onUpdate: (update) => this.#post({ kind: "docUpdate", name, update }),
        onWhole: () => this.#post({ kind: "docWhole", name }),
        onRefused: (message) => {
          this.#drop(name);
          this.#refuse(name, message);
        },
      });
      // Where it was made in time, it was let go of with its realm.
      if (isGone() && !isMade) this.#documents.release(PREFIX + name);
    } catch {
      if (isGone()) return;
      this.#relays.delete(name);
      this.#refuse(name, "This hub has no shared documents installed (its folder web/vendor is not whole).");
    }
  }

  /** @param {string} name @param {Uint8Array} update */
  #update(name, update) {
    const relay = this.#relays.get(name);
    if (!relay || relay.push(update)) return;
    this.#drop(name);
    this.#refuse(name, "That was no update of a document.");
  }

  #drop(name) {
    if (!this.#relays.get(name)) return;
    this.#relays.delete(name);
    this.#documents.release(PREFIX + name);
  }

  #refuse(name, message) {
    this.#post({ kind: "docRefused", name, message });
  }
}

async function yjsSource() {
  const answer = await fetch("/vendor/yjs.classic.js");
  if (!answer.ok) throw new Error("there is no Yjs");
  return answer.text();
}
