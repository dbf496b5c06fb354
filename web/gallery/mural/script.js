/**
 * A stroke is a logged op of type `stroke` once it is finished; while it is drawn, transient `pencil` ops show
 * it to others. A `stroke-undo` takes one away, a `wipe` all that came before it. Places are in parts of the
 * wall's width and height, from 0 to 1.
 */
const WIDTH = 1600;
const HEIGHT = 900;
const MOST_POINTS = 4000;
const mural = document.getElementById("mural");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(mural);
chat.os.onGone("mural", () => mural.remove());
const canvas = mural.querySelector("canvas");
const pointers = mural.querySelector(".pointers");
const [colour, width] = mural.querySelectorAll("input");
const context = canvas.getContext("2d");
canvas.width = WIDTH;
canvas.height = HEIGHT;
context.lineCap = context.lineJoin = "round";

/** @type {Map<number, {points: number[], colour: string, width: number, by: string}>} by seq */
const strokes = new Map();
const undone = new Set();
let wipedAt = 0;
/** What others are drawing now, by person. */
const pencils = new Map();

const isColour = (value) => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);

function clean({ points, colour, width }) {
  if (!Array.isArray(points) || points.length > MOST_POINTS) return null;
  if (!points.every((value) => Number.isFinite(value))) return null;
  return { points, colour: isColour(colour) ? colour : "#333333", width: Math.min(60, Math.max(1, Number(width) || 4)) };
}

function draw({ points, colour, width }) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(points[0] * WIDTH, points[1] * HEIGHT);
  for (let at = 0; at < points.length; at += 2) context.lineTo(points[at] * WIDTH, points[at + 1] * HEIGHT);
  context.stroke();
}

let due = false;
function redraw() {
  if (due) return;
  due = true;
  chat.os.requestAnimationFrame("mural", "redraw", () => {
    due = false;
    context.clearRect(0, 0, WIDTH, HEIGHT);
    const order = [...strokes.keys()].sort((a, b) => a - b);
    for (const seq of order) if (seq > wipedAt && !undone.has(seq)) draw(strokes.get(seq));
    for (const pencil of pencils.values()) draw(pencil);
    if (mine) draw(mine);
  });
}

function hueOf(id) {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.codePointAt(0)) | 0;
  return ((hash % 360) + 360) % 360;
}

function point({ from }, [x, y]) {
  let label = [...pointers.children].find((child) => child.dataset.who === from.id);
  if (!label) {
    label = document.createElement("span");
    label.dataset.who = from.id;
    label.textContent = from.name;
    label.style.setProperty("--hue", String(hueOf(from.id)));
    pointers.append(label);
  }
  label.style.left = `${x * 100}%`;
  label.style.top = `${(y * canvas.clientHeight) / mural.clientHeight * 100}%`;
  chat.os.setTimeout("mural", `pointer ${from.id}`, () => label.remove(), 4000);
}

chat.os.addInputHandler(function muralStrokes(message, next) {
  const { type, seq, from } = message;
  if (type === "stroke") {
    const stroke = clean(message);
    if (stroke && stroke.points.length >= 2) strokes.set(seq, { ...stroke, by: from.id });
    pencils.delete(from.id);
    if (from.id === chat.os.identity.id && !pointerDown) mine = null;
  } else if (type === "stroke-undo") {
    const stroke = strokes.get(Number(message.stroke));
    if (!stroke || stroke.by === from.id) undone.add(Number(message.stroke));
  } else if (type === "wipe") {
    wipedAt = Math.max(wipedAt, seq);
  } else if (type === "pencil") {
    const pencil = clean(message);
    if (!pencil || pencil.points.length < 2 || from.id === chat.os.identity.id) return;
    pencils.set(from.id, pencil);
    point(message, pencil.points.slice(-2));
    chat.os.setTimeout("mural", `pencil ${from.id}`, () => (pencils.delete(from.id), redraw()), 10_000);
  } else {
    return next();
  }
  redraw();
});

// MARK: One's own hand

let mine = null;
let pointerDown = false;
let toldAt = 0;

function place(event) {
  const box = canvas.getBoundingClientRect();
  const part = (value) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
  return [part((event.clientX - box.left) / box.width), part((event.clientY - box.top) / box.height)];
}

canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  pointerDown = true;
  mine = { points: place(event), colour: colour.value, width: Number(width.value) };
});
canvas.addEventListener("pointermove", (event) => {
  if (!pointerDown) return;
  mine.points.push(...place(event));
  if (mine.points.length >= MOST_POINTS) return finish();
  redraw();
  const now = performance.now();
  if (now - toldAt < 50) return;
  toldAt = now;
  chat.os.send("", { type: "pencil", persist: false, ...mine, points: mine.points.slice(-200) });
});
function finish() {
  if (!pointerDown) return;
  pointerDown = false;
  if (mine.points.length === 2) mine.points.push(...mine.points);
  chat.os.send("", { type: "stroke", ...mine });
}
canvas.addEventListener("pointerup", finish);
canvas.addEventListener("pointercancel", finish);

mural.querySelector('[data-do="undo"]').addEventListener("click", () => {
  const own = [...strokes].filter(
    ([seq, { by }]) => by === chat.os.identity.id && seq > wipedAt && !undone.has(seq),
  );
  const newest = Math.max(0, ...own.map(([seq]) => seq));
  if (newest > 0) chat.os.send("", { type: "stroke-undo", stroke: newest });
});
mural.querySelector('[data-do="wipe"]').addEventListener("click", () => chat.os.send(":wipe"));

chat.os.send("", { type: "replay", oftype: ["stroke", "stroke-undo", "wipe"], limit: 1000 });
