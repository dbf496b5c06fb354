/** Envelopes as handlers get them. */

/**
 * One flat object: the op's own members, and over them what the hub says of the op.
 * @param {{seq?: number, at: number, from: {id: string, name: string}, op: Record<string, unknown>,
 *   replay?: true}} envelope
 * @param {string} room
 */
export function flatten({ seq, at, from, op, replay }, room) {
  // Spread defines own members, so `__proto__` stays data. What an op says of its own sender does not count.
  const message = { ...op, from: { ...from }, timestamp: at, room };
  if (seq !== undefined) message.seq = seq;
  else delete message.seq;
  if (replay) message.replay = true;
  return message;
}

/** The tool that a `remove` takes away. @param {Record<string, unknown>} message @returns {string | null} */
export function removedName(message) {
  if (typeof message.name === "string") return message.name;
  return typeof message.text === "string" ? message.text.trim() : null;
}
