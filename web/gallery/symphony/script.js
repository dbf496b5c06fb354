/**
 * The sequence is a named op `dna`; that it plays, and since when, is the named op `dna-play`. When a note is
 * due follows from the time of that op, which is the hub's: so all are at the same note.
 */
const BEAT_MS = 180;
const LONGEST = 4000;
/** A pentatonic scale: whatever comes, it sounds well. A codon is a note, its first base the instrument. */
const SCALE = [0, 2, 4, 7, 9];
const BASES = "ACGT";
const WAVES = ["sine", "triangle", "square", "sawtooth"];
const COLOURS = ["#6ee7b7", "#7dd3fc", "#fcd34d", "#fda4af"];
const box = document.getElementById("symphony");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(box);
chat.os.onGone("symphony", () => box.remove());
const field = box.querySelector("textarea");
const status = box.querySelector('[role="status"]');
const playButton = box.querySelector('[data-do="play"]');
const canvas = box.querySelector("canvas");
const context = canvas.getContext("2d");
let sequence = "";
let sequenceAt = 0;
let playing = { on: false, since: 0, seq: 0 };
/** What this clock is ahead of the hub's; known from the newest op that came live. */
let ahead = 0;
let audio = null;
let lastNote = -1;

/** Letters of a sequence, without what a FASTA file has around them. */
function clean(text) {
  const lines = String(text).split(/\r?\n/).filter((line) => !line.startsWith(">") && !line.startsWith(";"));
  return lines.join("").toUpperCase().replaceAll("U", "T").replace(/[^ACGT]/g, "").slice(0, LONGEST);
}

function notesOf(bases) {
  const notes = [];
  for (let at = 0; at + 3 <= bases.length; at += 3) {
    const [first, second, third] = [...bases.slice(at, at + 3)].map((base) => BASES.indexOf(base));
    const degree = (second * 4 + third) % 10;
    const semitones = SCALE[degree % 5] + 12 * Math.floor(degree / 5);
    notes.push({ wave: first, frequency: 220 * 2 ** (semitones / 12), height: semitones });
  }
  return notes;
}

let notes = [];

function draw(current) {
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  const step = width / Math.max(1, notes.length);
  notes.forEach((note, index) => {
    const size = Math.max(2, Math.min(26, step * 0.9)) * (index === current ? 1.6 : 1);
    const y = height - 40 - (note.height / 24) * (height - 80);
    context.fillStyle = COLOURS[note.wave];
    context.globalAlpha = index === current ? 1 : 0.55;
    context.beginPath();
    context.arc(step * (index + 0.5), y, size / 2, 0, 2 * Math.PI);
    context.fill();
  });
  context.globalAlpha = 1;
}

function sound({ wave, frequency }) {
  if (!audio || audio.state !== "running") return;
  const now = audio.currentTime;
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  voice.type = WAVES[wave];
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(wave > 1 ? 0.06 : 0.14, now + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, now + (BEAT_MS * 1.8) / 1000);
  voice.connect(volume).connect(audio.destination);
  voice.start(now);
  voice.stop(now + (BEAT_MS * 2) / 1000);
}

function beat() {
  const place = Math.floor((Date.now() - ahead - playing.since) / BEAT_MS);
  const current = playing.on && notes.length > 0 && place >= 0 ? place % notes.length : -1;
  if (current !== lastNote) {
    lastNote = current;
    canvas.dataset.note = String(current);
    draw(current);
    if (current >= 0) sound(notes[current]);
  }
  if (playing.on) chat.os.requestAnimationFrame("symphony", "beat", beat);
}

function show() {
  playButton.setAttribute("aria-pressed", String(playing.on));
  playButton.textContent = playing.on ? "Stop for all" : "Play for all";
  status.textContent = sequence === "" ? "" : `${sequence.length} bases, ${notes.length} notes`;
  lastNote = -2;
  beat();
}

chat.os.onGone("symphony", () => void audio?.close());

chat.os.addInputHandler(function symphony(message, next) {
  const { type, seq } = message;
  if (!message.replay && seq !== undefined) ahead = Date.now() - message.timestamp;
  if (type === "dna") {
    if (seq < sequenceAt) return;
    sequenceAt = seq;
    sequence = clean(message.sequence ?? message.text ?? "");
    notes = notesOf(sequence);
    if (document.activeElement !== field) field.value = sequence;
    show();
  } else if (type === "dna-play") {
    if (seq < playing.seq) return;
    playing = { on: message.on === true, since: message.timestamp, seq };
    show();
  } else {
    next();
  }
});

chat.os.addOutputHandler(function nameDna(context, next) {
  const { message } = context;
  if (message?.type === "dna" && message.name === undefined) message.name = "dna";
  next();
}, 6);

function listen() {
  audio ??= new AudioContext();
  void audio.resume();
}
const send = (text) => chat.os.send("", { type: "dna", name: "dna", sequence: clean(text) });

box.querySelector('[data-do="send"]').addEventListener("click", () => send(field.value));
playButton.addEventListener("click", () => {
  listen();
  chat.os.send("", { type: "dna-play", name: "dna", on: !playing.on });
});
box.querySelector('[data-do="hear"]').addEventListener("click", listen);
box.addEventListener("dragover", (event) => event.preventDefault());
box.addEventListener("drop", (event) => {
  event.preventDefault();
  event.stopPropagation();
  const [file] = event.dataTransfer.files;
  if (file) void file.slice(0, 1_000_000).text().then(send);
});

chat.os.send("", { type: "replay", oftype: ["dna", "dna-play"], limit: 2 });
