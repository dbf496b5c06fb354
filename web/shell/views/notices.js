/**
 * What is said of tools that went too far, in words. @typedef {import("./toaster.js").Toast} Toast
 */

/** @param {number} dropped messages @param {string | null} tool @returns {Toast} */
export const flooded = (dropped, tool) => ({
  title: tool === null ? "A tool says too much" : `The tool “${tool}” says too much`,
  detail: `${dropped.toLocaleString()} of its messages were dropped.`,
  tone: "bad",
});

/** @param {number} size in bytes @returns {Toast} */
export const tooLarge = (size) => ({
  title: "Too large to send",
  detail: `${Math.round(size / 1024)} kB in one op is more than the hub takes.`,
  tone: "bad",
});

/** @param {string} name @param {string} reason @param {() => void} start @returns {Toast} */
export const stopped = (name, reason, start) => ({
  title: `Stopped the tool “${name}”`,
  detail: reason,
  tone: "bad",
  action: { label: "Start it", run: start },
});

/** @type {Toast} */
export const FROZE = {
  title: "This page froze at your last visit",
  detail: "One of its tools may be the reason, so they are off. Turn them on when you know which to remove.",
  tone: "bad",
};
