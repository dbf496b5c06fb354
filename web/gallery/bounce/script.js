/** Where somebody drags it is transient; so is letting go. Everybody's own spring does the rest. */
const shape = document.getElementById("bounce");
const STIFFNESS = 190;
const DAMPING = 9;
const SEND_MS = 33;
const spring = { x: 0, y: 0, vx: 0, vy: 0 };
/** Who holds it; null while it swings. */
let holder = null;
let held = { x: 0, y: 0 };
let moving = false;
let before = 0;

function frame(now) {
  const seconds = Math.min(0.032, (now - before) / 1000);
  before = now;
  if (holder !== null) {
    const follow = 1 - Math.exp(-seconds * 30);
    spring.vx = (held.x - spring.x) / Math.max(seconds, 0.008) / 6;
    spring.vy = (held.y - spring.y) / Math.max(seconds, 0.008) / 6;
    spring.x += (held.x - spring.x) * follow;
    spring.y += (held.y - spring.y) * follow;
  } else {
    spring.vx += (-STIFFNESS * spring.x - DAMPING * spring.vx) * seconds;
    spring.vy += (-STIFFNESS * spring.y - DAMPING * spring.vy) * seconds;
    spring.x += spring.vx * seconds;
    spring.y += spring.vy * seconds;
  }
  const still = holder === null && Math.hypot(spring.x, spring.y) < 0.3 && Math.hypot(spring.vx, spring.vy) < 3;
  if (still) Object.assign(spring, { x: 0, y: 0, vx: 0, vy: 0 });
  shape.style.transform = `translate(${spring.x}px, ${spring.y}px)`;
  if (still) moving = false;
  else chat.os.requestAnimationFrame("bounce", "frame", frame);
}

function move() {
  if (moving) return;
  moving = true;
  before = performance.now();
  chat.os.requestAnimationFrame("bounce", "frame", frame);
}

function hold(who, x, y) {
  holder = who;
  held = { x, y };
  move();
  // Who drags and then vanishes does not hold it for ever.
  chat.os.setTimeout("bounce", "lost", () => (holder = null), 3000);
}

let sentAt = 0;
function tell(message, always) {
  const now = performance.now();
  if (!always && now - sentAt < SEND_MS) return;
  sentAt = now;
  chat.os.send("", { type: "bounce", persist: false, ...message });
}

let from = null;
shape.addEventListener("pointerdown", (event) => {
  shape.setPointerCapture(event.pointerId);
  from = { x: event.clientX - spring.x, y: event.clientY - spring.y };
});
shape.addEventListener("pointermove", (event) => {
  if (!from) return;
  const x = event.clientX - from.x;
  const y = event.clientY - from.y;
  hold(chat.os.identity.id, x, y);
  // In parts of the window, whose sizes differ.
  tell({ x: x / innerWidth, y: y / innerHeight }, false);
});
function letGo() {
  if (!from) return;
  from = null;
  holder = null;
  tell({ go: true, x: spring.x / innerWidth, y: spring.y / innerHeight }, true);
}
shape.addEventListener("pointerup", letGo);
shape.addEventListener("pointercancel", letGo);
shape.addEventListener("keydown", (event) => {
  const push = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
  if (!push) return;
  event.preventDefault();
  tell({ go: true, x: push[0], y: push[1] }, true);
});

chat.os.addInputHandler(function bounce(message, next) {
  if (message.type !== "bounce") return next();
  const x = Number(message.x) * innerWidth;
  const y = Number(message.y) * innerHeight;
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  const isMine = message.from.id === chat.os.identity.id;
  if (message.go) {
    if (holder === message.from.id || holder === null) holder = null;
    if (!isMine || Math.hypot(spring.x - x, spring.y - y) > 2) Object.assign(spring, { x, y });
    move();
  } else if (!isMine && !from) {
    hold(message.from.id, x, y);
  }
});
