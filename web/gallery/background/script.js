/** The newest op of this name is the room's background; newcomers get it with the room's state. */
const TYPE = "background";
let shown = 0;

function dress(value) {
  document.body.style.background = value;
  document.body.style.backgroundAttachment = value === "" ? "" : "fixed";
  if (value === "") delete document.body.dataset.background;
  else document.body.dataset.background = "";
}
chat.os.onGone("background", () => dress(""));

chat.os.addInputHandler(function background(message, next) {
  if (message.type !== TYPE) return next();
  if ((message.seq ?? 0) < shown) return;
  shown = message.seq ?? 0;
  const value = String(message.value ?? message.text ?? "").trim();
  // Something that CSS does not understand leaves the background as it was before the tool.
  dress(value !== "none" && CSS.supports("background", value) ? value : "");
});

// A line typed has no name; with one, the hub keeps it as the room's present background.
chat.os.addOutputHandler(function nameBackground(context, next) {
  const { message } = context;
  if (message?.type === TYPE && message.name === undefined) message.name = TYPE;
  next();
}, 6);

chat.os.send("", { type: "replay", oftype: TYPE, limit: 1 });
