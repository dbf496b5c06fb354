/**
 * `:follow` becomes a scheduled `request`, made by the hub; its answers are ops of type `followed`, so a
 * replay shows what was news then and asks nobody.
 */
const box = document.getElementById("followers");
// Under the input, and not under all that was ever said.
document.getElementById("responses")?.before(box);
chat.os.onGone("followers", () => box.remove());
const list = box.querySelector("ul");
const EVERY = "0 */15 * * * *";
const MOST = 40;
/** @type {Map<string, {title: string, link: string, source: string, at: number}>} by source and link */
const items = new Map();
const failures = new Map();
/** The addresses that the hub asks, and the seq of what said so last. */
const followed = new Map();
const note = box.querySelector("p");
const ANSWERS = "followed ";

function addressOf(words) {
  const [first, second] = words.trim().split(/\s+/);
  if (first === "github" && /^[\w.-]+\/[\w.-]+$/.test(second ?? "")) {
    return `https://api.github.com/repos/${second}/events?per_page=20`;
  }
  return /^https?:\/\//.test(first ?? "") ? first : null;
}

chat.os.addOutputHandler(function follow(context, next) {
  const { message } = context;
  if (message?.type !== "follow" && message?.type !== "unfollow") return next();
  const url = addressOf(String(message.text ?? message.url ?? ""));
  if (url === null) return next();
  const isActive = message.type === "follow";
  context.message = {
    type: "request",
    name: `follow ${url}`.slice(0, 120),
    schedule: EVERY,
    active: isActive,
    url,
    responseType: "followed",
    responseName: `${ANSWERS}${url}`.slice(0, 120),
  };
  next();
}, 6);

function fromFeed(source, text) {
  const page = new DOMParser().parseFromString(text, "application/xml");
  if (page.querySelector("parsererror")) return null;
  return [...page.querySelectorAll("item, entry")].slice(0, 20).map((entry) => {
    const link = entry.querySelector("link");
    const at = entry.querySelector("pubDate, updated, published")?.textContent ?? "";
    return {
      title: entry.querySelector("title")?.textContent.trim() ?? "without a title",
      link: (link?.getAttribute("href") ?? link?.textContent ?? "").trim(),
      source,
      at: Date.parse(at) || 0,
    };
  });
}

function fromRepository(source, text) {
  let events;
  try {
    events = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(events)) return null;
  return events.slice(0, 20).map((event) => ({
    title: `${event.actor?.login ?? "somebody"}: ${String(event.type ?? "").replace(/Event$/, "")}`,
    link: `https://github.com/${event.repo?.name ?? ""}`,
    source,
    at: Date.parse(event.created_at) || 0,
  }));
}

function take({ name, url, status, body, error }) {
  // Where a redirect led to is no name for it: another time it may lead elsewhere.
  const source = String(name ?? "").startsWith(ANSWERS) ? name.slice(ANSWERS.length) : String(url ?? "");
  const read = source.startsWith("https://api.github.com/") ? fromRepository : fromFeed;
  const found = error ? null : read(source, String(body ?? ""));
  if (found === null) failures.set(source, String(error ?? `answered with ${status}, and nothing that is a feed`));
  else failures.delete(source);
  for (const item of found ?? []) items.set(`${item.source} ${item.link} ${item.title}`, item);
  show();
}

function row(title, about) {
  const item = document.createElement("li");
  const small = document.createElement("small");
  small.textContent = about;
  item.append(title, small);
  return item;
}

function show() {
  const newest = [...items.values()].sort((a, b) => b.at - a.at).slice(0, MOST);
  const rows = newest.map(({ title, link, at }) =>
    row(title, `${link}${at ? `, ${new Date(at).toLocaleString()}` : ""}`),
  );
  for (const [source, why] of failures) {
    const item = row(source, why);
    item.dataset.failed = "";
    rows.unshift(item);
  }
  list.replaceChildren(...rows);
  const active = [...followed].filter(([, { isActive }]) => isActive).map(([url]) => url);
  note.textContent = active.length > 0 ? `Asked every 15 minutes: ${active.join(", ")}` : "";
  box.hidden = rows.length === 0 && active.length === 0;
}

/** A definition of ours: that something is followed from now on, or no more. */
function keep({ url, active, seq }) {
  if ((followed.get(url)?.seq ?? 0) > seq) return;
  followed.set(String(url), { isActive: active !== false, seq });
  show();
}

chat.os.addInputHandler(function followers(message, next) {
  if (message.type === "request" && message.responseType === "followed" && message.schedule) return keep(message);
  if (message.type !== "followed") return next();
  take(message);
});

chat.os.send("", { type: "replay", oftype: "followed", limit: 50 });
