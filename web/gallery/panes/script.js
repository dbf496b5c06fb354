/** The side is the room's, in a named op; where the bar is, is one's own. */
const TYPE = "panes";
const bar = document.getElementById("panes-bar");
let shown = 0;
let percent = 40;

function put(side) {
  if (side === "left" || side === "right") document.body.dataset.panes = side;
  else delete document.body.dataset.panes;
}
chat.os.onGone("panes", () => {
  put("off");
  document.body.style.removeProperty("--split");
});

function split(to) {
  percent = Math.min(75, Math.max(20, to));
  document.body.style.setProperty("--split", `${percent}%`);
  bar.setAttribute("aria-valuenow", String(Math.round(percent)));
}

const isRight = () => document.body.dataset.panes === "right";

chat.os.addInputHandler(function panes(message, next) {
  if (message.type !== TYPE) return next();
  if ((message.seq ?? 0) < shown) return;
  shown = message.seq ?? 0;
  const side = String(message.value ?? message.text ?? "").trim();
  put(side);
});

chat.os.addOutputHandler(function namePanes(context, next) {
  const { message } = context;
  if (message?.type === TYPE && message.name === undefined) message.name = TYPE;
  next();
}, 6);

bar.addEventListener("pointerdown", (event) => bar.setPointerCapture(event.pointerId));
bar.addEventListener("pointermove", (event) => {
  if (!bar.hasPointerCapture(event.pointerId)) return;
  const part = (100 * event.clientX) / innerWidth;
  split(isRight() ? 100 - part : part);
});
bar.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
  if (!step) return;
  event.preventDefault();
  split(percent + (isRight() ? -step : step));
});

put("left");
split(percent);
chat.os.send("", { type: "replay", oftype: TYPE, limit: 1 });
