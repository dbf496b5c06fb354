const side = document.getElementById("side-chat");
const list = side.querySelector("ol");
const input = side.querySelector("input");
const MOST = 300;

/** A number from an id, the same everywhere. */
function numberOf(id) {
  let hash = 2_166_136_261;
  for (const character of id) hash = Math.imul(hash ^ character.codePointAt(0), 16_777_619);
  return hash >>> 0;
}

/** A face of five by five squares, the left half mirrored; no service is asked for it. */
function face(id) {
  const bits = numberOf(id);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 7 7");
  svg.setAttribute("aria-hidden", "true");
  for (let place = 0; place < 15; place++) {
    if (((bits >>> place) & 1) === 0) continue;
    const column = place % 3;
    for (const x of new Set([column, 4 - column])) {
      const square = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const at = { x: x + 1, y: Math.floor(place / 3) + 1, width: 1, height: 1 };
      for (const [name, value] of Object.entries(at)) square.setAttribute(name, String(value));
      square.style.fill = `oklch(0.65 0.15 ${bits % 360})`;
      svg.append(square);
    }
  }
  return svg;
}

chat.os.addInputHandler(function sideChat(message, next) {
  if (message.type !== "comment") return next();
  if (list.querySelector(`[data-seq="${message.seq}"]`)) return;
  const item = document.createElement("li");
  item.dataset.seq = String(message.seq);
  item.style.setProperty("--hue", String(numberOf(message.from.id) % 360));
  const name = document.createElement("b");
  name.textContent = message.from.name;
  const said = document.createElement("p");
  said.textContent = String(message.body ?? "");
  item.append(face(message.from.id), name, said);
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  let after = list.lastElementChild;
  while (after && Number(after.dataset.seq) > message.seq) after = after.previousElementSibling;
  if (after) after.after(item);
  else list.prepend(item);
  while (list.childElementCount > MOST) list.firstElementChild.remove();
  if (atEnd) list.scrollTop = list.scrollHeight;
  // Behind the others: what is kept here, they have heard.
}, 9);

input.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
  chat.os.send(input.value);
  input.value = "";
});

chat.os.send("", { type: "replay", oftype: "comment", limit: 100 });
