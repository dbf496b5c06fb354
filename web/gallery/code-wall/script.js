/** A piece is a named op of type `code`, its name the title; the newest of a title is shown. */
const wall = document.getElementById("code-wall");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(wall);
chat.os.onGone("code-wall", () => wall.remove());
const form = wall.querySelector(".new");
const [titleField, codeField] = form.querySelectorAll("input, textarea");
const pieces = new Map();
const LINK = /#([^\s#:]{1,60}):(\d{1,6})\b/g;

function show({ name, code, from, seq }) {
  if ((pieces.get(name)?.seq ?? 0) >= seq) return;
  const article = pieces.get(name)?.article ?? document.createElement("article");
  const heading = document.createElement("h2");
  const by = document.createElement("small");
  by.textContent = ` by ${from.name}`;
  heading.append(name, by);
  const list = document.createElement("ol");
  String(code).split("\n").forEach((text, index) => {
    const line = document.createElement("li");
    const number = document.createElement("button");
    const content = document.createElement("code");
    line.dataset.line = String(index + 1);
    number.type = "button";
    number.textContent = String(index + 1);
    number.title = "Mention this line";
    number.addEventListener("click", () => mention(`#${name}:${index + 1}`));
    content.textContent = text;
    line.append(number, content);
    list.append(line);
  });
  article.replaceChildren(heading, list);
  if (!article.isConnected) wall.querySelector(".pieces").prepend(article);
  pieces.set(name, { article, seq });
}

function mention(link) {
  const input = document.getElementById("message");
  if (!input) return;
  input.value = `${input.value}${input.value === "" || input.value.endsWith(" ") ? "" : " "}${link} `;
  input.focus();
}

function goTo(name, line) {
  const target = pieces.get(name)?.article.querySelector(`[data-line="${line}"]`);
  if (!target) return;
  for (const old of wall.querySelectorAll(".here")) old.classList.remove("here");
  target.classList.add("here");
  target.scrollIntoView({ block: "center" });
}

/** The rows whose mentions are buttons now, and what they said. */
const linked = new Map();
chat.os.onGone("code-wall", () => {
  for (const [body, text] of linked) body.textContent = text;
});

/** Turns mentions of lines in what was said into buttons. */
function link(row) {
  const body = row.querySelector(".body");
  if (!body || linked.has(body) || !body.textContent.includes("#")) return;
  const text = body.textContent;
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "code-link";
    button.textContent = match[0];
    button.addEventListener("click", () => goTo(match[1], Number(match[2])));
    parts.push(text.slice(at, match.index), button);
    at = match.index + match[0].length;
  }
  if (parts.length === 0) return;
  linked.set(body, text);
  body.replaceChildren(...parts, text.slice(at));
}

chat.os.addInputHandler(function codeWall(message, next) {
  if (message.type === "code" && typeof message.name === "string") return show(message);
  next();
  if (message.type !== "comment") return;
  const row = document.querySelector(`#responses > .comment[data-seq="${Number(message.seq)}"]`);
  if (row) link(row);
});
for (const row of document.querySelectorAll("#responses > .comment")) link(row);

chat.os.addOutputHandler(function openCode(context, next) {
  if (context.message?.type !== "code" || context.message.name !== undefined) return next();
  form.hidden = !form.hidden;
  if (!form.hidden) titleField.focus();
}, 6);

form.querySelector("button").addEventListener("click", () => {
  const name = titleField.value.trim().replace(/[\s#:]+/g, "-");
  if (name === "" || codeField.value.trim() === "") return;
  chat.os.send("", { type: "code", name, code: codeField.value });
  form.hidden = true;
  titleField.value = codeField.value = "";
});

chat.os.send("", { type: "replay", oftype: "code", limit: 200 });
