/**
 * A card is a named op of type `card`: its newest version says where it is. A card without a column is gone.
 */
const COLUMNS = ["todo", "doing", "done"];
const board = document.getElementById("kanban");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(board);
chat.os.onGone("kanban", () => board.remove());
/** @type {Map<string, {title: string, column: string, seq: number}>} */
const cards = new Map();
const list = (column) => board.querySelector(`[data-column="${column}"] ul`);

function send(card, title, column) {
  chat.os.send("", { type: "card", name: card, title, column });
}

const newName = () => `c${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

function place({ name, title, text, column, seq }) {
  // A line typed, `:card words`, has neither name nor column.
  const card = typeof name === "string" ? name : `c${seq}`;
  const known = cards.get(card);
  if (known && known.seq >= seq) return;
  const entry = { title: String(title ?? text ?? ""), column: String(column ?? "todo"), seq };
  cards.set(card, entry);
  const old = board.querySelector(`li[data-card="${CSS.escape(card)}"]`);
  if (!COLUMNS.includes(entry.column)) return old?.remove();
  const item = old ?? document.createElement("li");
  const hadFocus = old !== null && old === document.activeElement;
  item.dataset.card = card;
  item.draggable = true;
  item.tabIndex = 0;
  item.textContent = entry.title;
  item.setAttribute("aria-description", "Left and right arrow keys move it, Delete takes it away");
  if (item.parentElement !== list(entry.column)) list(entry.column).append(item);
  if (hadFocus) item.focus();
}

chat.os.addInputHandler(function kanban(message, next) {
  if (message.type !== "card") return next();
  place(message);
});

board.addEventListener("keydown", (event) => {
  const card = event.target.dataset?.card;
  if (!card) return;
  const { title, column } = cards.get(card);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const to = COLUMNS[COLUMNS.indexOf(column) + (step ?? 0)];
  if (step && to) send(card, title, to);
  else if (event.key === "Delete") send(card, title, "gone");
  else return;
  event.preventDefault();
});

board.addEventListener("dragstart", (event) => {
  event.dataTransfer.setData("text/plain", event.target.dataset?.card ?? "");
  event.dataTransfer.effectAllowed = "move";
});
for (const column of board.querySelectorAll(".column")) {
  column.addEventListener("dragover", (event) => {
    event.preventDefault();
    column.classList.add("over");
  });
  column.addEventListener("dragleave", () => column.classList.remove("over"));
  column.addEventListener("drop", (event) => {
    event.preventDefault();
    column.classList.remove("over");
    const card = event.dataTransfer.getData("text/plain");
    const known = cards.get(card);
    if (known && known.column !== column.dataset.column) send(card, known.title, column.dataset.column);
  });
}

// The page may not submit forms; a tool listens and does what is to be done.
board.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
function add() {
  const input = board.querySelector("input");
  const title = input.value.trim();
  if (title === "") return;
  input.value = "";
  send(newName(), title, "todo");
}
board.querySelector("form button").addEventListener("click", (event) => {
  event.preventDefault();
  add();
});
board.querySelector("input").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  add();
});

chat.os.send("", { type: "replay", oftype: "card", limit: 1000 });
