/** A run is the named op `livecode`: the newest is what all see, and what newcomers begin with. */
const START = "// Ctrl-Enter runs this for everybody\nc.fillStyle = `hsl(${t * 40} 80% 60%)`;\n"
  + "c.beginPath();\nc.arc(w / 2 + Math.cos(t) * 200, h / 2 + Math.sin(t * 2) * 90, 30, 0, 7);\nc.fill();";
const box = document.getElementById("livecode");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(box);
chat.os.onGone("livecode", () => box.remove());
const canvas = box.querySelector("canvas");
const field = box.querySelector("textarea");
const status = box.querySelector('[role="status"]');
const context = canvas.getContext("2d");
let sketch = null;
let shown = 0;
let since = 0;
let audio = null;
field.value = START;

function tone(frequency, seconds = 0.2) {
  if (!audio || audio.state !== "running") return;
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.1, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds);
  voice.frequency.value = Math.min(8000, Math.max(20, Number(frequency) || 440));
  voice.connect(volume).connect(audio.destination);
  voice.start();
  voice.stop(audio.currentTime + seconds);
}

function compile(code) {
  return new Function("c", "w", "h", "t", "tone", `"use strict";\n${code}`);
}

/** A sketch that fails stops drawing; the one before it is not brought back, and the next run starts anew. */
function frame() {
  if (!sketch) return;
  const { width, height } = canvas;
  context.save();
  context.fillStyle = "rgb(13 13 20 / 0.25)";
  context.fillRect(0, 0, width, height);
  try {
    sketch(context, width, height, (Date.now() - since) / 1000, tone);
  } catch (error) {
    sketch = null;
    status.textContent = `It stopped: ${error.message}`;
  }
  context.restore();
  chat.os.requestAnimationFrame("livecode", "frame", frame);
}

function run({ code, from, seq, timestamp, replay }) {
  if (seq < shown) return;
  shown = seq;
  const isMine = from.id === chat.os.identity.id;
  try {
    sketch = compile(String(code));
    status.textContent = `Run by ${isMine ? "you" : from.name}.`;
  } catch (error) {
    status.textContent = `${isMine ? "Your" : `${from.name}'s`} run can't be read: ${error.message}`;
    return;
  }
  since = timestamp;
  if (!isMine || replay) field.value = String(code);
  if (!isMine && !replay) {
    box.classList.remove("flash");
    void box.offsetWidth;
    box.classList.add("flash");
  }
  frame();
}

function send() {
  audio ??= new AudioContext();
  void audio.resume();
  try {
    compile(field.value);
  } catch (error) {
    status.textContent = `Not run: ${error.message}`;
    return;
  }
  chat.os.send("", { type: "livecode", name: "livecode", code: field.value });
}

box.querySelector("button").addEventListener("click", send);
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    send();
  }
});

chat.os.onGone("livecode", () => void audio?.close());

chat.os.addInputHandler(function livecode(message, next) {
  if (message.type !== "livecode") return next();
  run(message);
});

chat.os.send("", { type: "replay", oftype: "livecode", limit: 1 });
