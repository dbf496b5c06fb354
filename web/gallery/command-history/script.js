const input = document.getElementById("message");
const lines = [];
/** Where one is in `lines`; behind the last one is what one was typing. */
let place = 0;
let unsent = "";
const MOST = 200;

chat.os.addOutputHandler(function remember(context, next) {
  const line = String(context.text ?? "");
  // Lines only: what tools send by themselves was not typed.
  if (line !== "" && line !== lines.at(-1)) lines.push(line);
  if (lines.length > MOST) lines.shift();
  place = lines.length;
  next();
}, 0);

input.addEventListener("keydown", (event) => {
  if (event.isComposing || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
  const to = place + step;
  if (step === 0 || to < 0 || to > lines.length) return;
  event.preventDefault();
  if (place === lines.length) unsent = input.value;
  place = to;
  input.value = place === lines.length ? unsent : lines[place];
  input.setSelectionRange(input.value.length, input.value.length);
});
