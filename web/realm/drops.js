/**
 * Files dropped, pasted or chosen on the room's page: unless a tool has taken them, each is sent to the room
 * and said as a comment that names it. That one was not taken, the shell says.
 */

import { natives } from "#realm/natives.js";

/**
 * @param {Window} page
 * @param {{upload: (file: File) => Promise<{hash: string, type: string}>,
 *   say: (message: object) => void}} parts
 */
export function watchFiles(page, { upload, say }) {
  const listen = (target, type, f) => natives.apply(natives.addEventListener, target, [type, f]);
  // At the window, behind what tools have put at elements and the document.
  listen(page, "dragover", (event) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault();
  });
  listen(page, "drop", (event) => take(event, event.dataTransfer));
  listen(page, "paste", (event) => {
    // A copied table comes as a picture, too; who writes wants its text.
    if (!event.clipboardData?.types.includes("text/plain")) take(event, event.clipboardData);
  });
  // A phone has nothing to drop, and a keyboard neither.
  const field = /** @type {HTMLInputElement | null} */ (page.document.getElementById("file"));
  const button = page.document.getElementById("attach");
  if (field && button) {
    listen(button, "click", () => field.click());
    listen(field, "change", () => {
      send(field.files ?? []);
      field.value = "";
    });
  }

  function take(event, transfer) {
    if (event.defaultPrevented || !hasFiles(transfer)) return;
    event.preventDefault();
    send(transfer.files);
  }

  function send(files) {
    for (const file of [...files]) {
      upload(file).then(
        ({ hash, type }) => say({ type: "comment", body: file.name, asset: hash, contentType: type }),
        () => {},
      );
    }
  }
}

const hasFiles = (transfer) => transfer?.types.includes("Files") === true;
