/**
 * Whether an op is a document's update, which the hub logs like any other op. Ops of that type that a client
 * sent before there were documents have nothing of that form.
 * @param {import("../hub/wire.js").Op} op
 */
export const isDocumentOp = ({ type, doc, update }) =>
  type === "document" && typeof doc === "string" && typeof update === "string";
