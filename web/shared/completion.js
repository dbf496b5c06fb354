/**
 * What a line may become: the hub's commands, the tools of the room, the types that were seen in it, and what
 * the page itself can do. It does none of it.
 *
 * @typedef {{label: string, meaning: string, insert?: string, run?: () => void}} Choice `insert`: what the
 *   line becomes; `run`: what is done instead of sending a line
 */

const CHOICES_MAX = 40;

/** @type {Choice[]} */
export const COMMANDS = [
  {
    insert: ":upgrade ",
    label: ":upgrade {name: 'sky', style: '…'}",
    meaning: "a tool, at once for everybody",
  },
  { insert: ":remove ", label: ":remove sky", meaning: "takes a tool away" },
  { insert: ":import ", label: ":import room::tool", meaning: "copies a tool of another room" },
  { insert: ":reset", label: ":reset", meaning: "everybody rebuilds this page" },
  {
    insert: ":replay ",
    label: ":replay {oftype: 'comment', limit: 20}",
    meaning: "past ops again, for you alone",
  },
  { insert: ":rollcall", label: ":rollcall", meaning: "asks who is here" },
  { insert: ":request ", label: ":request {url: 'https://…'}", meaning: "the hub fetches it for the room" },
  { insert: ":help", label: ":help", meaning: "all that one can say" },
];

/** Commands whose words are a tool's name. */
const OF_A_TOOL = /^:(remove)\s+(.*)$/su;

/**
 * @param {string} line
 * @param {{tools: Iterable<string>, types: Iterable<string>, acts: Choice[]}} room
 * @returns {Choice[]}
 */
export function completions(line, { tools, types, acts }) {
  const ofTool = OF_A_TOOL.exec(line);
  if (ofTool) {
    const [, command, begun] = ofTool;
    return [...tools].filter((name) => name !== begun && includes(name, begun)).slice(0, CHOICES_MAX)
      .map((name) => ({ insert: `:${command} ${name}`, label: name, meaning: "a tool of this room" }));
  }
  if (line.startsWith(":")) {
    // Its words are being written; there is nothing more to offer.
    if (/\s/u.test(line)) return [];
    return starting(line.slice(1), tools, types).slice(0, CHOICES_MAX);
  }
  if (line === "") return [...COMMANDS, ...acts].slice(0, CHOICES_MAX);
  return acts.filter(({ label }) => includes(label, line)).slice(0, CHOICES_MAX);
}

function starting(begun, tools, types) {
  const known = new Set(COMMANDS.map(({ insert }) => insert?.trim().slice(1)));
  const isWord = (type) => type !== "" && !/\s/u.test(type);
  const own = [...new Set([...types, ...tools])].filter((type) => isWord(type) && !known.has(type));
  const choices = own.sort().map((type) => ({
    insert: `:${type} `,
    label: `:${type}`,
    meaning: "what this room's tools listen to, or its people say",
  }));
  return [...COMMANDS, ...choices].filter(({ insert }) => insert?.slice(1).startsWith(begun));
}

const includes = (text, part) => text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());
