/**
 * `chat.os.doc`: documents that tools share with the room, as Yjs has them. Updates pass over the port as bytes;
 * who else has them, and what is unsent, is the shell's business. Yjs comes over the port, too, when the first is
 * asked for, since this page can fetch nothing.
 */

const NAME_MAX = 185;
/** The origin of what comes from the room. */
const ROOM = "room";
const encoder = new TextEncoder();

export class Docs {
  /** @type {Map<string, {doc: any, queue: Uint8Array[], isWhole: boolean, owner: any, promise: Promise<any>,
   *   resolve: (doc: any) => void, reject: (error: Error) => void}>} */
  #entries = new Map();
  /** @type {any} Yjs */
  #yjs = null;
  #isAsked = false;
  #parts;

  /**
   * @param {{post: (message: object) => void, load: (source: string) => Promise<any>,
   *   run: (owner: any, f: () => void) => void, caller: () => any,
   *   onRefused: (owner: any, why: string) => void}} parts `load` runs the script and gives what it made;
   *   `run` runs f as the owner's
   */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Yjs itself, once a document was asked for: its `Map`, `Array` and `Text` nest in documents. */
  get yjs() {
    return this.#yjs;
  }

  /** The room's document of that name, when all that the room has of it is there; always the same one.
   * @param {unknown} name @returns {Promise<any>} */
  open(name) {
    const problem = problemOf(name);
    if (problem) return Promise.reject(new TypeError(problem));
    const known = this.#entries.get(String(name));
    if (known) return known.promise;
    const entry = { doc: null, queue: [], isWhole: false, owner: this.#parts.caller() };
    entry.promise = new Promise((resolve, reject) => Object.assign(entry, { resolve, reject }));
    // Who does not wait for it need not hear that it failed.
    entry.promise.catch(() => {});
    this.#entries.set(String(name), /** @type {any} */ (entry));
    this.#parts.post({ kind: "doc", name });
    if (this.#yjs) this.#begin(String(name));
    return entry.promise;
  }

  /** Yjs, as the text of a script. @param {string} source */
  async load(source) {
    if (this.#isAsked) return;
    this.#isAsked = true;
    try {
      this.#yjs = await this.#parts.load(source);
      for (const name of this.#entries.keys()) this.#begin(name);
    } catch (error) {
      for (const name of [...this.#entries.keys()]) this.refuse(name, String(error));
    }
  }

  /** @param {string} name @param {Uint8Array} update from the room */
  update(name, update) {
    const entry = this.#entries.get(name);
    if (!entry) return;
    entry.queue.push(update);
    this.#apply(entry);
  }

  /** All that the room has is here. @param {string} name */
  whole(name) {
    const entry = this.#entries.get(name);
    if (!entry) return;
    entry.isWhole = true;
    if (entry.doc) entry.resolve(entry.doc);
  }

  /** The room did not take a change, or has no documents. The next `open` begins anew.
   * @param {string} name @param {string} message */
  refuse(name, message) {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    entry.reject(new Error(message));
    if (entry.isWhole) this.#parts.onRefused(entry.owner, `The document “${name}” was not changed: ${message}`);
    entry.doc?.destroy();
  }

  #begin(name) {
    const entry = this.#entries.get(name);
    if (!entry || entry.doc) return;
    entry.doc = new this.#yjs.Doc();
    entry.doc.on("update", (update, origin) => {
      if (origin !== ROOM) this.#parts.post({ kind: "docUpdate", name, update });
    });
    this.#apply(entry);
    if (entry.isWhole) entry.resolve(entry.doc);
  }

  #apply({ doc, queue, owner }) {
    if (!doc) return;
    // What hears of it is a tool's.
    for (const update of queue.splice(0)) this.#parts.run(owner, () => this.#yjs.applyUpdate(doc, update, ROOM));
  }
}

function problemOf(name) {
  if (typeof name !== "string" || name === "") return "A document needs a name.";
  if (/\p{Cc}/u.test(name)) return "A document's name can't hold control characters.";
  const isLong = encoder.encode(name).length > NAME_MAX;
  return isLong ? `A document's name has at most ${NAME_MAX} bytes.` : null;
}

/**
 * Runs Yjs's script, which leaves a global behind, within a function, so that it does not: tools may have a `Y` of
 * their own.
 * @param {string} source @returns {Promise<any>}
 */
export function loadYjs(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const parts = ["(() => {", source, "\nglobalThis.chatOsYjs = Y; })()"];
    const url = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
    const done = () => {
      script.remove();
      URL.revokeObjectURL(url);
      const yjs = Reflect.get(globalThis, "chatOsYjs");
      Reflect.deleteProperty(globalThis, "chatOsYjs");
      yjs ? resolve(yjs) : reject(new Error("Yjs could not be loaded."));
    };
    script.onload = script.onerror = done;
    script.src = url;
    document.head.append(script);
  });
}
