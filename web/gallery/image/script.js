/** A dropped picture is put into the room, and an op names it. A camera's is made smaller first. */
const LONGEST_SIDE = 2560;
const LARGE = 2_000_000;
/** What is put among what was said goes with the tool. */
const figures = new Set();
chat.os.onGone("image", () => {
  for (const figure of figures) figure.remove();
  document.body.classList.remove("drop-here");
});

function show({ seq, from, text, url, asset, caption }) {
  const responses = document.getElementById("responses");
  if (!responses || responses.querySelector(`[data-seq="${seq}"]`)) return;
  const known = asset ? `asset:${asset}` : url;
  const [address, ...words] = known ? [known] : String(text ?? "").trim().split(/\s+/);
  const figure = document.createElement("figure");
  figure.className = "picture";
  figures.add(figure);
  figure.dataset.seq = String(seq);
  const image = document.createElement("img");
  const said = caption ?? (words.length > 0 ? words.join(" ") : "");
  image.alt = said || `A picture from ${from.name}`;
  // Only what is a picture and nothing else; the page's policy decides from where.
  if (/^(asset:[0-9a-f]{64}$|data:image\/(png|jpeg|gif|webp);|blob:|https?:)/i.test(address ?? "")) image.src = address;
  const line = document.createElement("figcaption");
  image.addEventListener("error", () => {
    // A file of the room is still on its way then.
    if (!asset) line.textContent = `${from.name}: ${address} can't be shown here`;
  });
  line.textContent = said ? `${from.name}: ${said}` : from.name;
  figure.append(image, line);
  let before = responses.firstElementChild;
  while (before && Number(before.dataset.seq) > seq) before = before.nextElementSibling;
  responses.insertBefore(figure, before);
}

chat.os.addInputHandler(function image(message, next) {
  if (message.type !== "image") return next();
  show(message);
});

async function send(file) {
  const { hash } = await chat.os.upload(file.size > LARGE ? await smaller(file) : file, file.name);
  chat.os.send("", { type: "image", asset: hash, caption: file.name });
}

/** @returns {Promise<Blob>} */
async function smaller(file) {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
}

document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("drop-here");
});
document.addEventListener("dragleave", () => document.body.classList.remove("drop-here"));
document.addEventListener("drop", (event) => {
  document.body.classList.remove("drop-here");
  const pictures = [...(event.dataTransfer?.files ?? [])].filter((file) => file.type.startsWith("image/"));
  if (pictures.length === 0) return;
  event.preventDefault();
  for (const picture of pictures) void send(picture);
});

chat.os.send("", { type: "replay", oftype: "image", limit: 20 });
