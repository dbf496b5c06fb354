/**
 * The history of a tool: its versions, what differs between any two, who last changed each line, and the way
 * back to one. The same list shows the tools that were taken away. It reads and publishes nothing itself.
 *
 * @typedef {import("../history/versions.js").Version} Version
 * @typedef {import("../editor/editing.js").Source} Source
 * @typedef {(signal: AbortSignal) => AsyncGenerator<{versions: Version[], left: number}>} Read
 */

import { PARTS } from "../editor/editing.js";
import { countOf, lineDiff, shorten } from "../history/diff.js";
import { blame, removedTools, sameSource, versionsOf } from "../history/versions.js";
import { ago } from "../room/time.js";
import { h, icon } from "./element.js";
import { avatar } from "./people.js";

/**
 * @param {{read: Read, textAt: (tool: string, seq: number | null) => Promise<Source | null>,
 *   present: () => ReadonlySet<string>, you: () => string | undefined,
 *   pin: (name: string) => import("../room/pins.js").Pin | null,
 *   onRestore: (name: string, source: Source) => boolean,
 *   onPin: (name: string, version: number, source: Source) => boolean, onUnpin: (name: string) => void,
 *   onBack: (name: string | null) => void}} parts
 */
export function makeHistory({ read, textAt, present, you, pin, onRestore, onPin, onUnpin, onBack }) {
  const title = h("h3", { class: "history-title" });
  const back = h(
    "button",
    {
      class: "icon-button", type: "button", "aria-label": "Back", title: "Back",
      on: { click: () => leave() },
    },
    icon("back"),
  );
  const progress = h("p", { class: "soft history-progress", role: "status" });
  const stop = h(
    "button",
    { class: "button small", type: "button", hidden: true, on: { click: () => reading?.abort() } },
    "Stop reading",
  );
  const list = h("ul", { class: "tool-list history-list" });
  const detail = h("div", { class: "history-detail", hidden: true });
  const element = h(
    "div",
    { class: "history-screen", hidden: true },
    h("div", { class: "editor-head" }, back, title),
    h("div", { class: "history-status" }, progress, stop),
    list,
    detail,
  );
  /** @type {string | null} null: what was removed */
  let name = null;
  /** @type {Version[]} */
  let found = [];
  /** @type {Version[]} */
  let versions = [];
  /** @type {number | null} the seq of the version that is looked at */
  let chosen = null;
  /** @type {number | null} the seq of the version that it is compared with; null: the one before */
  let other = null;
  let isBlame = false;
  /** @type {AbortController | null} */
  let reading = null;

  const who = ({ from }) => (from.id === you() ? "you" : from.name);
  const when = (version) => h(
    "time",
    { datetime: new Date(version.at).toISOString(), title: new Date(version.at).toLocaleString() },
    ago(version.at, Date.now()),
  );

  function leave() {
    reading?.abort();
    onBack(name);
  }

  async function load() {
    reading?.abort();
    const own = (reading = new AbortController());
    found = [];
    draw();
    progress.textContent = "Reading the room's log …";
    stop.hidden = false;
    try {
      for await (const part of read(own.signal)) {
        if (own !== reading) return;
        found.push(...part.versions);
        const left = part.left.toLocaleString();
        progress.textContent = part.left > 0 ? `${left} older ops are not read yet` : "";
        draw();
        if (own.signal.aborted) break;
      }
      if (found.length === 0) progress.textContent = name === null ? "" : "There is no version in the log.";
    } catch (error) {
      if (own !== reading) return;
      if (!own.signal.aborted) progress.textContent = error.message;
    }
    stop.hidden = true;
    if (name === null && list.childElementCount === 0 && progress.textContent === "") {
      progress.textContent = "No tool was ever removed from this room.";
    }
  }

  function draw() {
    const focused = document.activeElement?.closest(".history-list [data-seq]")?.getAttribute("data-seq");
    if (name === null) list.replaceChildren(...removedTools(found, present()).map(removedRow));
    else {
      versions = versionsOf(found, name);
      list.replaceChildren(...versions.map(versionRow));
      drawDetail();
    }
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-seq="${focused}"]`))?.focus();
  }

  function removedRow({ removal, last }) {
    const restore = () => last.source && onRestore(last.name, last.source);
    return h(
      "li",
      { class: "history-removed" },
      avatar(removal.from),
      h(
        "span",
        { class: "tool-words" },
        h("span", { class: "tool-name" }, last.name),
        h("span", { class: "soft" }, `removed by ${who(removal)}, `, when(removal)),
      ),
      h(
        "button",
        { class: "button", type: "button", "aria-label": `Bring back ${last.name}`, on: { click: restore } },
        "Bring back",
      ),
    );
  }

  function versionRow(version, at) {
    const before = versions[at + 1]?.source ?? null;
    const counts = PARTS.map((part) => countOf(lineDiff(before?.[part] ?? "", version.source?.[part] ?? "")));
    const [came, went] = ["in", "out"].map((kind) => counts.reduce((sum, count) => sum + count[kind], 0));
    const choose = () => {
      chosen = chosen === version.seq ? null : version.seq;
      other = null;
      draw();
    };
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: "tool-row", type: "button", "data-seq": version.seq,
          "aria-pressed": String(chosen === version.seq), on: { click: choose },
        },
        avatar(version.from),
        h(
          "span",
          { class: "tool-words" },
          h("span", { class: "tool-name" }, `${labelOf(version)} by ${who(version)}`),
          h("span", { class: "soft" }, when(version), placeOf(version, at)),
        ),
        h("span", { class: "state" }, version.source ? `+${came} −${went}` : ""),
      ),
    );
  }

  /** What the version is to the room now. */
  function placeOf(version, at) {
    const pinned = pin(version.name);
    if (pinned?.version === version.seq) {
      return ` · pinned by ${who(pinned)} ${ago(pinned.at, Date.now())}, the room runs it`;
    }
    if (at > 0 || !version.source) return "";
    return pinned ? " · waits" : " · the room's now";
  }

  /** Counted among those that are read, from the oldest on. */
  function numberOf(version) {
    return versions.filter(({ source, seq }) => source !== null && seq <= version.seq).length;
  }

  const labelOf = (version) => (version.source ? `v${numberOf(version)}` : "removed");

  function drawDetail() {
    const at = versions.findIndex(({ seq }) => seq === chosen);
    detail.hidden = at < 0;
    if (at < 0) return;
    const version = versions[at];
    const compared = versions.find(({ seq }) => seq === other) ?? versions[at + 1] ?? null;
    detail.replaceChildren(actionsOf(version, at, compared));
    if (isBlame && version.source) detail.append(...blamed(version, at));
    else detail.append(...differences(compared?.source ?? null, version.source));
  }

  function actionsOf(version, at, compared) {
    const choice = h("select", {
      "aria-label": "Compare with",
      on: { change: () => ((other = Number(choice.value)), drawDetail()) },
    });
    for (const each of versions) {
      if (each.seq === version.seq) continue;
      const label = each.source ? `with v${numberOf(each)} by ${who(each)}` : `with nothing (${who(each)})`;
      choice.append(h("option", { value: each.seq, selected: each.seq === compared?.seq }, label));
    }
    const toggle = h("button", {
      class: "button small", type: "button", "aria-pressed": String(isBlame),
      on: { click: () => ((isBlame = !isBlame), drawDetail(), focusIn(".history-blame")) },
    }, "Who wrote what");
    toggle.classList.add("history-blame");
    const newest = versions[0];
    const restore = h("button", {
      class: "button small", type: "button",
      hidden: !version.source || sameSource(version.source, newest.source),
      on: { click: () => version.source && onRestore(version.name, version.source) && leave() },
    }, `Bring v${numberOf(version)} back`);
    return h("div", { class: "history-actions" },
      h("span", { class: "soft" }, isBlame ? "Every line's author" : "What changed"),
      choice.childElementCount > 0 && !isBlame ? choice : null, toggle, typedButton(version, at), restore,
      pinButton(version));
  }

  /** Shows what stood in the tool's editor before the next version was run, or stands there now. */
  function typedButton(version, at) {
    if (!version.source) return null;
    const next = versions[at - 1];
    const show = async () => {
      const text = await textAt(version.name, next ? next.seq - 1 : null).catch(({ message }) => message);
      if (chosen !== version.seq || name !== version.name) return;
      const words = typeof text === "string" ? text : "It was not opened in the shared editor.";
      const shown = text === null || typeof text === "string"
        ? [h("p", { class: "soft" }, words)]
        : differences(version.source, text);
      const told = next ? "Typed until the next version was run" : "Typed since, and not run";
      detail.replaceChildren(
        actionsOf(version, at, null),
        h("p", { class: "soft", role: "status" }, told),
        ...shown,
      );
      focusIn(".history-typed");
    };
    return h("button", {
      class: "button small history-typed", type: "button", title: "What stood in its editor, run or not",
      on: { click: show },
    }, "Typed since");
  }

  /** Pins the version, or lets go of it. */
  function pinButton({ name, seq, source }) {
    if (!source || !present().has(name)) return null;
    const isPinned = pin(name)?.version === seq;
    const act = () => (isPinned ? onUnpin(name) : onPin(name, seq, source));
    const title = "The room runs this version, whatever is published, until it is unpinned";
    return h("button", { class: "button small history-pin", type: "button", title, on: { click: act } },
      isPinned ? "Unpin" : `Pin v${numberOf({ seq })}`);
  }

  const focusIn = (selector) => /** @type {HTMLElement | null} */ (detail.querySelector(selector))?.focus();

  function differences(before, after) {
    const parts = PARTS.flatMap((part) => {
      const lines = lineDiff(before?.[part] ?? "", after?.[part] ?? "");
      if (lines.every(({ kind }) => kind === "same")) return [];
      return [h("h4", {}, part), h("div", { class: "diff", tabindex: "0" }, ...shorten(lines).map(diffLine))];
    });
    return parts.length > 0 ? parts : [h("p", { class: "soft" }, "The two are the same.")];
  }

  function blamed(version, at) {
    return PARTS.flatMap((part) => {
      if (!version.source?.[part]) return [];
      const lines = blame(versions.slice(at), part);
      const rows = lines.map(({ text, by }, place) => {
        const isFirst = lines[place - 1]?.by !== by;
        const author = isFirst ? `v${numberOf(by)} ${who(by)}` : "";
        return h("div", { class: isFirst ? "diff-line begins" : "diff-line" },
          h("span", { class: "diff-by", title: new Date(by.at).toLocaleString() }, author),
          h("code", {}, text || " "));
      });
      return [h("h4", {}, part), h("div", { class: "diff", tabindex: "0" }, ...rows)];
    });
  }

  return {
    element,
    /** @param {string | null} tool null: those that were removed */
    show(tool) {
      name = tool;
      chosen = null;
      other = null;
      isBlame = false;
      title.textContent = tool === null ? "Removed tools" : `History of ${tool}`;
      list.setAttribute("aria-label", tool === null ? "Tools that were removed" : "Versions, newest first");
      detail.hidden = true;
      back.focus();
      void load();
    },
    /** The room's tools are other ones now. */
    refresh: () => void load(),
    /** Something is pinned, or is not any more. */
    redraw: () => draw(),
    leave: () => reading?.abort(),
  };
}

function diffLine(line) {
  if (line.kind === "gap") {
    return h("div", { class: "diff-gap" }, line.count === 1 ? "1 line" : `${line.count} lines`, " the same");
  }
  const sign = { same: " ", out: "−", in: "+" }[line.kind];
  // Colours alone would tell nobody who does not see them.
  return h(
    "div",
    { class: `diff-line ${line.kind}` },
    h("span", { class: "diff-sign" }, sign),
    h("code", {}, line.text || " "),
  );
}
