/**
 * What is being sent to the room, how far it is, and what was not taken and why. It blocks nothing, and is
 * gone when there is nothing to say.
 */

import { h, icon } from "./element.js";

/** Long enough to read why. */
const FAILED_MS = 12_000;

/** @param {HTMLElement} page */
export function mountUploads(page) {
  const list = h("div", { class: "uploads", hidden: true });
  page.append(list);
  /** @type {Map<object, {row: HTMLElement, bar: HTMLProgressElement}>} */
  const rows = new Map();
  const show = () => (list.hidden = list.childElementCount === 0);

  return {
    /** @param {import("../assets/file-courier.js").Upload[]} uploads */
    update(uploads) {
      for (const upload of uploads) {
        const { bar } = rows.get(upload) ?? begin(upload);
        bar.value = upload.part;
      }
      for (const [upload, { row }] of rows) {
        if (uploads.includes(/** @type {any} */ (upload))) continue;
        row.remove();
        rows.delete(upload);
      }
      show();
    },
    /** @param {string} name @param {string} why */
    failed(name, why) {
      const row = h("div", { class: "upload bad", role: "alert" },
        h("div", { class: "upload-words" },
          h("strong", {}, `“${name}” was not taken`), h("span", {}, why)));
      const close = () => {
        row.remove();
        show();
      };
      row.append(h(
        "button",
        { class: "icon-button", type: "button", "aria-label": "Dismiss", on: { click: close } },
        icon("close"),
      ));
      list.append(row);
      show();
      setTimeout(close, FAILED_MS);
    },
  };

  function begin(upload) {
    const bar = h("progress", { max: "1", value: "0", "aria-label": `Sending ${upload.name}` });
    const row = h("div", { class: "upload" },
      h("div", { class: "upload-words" }, h("strong", {}, upload.name), bar),
      h("button", { class: "button small", type: "button", on: { click: upload.stop } }, "Stop"));
    const made = { row, bar };
    rows.set(upload, made);
    list.append(row);
    return made;
  }
}
