const editor = document.getElementById("tool-editor");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(editor);
chat.os.onGone("tool-editor", () => editor.remove());
const nameField = editor.querySelector("input");
const names = editor.querySelector("datalist");
const status = editor.querySelector('[role="status"]');
const parts = [...editor.querySelectorAll("[data-part]")];
/** The version that is being changed; another one may come meanwhile. */
let base = null;

function listNames() {
  names.replaceChildren(
    ...Object.keys(chat.os.upgrades).map((name) => {
      const option = document.createElement("option");
      option.value = name;
      return option;
    }),
  );
}

function load() {
  const tool = chat.os.upgrades[nameField.value];
  if (!tool) return void (status.textContent = "There is no tool of that name; publishing makes one.");
  base = tool.seq;
  for (const field of parts) field.value = tool[field.dataset.part] ?? "";
  status.textContent = `Loaded what ${tool.from.name} made.`;
}

function publish() {
  const name = nameField.value.trim();
  if (name === "") return void (status.textContent = "A tool needs a name.");
  const now = chat.os.upgrades[name];
  if (now && now.seq !== base) {
    base = now.seq;
    status.textContent = `${now.from.name} published another version meanwhile. Publish again to replace it.`;
    return;
  }
  const tool = { type: "upgrade", name };
  for (const field of parts) if (field.value !== "") tool[field.dataset.part] = field.value;
  chat.os.send("", tool);
  status.textContent = "Sent.";
}

editor.querySelector('[data-do="load"]').addEventListener("click", load);
editor.querySelector('[data-do="publish"]').addEventListener("click", publish);
editor.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    publish();
  }
});

chat.os.addInputHandler(function toolEditor(message, next) {
  next();
  if (message.type !== "upgrade" && message.type !== "remove") return;
  listNames();
  if (message.name === nameField.value.trim() && message.from.id === chat.os.identity.id) {
    base = message.seq;
    status.textContent = "Published.";
  }
});
listNames();
