/** What is said when the hub does not take an op, or has another log than one knew. */

/** @param {string} code @param {{op: {type: string}} | null} entry */
export function refusalTitle(code, entry) {
  const what = entry ? `“${entry.op.type}”` : "That";
  switch (code) {
    case "unsupported":
      return `${what} is not supported by this hub yet`;
    case "reserved":
      return `${what} is the hub's own word`;
    case "room_full":
      return "This room is full of named things";
    default:
      return entry ? `${what} was not taken` : "The hub did not take a message";
  }
}

/** Why what was unsent is not sent by itself any more. @param {string} reason of a reset */
export function resetWords(reason) {
  switch (reason) {
    case "ahead":
      return "The hub's log is shorter than it was; it may have been restored from a copy.";
    case "epoch":
      return "This room's log is a new one; this was meant for the one before.";
    default:
      return "You were away for longer than the hub's log goes back.";
  }
}
