/**
 * What the command line offers in this room at this moment. It remembers which types were heard; all else it
 * asks for.
 *
 * @typedef {import("../room/state.js").Tool} Tool
 * @typedef {object} Parts
 * @property {() => Map<string, Tool>} tools
 * @property {() => Tool[]} stopped those versions that are to run and do not
 * @property {() => boolean} isSafe
 * @property {(tool: Tool) => void} start
 * @property {(name: string) => void} edit
 * @property {(tool: Tool) => void} remove
 * @property {() => void} toggleTools
 * @property {(safe: boolean) => void} setSafe
 */

import { completions } from "../../shared/completion.js";

/** More types than anybody looks through. */
const TYPES_MAX = 200;
/** What the hub and this page say of themselves. */
const NOBODYS = new Set(["joined", "disconnected", "erased", "tool-stopped", "tool-started", "tool-pin", "comment"]);

export class Palette {
  #parts;
  /** @type {Set<string>} */
  #types = new Set();

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {string} type */
  heard(type) {
    if (this.#types.size < TYPES_MAX && !NOBODYS.has(type)) this.#types.add(type);
  }

  /** @param {string} line @returns {import("../../shared/completion.js").Choice[]} */
  offer(line) {
    return completions(line, {
      tools: this.#parts.tools().keys(),
      types: this.#types,
      acts: this.#acts(),
    });
  }

  #acts() {
    const { isSafe, setSafe, toggleTools, stopped, start, edit, remove } = this.#parts;
    const tools = [...this.#parts.tools().values()];
    const act = (label, meaning, run) => ({ label, meaning, run });
    return [
      ...stopped().map((tool) => act(`Start ${tool.name}`, "it was stopped", () => start(tool))),
      act("Tools", "open or close the list of tools", toggleTools),
      isSafe()
        ? act("Turn tools on", "leave safe mode", () => setSafe(false))
        : act("Safe mode", "this room with its tools off, for you only", () => setSafe(true)),
      ...tools.map((tool) => act(`Edit ${tool.name}`, `by ${tool.from.name}`, () => edit(tool.name))),
      ...tools.map((tool) => act(`Remove ${tool.name}`, "can be undone", () => remove(tool))),
    ];
  }
}
