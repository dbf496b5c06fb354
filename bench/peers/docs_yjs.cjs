// The documents scenario of chatos-bench, done by yjs: docs_yjs.cjs TRACE RESULT.
const fs = require("node:fs");
const Y = require("yjs");

const [trace, result] = process.argv.slice(2);
const data = fs.readFileSync(trace);
const updates = [];
for (let at = 0; at < data.length; ) {
  const length = data.readUInt32LE(at);
  updates.push(new Uint8Array(data.subarray(at + 4, at + 4 + length)));
  at += 4 + length;
}
const seconds = (body) => {
  const before = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};
const before = process.memoryUsage().rss;
const doc = new Y.Doc();
const apply = seconds(() => {
  for (const update of updates) Y.applyUpdate(doc, update);
});
const memory = Math.max(0, process.memoryUsage().rss - before);
const encoded = Y.encodeStateAsUpdate(doc);
const loaded = new Y.Doc();
const load = seconds(() => Y.applyUpdate(loaded, encoded));
fs.writeFileSync(result, `${apply} ${load} ${encoded.length} ${memory}`);
