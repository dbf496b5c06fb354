/**
 * What stood in a tool's editor after an op of the room, run or not: read out of the log by the hub.
 *
 * @typedef {import("../editor/editing.js").Source} Source
 */

/**
 * @param {string} room @param {string} tool @param {number | null} seq null: now
 * @param {{get?: typeof fetch, signal?: AbortSignal}} [how]
 * @returns {Promise<Source | null>} null where nobody had edited it then
 */
export async function toolTextAt(room, tool, seq, { get = fetch, signal } = {}) {
  const path = `/api/v1/rooms/${encodeURIComponent(room)}/docs/${encodeURIComponent(`tools/${tool}`)}`;
  const answer = await get(seq === null ? path : `${path}?at=${seq}`, { signal });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`The hub did not tell the text: ${answer.status}`);
  const { content } = await answer.json();
  const text = (part) => (typeof content?.[part] === "string" ? content[part] : "");
  return { markup: text("markup"), style: text("style"), script: text("script") };
}
