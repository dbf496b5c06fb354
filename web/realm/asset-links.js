/**
 * `asset:HASH` in markup and styles: filled in with the file's address as soon as it is there. Whoever writes
 * it may be a tool's markup, its style, or its script at any time.
 */

const LINK = /^asset:([0-9a-f]{64})$/;
const LINKS = /asset:([0-9a-f]{64})/g;
const ATTRIBUTES = ["src", "poster"];
const FILLED = "img, audio, video, source, track, input";

/** @param {Document} page @param {(hash: string) => Promise<string>} address */
export function fillAssetLinks(page, address) {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes") fill(target);
      else if (target instanceof HTMLStyleElement) fillStyle(target);
      for (const node of addedNodes) fillAll(node);
    }
  });
  observer.observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ATTRIBUTES });

  function fillAll(node) {
    if (!(node instanceof Element)) return;
    if (node.matches(FILLED)) fill(node);
    if (node instanceof HTMLStyleElement) fillStyle(node);
    if (node.firstElementChild === null) return;
    for (const element of node.querySelectorAll(FILLED)) fill(element);
    for (const style of node.querySelectorAll("style")) fillStyle(style);
  }

  function fill(element) {
    if (!(element instanceof HTMLElement) || !element.matches(FILLED)) return;
    for (const name of ATTRIBUTES) {
      const hash = LINK.exec(element.getAttribute(name) ?? "")?.[1];
      if (hash === undefined) continue;
      address(hash).then(
        // Unless it was changed meanwhile.
        (url) => element.getAttribute(name) === `asset:${hash}` && element.setAttribute(name, url),
        ({ message }) => (element.title = message),
      );
    }
  }

  function fillStyle(style) {
    const hashes = new Set([...(style.textContent ?? "").matchAll(LINKS)].map(([, hash]) => hash));
    for (const hash of hashes) {
      address(hash).then(
        (url) => {
          const text = style.textContent ?? "";
          if (text.includes(`asset:${hash}`)) style.textContent = text.replaceAll(`asset:${hash}`, url);
        },
        () => {},
      );
    }
  }
}
