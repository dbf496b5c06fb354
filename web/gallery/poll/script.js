/**
 * A poll is an op of type `poll`; a vote is one of type `vote` whose name is the poll and the voter, so that
 * the newest one of each person counts.
 */
/** @type {Map<string, {question: string, choices: string[], votes: Map<string, {choice: number, seq: number}>}>} */
const polls = new Map();
/** Votes that came before their poll. */
const early = new Map();
const place = document.getElementById("polls");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(place);
chat.os.onGone("poll", () => place.remove());
const MOST_CHOICES = 12;

function ask({ text, seq }) {
  const id = `p${seq}`;
  const parts = String(text ?? "").split("|").map((part) => part.trim()).filter(Boolean);
  if (parts.length < 3 || polls.has(id)) return;
  const [question, ...choices] = parts;
  polls.set(id, { question, choices: choices.slice(0, MOST_CHOICES), votes: early.get(id) ?? new Map() });
  early.delete(id);
  show(id);
}

function count({ poll, choice, from, seq }) {
  const id = String(poll);
  const votes = polls.get(id)?.votes ?? early.get(id) ?? new Map();
  if (!polls.has(id)) early.set(id, votes);
  const known = votes.get(from.id);
  if (known && known.seq > seq) return;
  votes.set(from.id, { choice: Number(choice), seq });
  if (polls.has(id)) show(id);
}

function show(id) {
  const { question, choices, votes } = polls.get(id);
  const box = document.getElementById(`poll-${id}`) ?? document.createElement("fieldset");
  const total = [...votes.values()].filter((vote) => choices[vote.choice] !== undefined).length;
  const title = document.createElement("legend");
  title.textContent = question;
  const mine = votes.get(chat.os.identity.id)?.choice;
  const buttons = choices.map((choice, index) => {
    const got = [...votes.values()].filter((vote) => vote.choice === index).length;
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", String(mine === index));
    button.style.setProperty("--share", `${total === 0 ? 0 : (100 * got) / total}%`);
    const name = document.createElement("span");
    name.textContent = choice;
    const number = document.createElement("span");
    number.textContent = got === 1 ? "1 vote" : `${got} votes`;
    button.append(name, number);
    button.addEventListener("click", () =>
      chat.os.send("", { type: "vote", name: `${id} ${chat.os.identity.id}`, poll: id, choice: index }),
    );
    return button;
  });
  const focused = [...box.querySelectorAll("button")].indexOf(document.activeElement);
  box.id = `poll-${id}`;
  box.replaceChildren(title, ...buttons);
  if (focused >= 0) buttons[focused]?.focus();
  if (!box.isConnected) place.prepend(box);
}

chat.os.addInputHandler(function poll(message, next) {
  if (message.type === "poll") ask(message);
  else if (message.type === "vote") count(message);
  else next();
});

chat.os.send("", { type: "replay", oftype: ["poll", "vote"], limit: 1000 });
