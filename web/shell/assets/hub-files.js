/**
 * A room's files at the hub: sent with progress, and had back. It keeps none, and does not judge who asks.
 *
 * @typedef {{hash: string, type: string, bytes: number}} Asset as the hub names it
 */

/** As much as the hub takes; a larger one is not sent at all. */
export const FILE_MAX = 8_388_608;

/** @param {string} room */
const place = (room) => `/api/v1/rooms/${encodeURIComponent(room)}/assets`;

/** Rejects with an error whose message says what is wrong.
 * @param {{room: string, file: Blob, onProgress: (part: number) => void, signal: AbortSignal}} parts
 * @returns {Promise<Asset>} */
export function sendFile({ room, file, onProgress, signal }) {
  return new Promise((resolve, reject) => {
    if (file.size > FILE_MAX) {
      const [has, most] = [file.size, FILE_MAX].map(megabytes);
      return reject(new Error(`It has ${has} MB, and the hub takes ${most} MB.`));
    }
    if (file.size === 0) return reject(new Error("It is empty."));
    // `fetch` tells nothing about how far it has sent.
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(Math.min(1, loaded / file.size)));
    request.addEventListener("load", () => {
      const answer = answerOf(request.responseText);
      const isKept = request.status === 200 || request.status === 201;
      if (isKept && isAsset(answer)) resolve({ hash: answer.hash, type: answer.type, bytes: answer.bytes });
      else reject(new Error(String(answer?.error ?? `The hub answered ${request.status}.`)));
    });
    request.addEventListener("error", () => reject(new Error("The hub can't be reached.")));
    request.addEventListener("abort", () => reject(new Error("You stopped it.")));
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", place(room));
    request.send(file);
    return undefined;
  });
}

/** @param {string} room @param {string} hash @returns {Promise<Blob>} */
export async function fetchFile(room, hash) {
  const response = await fetch(`${place(room)}/${hash}`, { credentials: "omit" });
  if (response.ok) return await response.blob();
  if (response.status === 404) throw new Error("There is no such file in the room.");
  throw new Error("The hub did not give it.");
}

/** @param {unknown} value @returns {value is string} */
export const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

const megabytes = (bytes) => (bytes / 1_048_576).toFixed(1).replace(/\.0$/, "");

function answerOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isAsset = (value) =>
  isHash(value?.hash) && typeof value.type === "string" && Number.isInteger(value.bytes);
