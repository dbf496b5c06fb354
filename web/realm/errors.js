/**
 * Errors, told to the shell with the tool and the line they come from. It stops no tool; it only sees to it
 * that an error in every animation frame does not become a message in every animation frame.
 *
 * @typedef {{kind: "error", tool: string | null, seq: number, line: number, column: number, message: string,
 *            stack: string, count: number}} Report
 */

import { natives } from "#realm/natives.js";
import { SCRIPT_HEAD } from "#realm/tools.js";

const REPEAT_MS = 1_000;
const STACK_CHARACTERS_MAX = 2_000;
const MESSAGE_CHARACTERS_MAX = 500;
/** Different errors within one period; a tool that makes up a new message each time is cut off there. */
const DISTINCT_MAX = 20;

export class Errors {
  #post;
  /**
   * @type {import("#realm/owners.js").Owners} set by main: owners report here, and we look places up
   *   there
   */
  owners;
  /** @type {Map<string, Report>} what repeated since it was last told */
  #held = new Map();
  #timer = null;

  /** @param {(report: Report) => void} post */
  constructor(post) {
    this.#post = post;
  }

  /** Catches what no handler of ours sees. @param {Window} window */
  watch(window) {
    natives.addEventListener.call(window, "error", (event) => {
      const owner = this.owners.ofBlob(event.filename ?? "");
      const place = owner ? { owner, line: event.lineno, column: event.colno } : undefined;
      // A handler's or a timer's error is caught before it gets here; what gets here ended the script.
      if (owner) owner.failed = true;
      this.report(null, event.error ?? event.message, place);
    });
    natives.addEventListener.call(window, "unhandledrejection", (event) => this.report(null, event.reason));
  }

  /**
   * @param {import("#realm/owners.js").Owner | null} owner whose code ran; null where only the stack may tell
   * @param {unknown} error @param {{owner: any, line: number, column: number}} [known]
   */
  report(owner, error, known) {
    const stack = error instanceof Error ? String(error.stack ?? "") : "";
    const place = known ?? this.owners.place(stack);
    const blamed = place?.owner ?? owner;
    const line = place?.line ?? 0;
    const report = /** @type {Report} */ ({
      kind: "error",
      tool: blamed?.tool ?? null,
      seq: blamed?.seq ?? 0,
      line,
      column: Math.max(0, (place?.column ?? 0) - (line === 1 ? SCRIPT_HEAD.length : 0)),
      message: describe(error).slice(0, MESSAGE_CHARACTERS_MAX),
      stack: this.#readable(stack),
      count: 1,
    });
    this.#tell(report);
  }

  #tell(report) {
    const key = JSON.stringify([report.tool, report.seq, report.line, report.message]);
    const held = this.#held.get(key);
    if (held) {
      held.count++;
    } else if (this.#held.size < DISTINCT_MAX) {
      this.#held.set(key, { ...report, count: 0 });
      this.#post(report);
    }
    this.#timer ??= natives.setTimeout(() => this.#release(), REPEAT_MS);
  }

  #release() {
    this.#timer = null;
    const repeated = [...this.#held.values()].filter((report) => report.count > 0);
    this.#held.clear();
    for (const report of repeated) {
      this.#post(report);
      this.#held.set(JSON.stringify([report.tool, report.seq, report.line, report.message]), {
        ...report,
        count: 0,
      });
    }
    if (repeated.length > 0) this.#timer = natives.setTimeout(() => this.#release(), REPEAT_MS);
  }

  /** A stack that names tools rather than blobs, and leaves our own frames out. */
  #readable(stack) {
    return stack
      .split("\n")
      .filter((line) => !line.includes("data:text/javascript"))
      .map(
        (line) => line.replace(
          /blob:[^\s()]+?(?=:\d+:\d+|[\s()]|$)/g,
          (url) => this.owners.ofBlob(url)?.tool ?? "blob",
        ),
      )
      .join("\n")
      .slice(0, STACK_CHARACTERS_MAX);
  }
}

function describe(error) {
  try {
    if (error instanceof Error) return `${error.name}: ${error.message}`;
    return typeof error === "string" ? error : `Thrown: ${JSON.stringify(error) ?? String(error)}`;
  } catch {
    return "An error that can't be described";
  }
}
