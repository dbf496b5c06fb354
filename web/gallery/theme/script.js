/** The newest op of this name is the room's theme. */
const TYPE = "theme";
const THEMES = ["plain", "paper", "terminal", "dusk"];
let shown = 0;
chat.os.onGone("theme", () => delete document.body.dataset.theme);

chat.os.addInputHandler(function theme(message, next) {
  if (message.type !== TYPE) return next();
  if ((message.seq ?? 0) < shown) return;
  shown = message.seq ?? 0;
  const wanted = String(message.value ?? message.text ?? "").trim();
  if (THEMES.includes(wanted) && wanted !== "plain") document.body.dataset.theme = wanted;
  else delete document.body.dataset.theme;
});

chat.os.addOutputHandler(function nameTheme(context, next) {
  const { message } = context;
  if (message?.type === TYPE && message.name === undefined) message.name = TYPE;
  next();
}, 6);

chat.os.send("", { type: "replay", oftype: TYPE, limit: 1 });
