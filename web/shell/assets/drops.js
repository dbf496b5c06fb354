/**
 * Files dropped or pasted on the page around the room; without this the browser would leave the page for
 * them. What is dropped on the room itself the realm hears of.
 */

/** @param {EventTarget} page @param {(file: File) => void} onFile */
export function watchDrops(page, onFile) {
  page.addEventListener("dragover", (event) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault();
  });
  page.addEventListener("drop", (event) => take(event, event.dataTransfer));
  page.addEventListener("paste", (event) => {
    // A copied table comes as a picture, too; who writes wants its text.
    if (!event.clipboardData?.types.includes("text/plain")) take(event, event.clipboardData);
  });

  function take(event, transfer) {
    if (event.defaultPrevented || !hasFiles(transfer)) return;
    event.preventDefault();
    for (const file of transfer.files) onFile(file);
  }
}

/** @param {DataTransfer | null} transfer */
const hasFiles = (transfer) => transfer?.types.includes("Files") === true;
