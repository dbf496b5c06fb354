/**
 * The default page of a room: word mark, input, responses, and what an empty room says. Tools may rebuild all
 * of it; nothing here is needed for them to work.
 */

import { natives } from "#realm/natives.js";

const HELP = [
  { label: "anything", meaning: "a comment, shown to everybody" },
  { label: ":type some words", meaning: "an op of that type; tools decide what it means" },
  { label: ":type {size: 3, colour: 'red'}", meaning: "an op with members of its own" },
];
const HELP_LAST = [
  {
    label: "Ctrl K",
    meaning: "a line of the page around this one: what you say there is not asked about",
  },
];

/** @param {{send: (line: string) => void, postKey: (key: "?" | "k") => void}} parts */
export function mountPage({ send, postKey }) {
  const message = /** @type {HTMLInputElement} */ (document.getElementById("message"));
  const problem = document.getElementById("problem");
  const welcome = document.getElementById("welcome");

  const showProblem = (text) => {
    if (!problem) return;
    problem.textContent = text;
    problem.hidden = text === "";
    message.setAttribute("aria-invalid", String(text !== ""));
  };
  let failed = false;
  const submit = () => {
    failed = false;
    showProblem("");
    send(message.value);
    if (!failed) message.value = "";
  };

  // A property, not a listener: tools for the first chat.os wrap it.
  message.onkeydown = (event) => {
    // Safari ends a composition before it tells of the Enter that ended it; 229 is what is left of it.
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return true;
    submit();
    return false;
  };
  on(message, "input", () => showProblem(""));
  const sendButton = document.getElementById("send");
  if (sendButton) on(sendButton, "click", () => (submit(), message.focus()));
  for (const example of document.querySelectorAll("[data-line]")) {
    on(example, "click", () => {
      message.value = /** @type {HTMLElement} */ (example).dataset.line ?? "";
      message.focus();
    });
  }
  on(document, "keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "k") {
      event.preventDefault();
      postKey("k");
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      focus();
    } else if (event.key === "?") {
      postKey("?");
    }
  });
  const focus = () => document.getElementById("message")?.focus();

  return {
    focus,
    showProblem: (text) => {
      failed = true;
      showProblem(text);
    },
    showWelcome: (shown) => {
      if (welcome) welcome.hidden = !shown;
    },
    /** @param {import("#shared/completion.js").Choice[]} commands the hub's, and this room's own */
    help: (commands) => [title("What you can type"), helpList([...HELP, ...commands, ...HELP_LAST])],
  };
}

function helpList(lines) {
  const list = document.createElement("dl");
  for (const { label, meaning } of lines) {
    const term = document.createElement("dt");
    const code = document.createElement("code");
    code.textContent = label;
    term.append(code);
    const description = document.createElement("dd");
    description.textContent = meaning;
    list.append(term, description);
  }
  return list;
}

function title(text) {
  const heading = document.createElement("h2");
  heading.textContent = text;
  return heading;
}

const on = (target, type, listener) => natives.addEventListener.call(target, type, listener);

const isTyping = (target) =>
  target instanceof HTMLElement && (
    target.isContentEditable
    || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  );
