/**
 * Makes elements. Text stays text: there is no way in here for markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties] `class`, `on` (listeners by type), `data-*`/`aria-*` and
 *   other attributes;
 *   false, null and undefined leave an attribute out
 * @param {...(Node | string | null | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "on") {
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Line icons on a 16 px grid. They are decoration: the word beside them is the name. */
const ICONS = {
  tools: "M3 4.5h10M3 8h6.5M3 11.5h8",
  close: "M4 4l8 8M12 4l-8 8",
  back: "M9.5 3.5L5 8l4.5 4.5",
  plus: "M8 3v10M3 8h10",
  play: "M5 3.5v9l7.5-4.5z",
  trash: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5",
  shield: "M8 2.5l4.8 1.8v3.5c0 3-2 5-4.8 6-2.8-1-4.8-3-4.8-6V4.3z",
  warning: "M8 3L14 13.5H2zM8 7v3M8 11.6v.4",
  arrow: "M3.5 8h9M9 4.5L12.5 8 9 11.5",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}
