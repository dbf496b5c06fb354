/**
 * The carets and selections of the others in an editor of CodeMirror 6, each in its owner's colour and with the
 * name, and one's own told to them. The states have the form that other Yjs editors use, too.
 */

/** Steps of the hues that people have. */
const HUE_STEP = 15;

/** @param {unknown} hue @returns {number} one of the steps, whatever a stranger sent */
export const hueStep = (hue) => {
  const number = typeof hue === "number" && Number.isFinite(hue) ? hue : 0;
  return ((Math.round(number / HUE_STEP) * HUE_STEP) % 360 + 360) % 360;
};

/** Rules that give each class of a hue its hue: the page's policy allows no styles on elements' attributes. */
export const hueRules = () =>
  Object.fromEntries(Array.from({ length: 360 / HUE_STEP }, (_, i) => [
    `.cm-hue-${i * HUE_STEP}`,
    { "--person-hue": String(i * HUE_STEP) },
  ]));

/**
 * @param {any} cm CodeMirror's modules
 * @param {{yjs: typeof import("../../../vendor/yjs.js"), text: import("../../../vendor/yjs.js").Text,
 *   awareness: import("../../../vendor/yjs.js").Awareness}} parts
 */
export function showCarets(cm, { yjs, text, awareness }) {
  const told = cm.Annotation.define();

  class Caret extends cm.WidgetType {
    constructor(name, hue) {
      super();
      this.name = name;
      this.hue = hue;
    }

    eq(other) {
      return other.name === this.name && other.hue === this.hue;
    }

    toDOM() {
      const caret = document.createElement("span");
      caret.className = `cm-peer-caret cm-hue-${this.hue}`;
      caret.setAttribute("aria-hidden", "true");
      const label = document.createElement("span");
      label.className = "cm-peer-name";
      label.textContent = this.name;
      // Without text beside it a line would be as high as the widget, and the caret stand beside the text.
      caret.append("\u2060", label, "\u2060");
      return caret;
    }

    get estimatedHeight() {
      return -1;
    }

    ignoreEvent() {
      return true;
    }
  }

  const place = (index) => yjs.relativePositionToJSON(yjs.createRelativePositionFromTypeIndex(text, index));

  /** Where somebody is in this text; null where in another, or nowhere. */
  const indexOf = (json) => {
    try {
      const relative = yjs.createRelativePositionFromJSON(json);
      const found = yjs.createAbsolutePositionFromRelativePosition(relative, text.doc);
      return found?.type === text ? found.index : null;
    } catch {
      return null;
    }
  };

  const draw = (length) => {
    const ranges = [];
    for (const [id, state] of awareness.getStates()) {
      if (id === awareness.clientID || !state?.cursor) continue;
      const [anchor, head] = [indexOf(state.cursor.anchor), indexOf(state.cursor.head)];
      if (anchor === null || head === null || Math.max(anchor, head) > length) continue;
      const hue = hueStep(state.user?.hue);
      const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
      const mark = cm.Decoration.mark({ class: `cm-peer-selection cm-hue-${hue}` });
      if (from < to) ranges.push(mark.range(from, to));
      const name = String(state.user?.name ?? "somebody").slice(0, 64);
      ranges.push(cm.Decoration.widget({ widget: new Caret(name, hue), side: head > anchor ? -1 : 1 }).range(head));
    }
    return cm.Decoration.set(ranges, true);
  };

  return cm.ViewPlugin.fromClass(class {
    #view;
    #changed = ({ added, updated, removed }) => {
      const others = [...added, ...updated, ...removed].some((id) => id !== awareness.clientID);
      if (others) this.#view.dispatch({ annotations: [told.of(true)] });
    };

    constructor(view) {
      this.#view = view;
      awareness.on("change", this.#changed);
      this.decorations = draw(view.state.doc.length);
    }

    update(update) {
      if (update.docChanged || update.selectionSet || update.focusChanged) this.#tell(update);
      const isTold = update.transactions.some((each) => each.annotation(told));
      if (update.docChanged || isTold) this.decorations = draw(update.state.doc.length);
    }

    destroy() {
      awareness.off("change", this.#changed);
    }

    #tell(update) {
      const state = awareness.getLocalState();
      if (!state || !update.view.hasFocus) return;
      const { anchor, head } = update.state.selection.main;
      const cursor = { anchor: place(anchor), head: place(head) };
      if (JSON.stringify(cursor) !== JSON.stringify(state.cursor)) awareness.setLocalStateField("cursor", cursor);
    }
  }, { decorations: (plugin) => plugin.decorations });
}
