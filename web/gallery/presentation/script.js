/** Slides are logged ops of type `slide`, in their order; the page that is open is a named op. */
const box = document.getElementById("slides");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(box);
chat.os.onGone("presentation", () => box.remove());
const article = box.querySelector("article");
const number = box.querySelector("footer span");
/** @type {Map<number, {parts: string[], asset: string}>} by seq */
const slides = new Map();
let page = 0;
let turnedAt = 0;

function show() {
  const order = [...slides.keys()].sort((a, b) => a - b);
  box.hidden = order.length === 0;
  if (box.hidden) return;
  const at = Math.min(page, order.length - 1);
  const { parts: [title, ...points], asset } = slides.get(order[at]);
  const heading = document.createElement("h2");
  heading.textContent = title;
  const list = document.createElement("ul");
  list.append(
    ...points.map((point) => {
      const item = document.createElement("li");
      item.textContent = point;
      return item;
    }),
  );
  const picture = document.createElement("img");
  picture.alt = title;
  if (/^[0-9a-f]{64}$/.test(asset)) picture.src = `asset:${asset}`;
  article.replaceChildren(
    heading, ...(picture.src ? [picture] : []), ...(points.length > 0 ? [list] : []),
  );
  number.textContent = `${at + 1} of ${order.length}`;
  box.querySelector('[data-step="-1"]').disabled = at === 0;
  box.querySelector('[data-step="1"]').disabled = at === order.length - 1;
}

function turn(step) {
  const to = Math.min(page, slides.size - 1) + step;
  if (to < 0 || to >= slides.size) return;
  chat.os.send("", { type: "slide-page", name: "slides", page: to });
}

chat.os.addInputHandler(function presentation(message, next) {
  if (message.type === "slide") {
    const parts = String(message.text ?? "").split("|").map((part) => part.trim());
    slides.set(message.seq, { parts, asset: String(message.asset ?? "") });
  } else if (message.type === "slide-page") {
    if (message.seq < turnedAt) return;
    turnedAt = message.seq;
    page = Number.isSafeInteger(message.page) ? Math.max(0, message.page) : 0;
  } else {
    return next();
  }
  show();
});

for (const button of box.querySelectorAll("button")) {
  button.addEventListener("click", () => turn(Number(button.dataset.step)));
}
box.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  turn(step);
});

box.addEventListener("drop", async (event) => {
  const files = [...event.dataTransfer.files].filter((file) => file.type.startsWith("image/"));
  if (files.length === 0) return;
  event.preventDefault();
  for (const file of files) {
    const { hash } = await chat.os.upload(file, file.name);
    chat.os.send("", { type: "slide", text: file.name.replace(/\.\w+$/, ""), asset: hash });
  }
});

chat.os.send("", { type: "replay", oftype: ["slide", "slide-page"], limit: 500 });
