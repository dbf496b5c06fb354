/** The hub is asked who is here: at first, and whenever somebody came or left. */
const box = document.getElementById("online");
// On a narrow page it stands under the input, and not under all that was ever said.
document.getElementById("responses")?.before(box);
chat.os.onGone("online", () => box.remove());
const list = box.querySelector("ul");

function hueOf(id) {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.codePointAt(0)) | 0;
  return ((hash % 360) + 360) % 360;
}

function show(participants) {
  list.replaceChildren(
    ...participants.map(({ id, name }) => {
      const item = document.createElement("li");
      item.style.setProperty("--hue", String(hueOf(String(id))));
      item.textContent = id === chat.os.identity.id ? `${name} (you)` : name;
      return item;
    }),
  );
}

chat.os.addInputHandler(function online(message, next) {
  if (message.type === "rollcall") return show(message.participants ?? []);
  const isChange = message.type === "joined" || message.type === "disconnected";
  // Many may come at once; one question answers for all.
  if (isChange && !message.replay) chat.os.setTimeout("online", "ask", () => chat.os.send(":rollcall"), 150);
  next();
}, 2);

chat.os.send(":rollcall");
