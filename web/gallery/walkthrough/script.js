/**
 * A picture is a logged op `walk-picture`, a note a named op `walk-note` at a spot of a picture (parts of its
 * width and height), and the step that all are at a named op `walk-step`.
 */
const STEPS = [
  "The goal: who is it for, and what do they want?",
  "Designers walk the wall, and nobody interrupts",
  "Developers ask: what happens when…?",
  "What is missing, what is too much?",
  "What it will cost, roughly",
  "Decisions and open questions",
];
const walk = document.getElementById("walk");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(walk);
chat.os.onGone("walkthrough", () => walk.remove());
const wall = walk.querySelector(".wall");
const output = walk.querySelector(":scope > textarea");
const pictures = new Map();
const notes = new Map();
let step = 0;
let stepAt = 0;

walk.querySelector(".steps").append(
  ...STEPS.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }),
);

function showStep() {
  walk.querySelectorAll(".steps li").forEach((item, index) => {
    if (index === step) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
}

function goTo(to) {
  if (to >= 0 && to < STEPS.length) chat.os.send("", { type: "walk-step", name: "walk", step: to });
}

// MARK: Pictures

function hang({ seq, asset, url, title, from }) {
  const address = asset ? `asset:${asset}` : String(url);
  // Once they travelled inside the op.
  if (pictures.has(seq) || !/^(asset:[0-9a-f]{64}$|data:image\/(png|jpeg|webp);)/.test(address)) return;
  const figure = document.createElement("figure");
  const image = document.createElement("img");
  const caption = document.createElement("figcaption");
  image.src = address;
  image.alt = String(title ?? "A wireframe");
  caption.textContent = `${String(title ?? "")} (${from.name})`;
  figure.dataset.picture = String(seq);
  figure.append(image, caption);
  pictures.set(seq, { title: String(title ?? ""), figure });
  const after = [...wall.children].find((child) => Number(child.dataset.picture) > seq);
  wall.insertBefore(figure, after ?? null);
  for (const note of notes.values()) if (note.picture === seq) stick(note);
  image.addEventListener("click", (event) => {
    const box = image.getBoundingClientRect();
    write(seq, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  });
}

async function send(file) {
  const { hash } = await chat.os.upload(file, file.name);
  chat.os.send("", { type: "walk-picture", asset: hash, title: file.name });
}

// MARK: Notes

function stick({ name, picture, x, y, text, by }) {
  const figure = pictures.get(picture)?.figure;
  figure?.querySelector(`[data-note="${CSS.escape(name)}"]`)?.remove();
  if (!figure || text === "") return;
  const note = document.createElement("div");
  const author = document.createElement("small");
  note.className = "note";
  note.dataset.note = name;
  note.style.left = `${x * 100}%`;
  note.style.top = `${y * 100}%`;
  author.textContent = by;
  note.append(text, author);
  figure.append(note);
}

/** An empty note at that spot, to write on; without words it is nothing. */
function write(picture, x, y) {
  const figure = pictures.get(picture).figure;
  const note = document.createElement("div");
  const field = document.createElement("textarea");
  note.className = "note";
  note.style.left = `${x * 100}%`;
  note.style.top = `${y * 100}%`;
  field.maxLength = 500;
  field.setAttribute("aria-label", "A note");
  note.append(field);
  figure.append(note);
  field.focus();
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") note.remove();
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) field.blur();
  });
  field.addEventListener("blur", () => {
    note.remove();
    const text = field.value.trim();
    if (text === "") return;
    const name = `n${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    chat.os.send("", { type: "walk-note", name, picture, x, y, text });
  });
}

chat.os.addInputHandler(function walkthrough(message, next) {
  const { type, seq } = message;
  if (type === "walk-picture") {
    hang(message);
  } else if (type === "walk-note") {
    const { name, picture, x, y, text, from } = message;
    if ((notes.get(name)?.seq ?? 0) >= seq || !Number.isFinite(x) || !Number.isFinite(y)) return;
    notes.set(name, { name, picture, x, y, text: String(text ?? ""), by: from.name, seq });
    stick(notes.get(name));
  } else if (type === "walk-step") {
    if (seq < stepAt) return;
    stepAt = seq;
    step = STEPS[message.step] === undefined ? 0 : message.step;
    showStep();
  } else {
    next();
  }
});

// MARK: Taking it away

function markdown() {
  const lines = ["# Walkthrough", "", ...STEPS.map((text, index) => `${index + 1}. ${text}`), ""];
  for (const [seq, { title }] of [...pictures].sort((a, b) => a[0] - b[0])) {
    lines.push(`## ${title || "A picture"}`, "");
    const own = [...notes.values()].filter((note) => note.picture === seq && note.text !== "");
    for (const { text, by } of own.sort((a, b) => a.seq - b.seq)) lines.push(`- ${text} (${by})`);
    lines.push("");
  }
  return lines.join("\n");
}

walk.querySelector('[data-do="back"]').addEventListener("click", () => goTo(step - 1));
walk.querySelector('[data-do="on"]').addEventListener("click", () => goTo(step + 1));
walk.querySelector('[data-do="markdown"]').addEventListener("click", () => {
  output.hidden = !output.hidden;
  output.value = markdown();
  if (!output.hidden) output.select();
});
walk.querySelector("input").addEventListener("change", (event) => {
  for (const file of event.target.files) void send(file);
  event.target.value = "";
});
wall.addEventListener("dragover", (event) => event.preventDefault());
wall.addEventListener("drop", (event) => {
  event.preventDefault();
  event.stopPropagation();
  for (const file of event.dataTransfer.files) if (file.type.startsWith("image/")) void send(file);
});

showStep();
chat.os.send("", { type: "replay", oftype: ["walk-picture", "walk-note", "walk-step"], limit: 500 });
