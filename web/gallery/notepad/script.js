const box = document.getElementById("notepad");
const area = box.querySelector("textarea");
document.getElementById("responses")?.before(box);
chat.os.onGone("notepad", () => box.remove());

/** Between the halves of a character nothing is inserted or taken. */
const isHalf = (character) => character >= "\udc00" && character <= "\udfff";

chat.os.doc("notepad").then((doc) => {
  const text = doc.getText("words");
  area.addEventListener("input", () => {
    const [before, now] = [text.toString(), area.value];
    const most = Math.min(before.length, now.length);
    let [from, same] = [0, 0];
    while (from < most && before[from] === now[from]) from += 1;
    if (isHalf(before[from]) || isHalf(now[from])) from -= 1;
    while (same < most - from && before.at(-1 - same) === now.at(-1 - same)) same += 1;
    if (isHalf(before.at(-same)) && same > 0) same -= 1;
    doc.transact(() => {
      text.delete(from, before.length - same - from);
      text.insert(from, now.slice(from, now.length - same));
    }, area);
  });
  const show = (event) => {
    if (event?.transaction.origin === area) return;
    let at = 0;
    let places = [area.selectionStart, area.selectionEnd];
    for (const { retain = 0, insert = "", delete: gone = 0 } of event?.delta ?? []) {
      places = places.map((place) => place > at ? Math.max(at, place - gone) + insert.length : place);
      at += retain + insert.length;
    }
    area.value = text.toString();
    area.setSelectionRange(...places);
  };
  text.observe(show);
  chat.os.onGone("notepad", () => text.unobserve(show));
  show();
  area.disabled = false;
}, (error) => {
  area.placeholder = error.message;
});
