/** What an empty part shows: the beginning of a tool that makes a bell. */
export const HINTS = {
  markup: "<button id=\"bell\">Ring</button>",
  style: "#bell { font-size: 32px }",
  script: [
    "document.getElementById('bell').onclick = () => {",
    "  chat.os.send({ type: 'ring', persist: false })",
    "}",
    "",
    "chat.os.addInputHandler(function bell(message, next) {",
    "  if (message.type !== 'ring') return next()",
    "  document.body.animate({ scale: [1, 1.02, 1] }, 200)",
    "})",
  ].join("\n"),
};
