/** What happened, in a few words; null for what is no event. */
function wordsFor({ type, name, text, from }) {
  switch (type) {
    case "joined":
      return `${from.name} came in`;
    case "disconnected":
      return `${from.name} left`;
    case "upgrade":
      return `${from.name} ran ${name}`;
    case "remove":
      return `${from.name} removed ${name ?? text}`;
    default:
      return null;
  }
}

const MOST = 5;
const SECONDS = 6;

chat.os.addInputHandler(function events(message, next) {
  const words = wordsFor(message);
  if (words === null) return next();
  // What was before one came is no news.
  if (message.replay || Date.now() - message.timestamp > SECONDS * 1000) return;
  const list = document.getElementById("events");
  const line = document.createElement("p");
  line.textContent = words;
  list.append(line);
  while (list.childElementCount > MOST) list.firstElementChild.remove();
  setTimeout(() => line.remove(), SECONDS * 1000);
  // Behind the others: what is kept here, they have heard.
}, 9);
