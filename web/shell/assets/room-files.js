/**
 * The files of a room's page: joins the realm, the hub and what is dropped on the page around the realm. It
 * decides nothing about a file.
 */

import { mountUploads } from "../views/uploads.js";
import { watchDrops } from "./drops.js";
import { FileCourier } from "./file-courier.js";
import { fetchFile, sendFile } from "./hub-files.js";

/**
 * @param {{room: () => string, realm: () => {post: (message: object) => void},
 *   publish: (op: import("../hub/wire.js").Op) => void}} parts
 * @returns {{take: (message: import("../realm/incoming.js").Incoming) => boolean}} `take`: whether it was
 *   about files
 */
export function mountFiles({ room, realm, publish }) {
  const view = mountUploads(document.body);
  const courier = new FileCourier({
    send: (file, onProgress, signal) => sendFile({ room: room(), file, onProgress, signal }),
    fetch: (hash) => fetchFile(room(), hash),
    now: () => performance.now(),
    onChange: view.update,
    onFailed: view.failed,
  });
  // On the page around the room a file is something said.
  watchDrops(window, async (file) => {
    const asset = await courier.upload(file, file.name).catch(() => null);
    if (asset) publish({ type: "comment", body: file.name, asset: asset.hash, contentType: asset.type });
  });
  const answer = (promise, told) => promise.then(
    (value) => realm().post(told(value)),
    ({ message }) => realm().post({ ...told(null), error: message }),
  );
  return {
    take(message) {
      if (message.kind === "upload") {
        const { file, name, n } = message;
        answer(courier.upload(file, name), (asset) => ({ kind: "uploaded", n, asset }));
      } else if (message.kind === "asset") {
        answer(courier.file(message.hash), (blob) => ({ kind: "asset", hash: message.hash, blob }));
      } else {
        return false;
      }
      return true;
    },
  };
}
