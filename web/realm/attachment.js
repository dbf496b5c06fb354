/**
 * What is shown of a file that an op names: a picture, a sound or a film. The type is the sender's word and
 * decides the element alone; what it holds, the hub has found out.
 */

const ELEMENTS = { image: "img", audio: "audio", video: "video" };

/** @param {Record<string, any>} message @returns {HTMLElement | null} null: the op names no file */
export function attachmentOf({ asset, contentType, body }) {
  if (typeof asset !== "string" || !/^[0-9a-f]{64}$/.test(asset)) return null;
  const kind = ELEMENTS[String(contentType).split("/")[0]];
  if (kind === undefined) return null;
  const shown = document.createElement(kind);
  shown.className = "attachment";
  if (shown instanceof HTMLImageElement) shown.alt = typeof body === "string" ? body : "A picture";
  if (shown instanceof HTMLMediaElement) shown.controls = true;
  shown.setAttribute("src", `asset:${asset}`);
  return shown;
}
