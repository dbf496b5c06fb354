/** How CodeMirror looks here: the page's own colours, which reach into the shadow root it lives in. */

import { hueRules } from "./carets.js";

const dark = () => matchMedia("(prefers-color-scheme: dark)");

/** @param {any} cm CodeMirror's modules */
export const theme = (cm) => cm.EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--ground)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "var(--code-size, 13px)", lineHeight: "var(--code-line, 20px)" },
  ".cm-content": { padding: "12px 0 48px", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 16px 0 6px" },
  ".cm-cursor": { borderLeft: "2px solid var(--accent)" },
  ".cm-gutters": {
    color: "var(--soft)", backgroundColor: "var(--ground)", border: "none", minWidth: "44px",
    fontSize: "12px",
  },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 12px", cursor: "pointer" },
  ".cm-lineNumbers .cm-gutterElement:hover": { color: "var(--accent)", textDecoration: "underline" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--text) 4%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-placeholder": { color: "var(--soft)", opacity: "0.85" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 26%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)", outline: "none",
  },
  ".cm-error-line": { backgroundColor: "var(--danger-ground)" },
  ".cm-gutterElement.cm-error-mark": {
    backgroundColor: "var(--danger-ground)", color: "var(--danger)", fontWeight: "700",
  },
  ".cm-peer-caret": {
    position: "relative", borderLeft: "2px solid oklch(0.65 0.17 var(--person-hue))",
    marginLeft: "-1px", marginRight: "-1px",
  },
  ".cm-peer-name": {
    position: "absolute", left: "-2px", top: "-16px", zIndex: "20", padding: "0 4px",
    borderRadius: "4px 4px 4px 0", whiteSpace: "nowrap", pointerEvents: "none",
    font: "500 11px/16px var(--sans)", color: "#fff", backgroundColor: "oklch(0.48 0.15 var(--person-hue))",
    animation: "chatos-name 4s forwards",
  },
  // Above the first line is no room.
  ".cm-line:first-child .cm-peer-name": { top: "100%", borderRadius: "0 4px 4px 4px" },
  ".cm-peer-caret:hover .cm-peer-name": { animation: "none", opacity: "1" },
  ".cm-peer-selection": { backgroundColor: "oklch(0.65 0.17 var(--person-hue) / 28%)" },
  "@keyframes chatos-name": { "0%, 75%": { opacity: "1" }, "100%": { opacity: "0" } },
  "@media (prefers-reduced-motion: reduce)": { ".cm-peer-name": { animation: "none" } },
  ...hueRules(),
});

/** The colours of the languages, which follow the system's preference; `stop` ends that.
 * @param {any} cm CodeMirror's modules */
export function highlighting(cm) {
  const place = new cm.Compartment();
  const of = () => cm.syntaxHighlighting(dark().matches ? cm.oneDarkHighlightStyle : cm.defaultHighlightStyle);
  return {
    extension: place.of(of()),
    /** @param {any} view @returns {() => void} stops it */
    follow(view) {
      const preference = dark();
      const change = () => view.dispatch({ effects: place.reconfigure(of()) });
      preference.addEventListener("change", change);
      return () => preference.removeEventListener("change", change);
    },
  };
}
