import assert from "node:assert/strict";
import { readFileSync, readdirSync, existsSync } from "node:fs";
import test from "node:test";
import { offers, upgradeOf } from "../../web/shell/gallery/catalogue.js";

const ROOT = new URL("../../web/gallery/", import.meta.url);
const listed = JSON.parse(readFileSync(new URL("gallery.json", ROOT), "utf8"));
const FILES = { markup: "markup.html", style: "style.css", script: "script.js" };
const PARTS = ["markup", "style", "script"];

/** A hub that serves the files as they lie. */
const served = async (path) => {
  const file = new URL(`.${path.slice("/gallery".length)}`, ROOT);
  const ok = existsSync(file);
  return {
    ok,
    status: ok ? 200 : 404,
    json: async () => JSON.parse(readFileSync(file, "utf8")),
    text: async () => readFileSync(file, "utf8"),
  };
};

test("the list names every folder, with its README's sentence and the parts that are there", () => {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(listed.map(({ name }) => name), folders.map(({ name }) => name).sort());
  for (const { name, says, parts } of listed) {
    const [title, sentence] = readFileSync(new URL(`${name}/README.md`, ROOT), "utf8").split("\n\n");
    assert.equal(title, `# ${name}`);
    assert.equal(says, sentence.replace(/\s+/g, " ").trim());
    assert.deepEqual(parts, PARTS.filter((part) => existsSync(new URL(`${name}/${FILES[part]}`, ROOT))));
  }
});

test("what the list says to try is said in the tool's README, too", () => {
  for (const { name, try: line } of listed) {
    if (line === undefined) continue;
    const readme = readFileSync(new URL(`${name}/README.md`, ROOT), "utf8");
    assert.ok(readme.includes(`\`${line.split(" ")[0]}`), name);
  }
});

test("a tool of the gallery is an upgrade with its files' text", async () => {
  for (const offer of await offers(served)) {
    const op = await upgradeOf(offer, served);
    assert.equal(op.type, "upgrade");
    assert.equal(op.name, offer.name);
    for (const part of offer.parts) {
      assert.equal(op[part], readFileSync(new URL(`${offer.name}/${FILES[part]}`, ROOT), "utf8"));
    }
    assert.ok(JSON.stringify(op).length < 512 * 1024);
  }
});

test("every script of the gallery can be read, and names nothing of another origin", () => {
  for (const { name, parts } of listed) {
    if (!parts.includes("script")) continue;
    const source = readFileSync(new URL(`${name}/script.js`, ROOT), "utf8");
    assert.doesNotThrow(() => new Function(`{${source}\n}`), name);
  }
});

test("what can't be fetched says so", async () => {
  const gone = async () => ({ ok: false, status: 503 });
  await assert.rejects(offers(gone), /503/);
  await assert.rejects(upgradeOf({ name: "poll", says: "", parts: ["style"] }, gone), /style of poll/);
});
