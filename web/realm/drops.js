/**
 * Files dropped or pasted on the room's page: unless a tool has taken them, each is sent to the room and said
 * as a comment that names it.
 */

import { natives } from "#realm/natives.js";

/**
 * @param {Window} page
 * @param {{upload: (file: File) => Promise<{hash: string, type: string}>,
 *   say: (message: object) => void, onProblem: (text: string) => void}} parts
 */
export function watchDrops(page, { upload, say, onProblem }) {
  const listen = (type, f) => natives.apply(natives.addEventListener, page, [type, f]);
  // At the window, behind what tools have put at elements and the document.
  listen("dragover", (event) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault();
  });
  listen("drop", (event) => take(event, event.dataTransfer));
  listen("paste", (event) => {
    // A copied table comes as a picture, too; who writes wants its text.
    if (!event.clipboardData?.types.includes("text/plain")) take(event, event.clipboardData);
  });

  function take(event, transfer) {
    if (event.defaultPrevented || !hasFiles(transfer)) return;
    event.preventDefault();
    for (const file of transfer.files) {
      upload(file).then(
        ({ hash, type }) => say({ type: "comment", body: file.name, asset: hash, contentType: type }),
        ({ message }) => onProblem(`“${file.name}” was not taken: ${message}`),
      );
    }
  }
}

const hasFiles = (transfer) => transfer?.types.includes("Files") === true;
