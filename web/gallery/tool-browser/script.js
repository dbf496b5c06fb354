const box = document.getElementById("tool-browser");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(box);
chat.os.onGone("tool-browser", () => box.remove());
const list = box.querySelector("ul");
const PARTS = ["markup", "style", "script"];

function entry(tool) {
  const item = document.createElement("li");
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const about = document.createElement("small");
  const size = PARTS.reduce((sum, part) => sum + String(tool[part] ?? "").length, 0);
  const at = new Date(tool.timestamp).toLocaleString();
  about.textContent = ` by ${tool.from.name}, ${at}, ${size.toLocaleString()} characters`;
  summary.append(tool.name, about);
  details.append(summary);
  // Sources may be long: they are put in when somebody looks.
  details.addEventListener("toggle", () => {
    if (!details.open || details.querySelector("pre")) return;
    for (const part of PARTS) {
      if (!tool[part]) continue;
      const title = document.createElement("h3");
      title.textContent = part;
      const source = document.createElement("pre");
      source.textContent = tool[part];
      source.tabIndex = 0;
      details.append(title, source);
    }
  });
  item.append(details);
  return item;
}

function show() {
  const tools = Object.values(chat.os.upgrades).sort((a, b) => a.name.localeCompare(b.name));
  list.replaceChildren(...tools.map(entry));
}

chat.os.addInputHandler(function toolBrowser(message, next) {
  next();
  if (message.type === "upgrade" || message.type === "remove") {
    chat.os.setTimeout("tool-browser", "show", show, 50);
  }
});
show();
