/** The platform's own functions, taken before any tool can replace them. They belong to no tool. */
export const natives = {
  addEventListener: EventTarget.prototype.addEventListener,
  removeEventListener: EventTarget.prototype.removeEventListener,
  setTimeout: globalThis.setTimeout.bind(globalThis),
  clearTimeout: globalThis.clearTimeout.bind(globalThis),
  setInterval: globalThis.setInterval.bind(globalThis),
  clearInterval: globalThis.clearInterval.bind(globalThis),
  requestAnimationFrame: globalThis.requestAnimationFrame?.bind(globalThis),
  cancelAnimationFrame: globalThis.cancelAnimationFrame?.bind(globalThis),
  // Not by `call`, which a tool can replace, and so get hold of the port.
  apply: Reflect.apply,
  createObjectURL: globalThis.URL?.createObjectURL?.bind(globalThis.URL),
  postMessage: globalThis.MessagePort?.prototype.postMessage,
};
