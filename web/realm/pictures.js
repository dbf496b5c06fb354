/**
 * Pictures, films and sounds that this page's policy keeps out: shown as what they are, so that nobody looks
 * for a broken link. It fetches nothing and allows nothing.
 */

import { natives } from "#realm/natives.js";

const WORDS = "blocked: pictures from outside";
const ADDRESS_MAX = 120;

/** Hosts that are told of; a page that tries more is looking for one. */
const TOLD_MAX = 20;

/** @param {Document} document
 * @param {(origin: string) => void} tell whose pictures were kept out, each once */
export function markBlocked(document, tell) {
  const told = new Set();
  const listen = (event) => {
    if (!["img-src", "media-src"].includes(event.effectiveDirective)) return;
    const origin = originOf(event.blockedURI);
    if (origin === null || told.has(origin) || told.size >= TOLD_MAX) return;
    told.add(origin);
    tell(origin);
  };
  natives.apply(natives.addEventListener, document, ["securitypolicyviolation", listen]);
  // Neither event bubbles, but both go down through the document first.
  natives.apply(natives.addEventListener, document, ["error", (event) => mark(event.target), true]);
  natives.apply(natives.addEventListener, document, ["load", (event) => unmark(event.target), true]);
}

function originOf(address) {
  try {
    const { protocol, origin } = new URL(address);
    return protocol === "https:" || protocol === "http:" ? origin : null;
  } catch {
    return null;
  }
}

function mark(target) {
  const element = target instanceof HTMLSourceElement ? target.parentElement : target;
  if (!(element instanceof HTMLImageElement || element instanceof HTMLMediaElement)) return;
  const address = element.currentSrc || element.getAttribute("src") || target.getAttribute("src") || "";
  if (!/^(https?:)?\/\//i.test(address)) return;
  const shown = address.length > ADDRESS_MAX ? `${address.slice(0, ADDRESS_MAX)}…` : address;
  const words = `${WORDS} (${shown})`;
  element.dataset.blocked = address;
  element.title = words;
  if (element instanceof HTMLImageElement) element.alt ||= words;
  else if (element instanceof HTMLVideoElement) element.poster = sign(words);
}

function unmark(element) {
  if (!(element instanceof HTMLImageElement) || element.dataset.blocked === undefined) return;
  delete element.dataset.blocked;
  element.title = "";
}

/** A picture of the words, for what shows pictures only. */
function sign(words) {
  const text = words.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360">'
    + '<text x="320" y="180" fill="gray" '
    + `font-family="sans-serif" font-size="13" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}
