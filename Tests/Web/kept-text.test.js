import assert from "node:assert/strict";
import test from "node:test";
import { textOf, titleOf } from "../../web/shell/room/kept-text.js";

test("[U10] what one copies of an op is the text its author wrote, without the outbox's id", () => {
  const script = "let a = 1\nlet b = 2";
  for (const [op, title, text] of [
    [{ type: "comment", body: "hello\nthere" }, "A comment", "hello\nthere"],
    [{ type: "upgrade", name: "t", markup: "", script }, "The tool “t”", script],
    [
      { type: "upgrade", name: "t", markup: "<b>", style: "b {}", script: "1" },
      "The tool “t”",
      "<!-- markup -->\n<b>\n\n/* style */\nb {}\n\n// script\n1",
    ],
    [{ type: "remove", name: "t" }, "The removal of “t”", ':remove {"name":"t"}'],
    [{ type: "dance" }, "“dance”", ":dance"],
    [{ type: "dance", text: "with me" }, "“dance”", ":dance with me"],
    [{ type: "dance", size: 3 }, "“dance”", ':dance {"size":3}'],
    [{ type: "comment", body: { odd: 1 } }, "A comment", ':comment {"body":{"odd":1}}'],
    [{ type: "__proto__", text: 1 }, "“__proto__”", ':__proto__ {"text":1}'],
  ]) {
    const sent = { ...op, id: "tab-1.1" };
    assert.deepEqual([titleOf(sent), textOf(sent)], [title, text]);
  }
});
