/**
 * Listeners, timers and frames that a tool takes from the platform itself: bound to the version that took
 * them, so that they go with it and their errors have a name. Code that no tool owns is left alone.
 */

import { natives } from "#realm/natives.js";

/**
 * @param {import("#realm/owners.js").Owners} owners
 * @param {import("#realm/replaceables.js").Replaceables} replaceables
 */
export function bindPlatform(owners, replaceables) {
  bindListeners(owners, replaceables);
  bindTimer("setTimeout", "clearTimeout", owners, true);
  bindTimer("setInterval", "clearInterval", owners, false);
  bindTimer("requestAnimationFrame", "cancelAnimationFrame", owners, true);
}

function bindListeners(owners, replaceables) {
  /** @type {WeakMap<object, Set<Function>>} what stands in for a listener */
  const standIns = new WeakMap();

  EventTarget.prototype.addEventListener = function addEventListener(type, listener, options) {
    const lasting = replaceables.signalOf(listener);
    const owner = lasting ? null : owners.caller();
    const signal = lasting ?? owner?.signal;
    if (!signal || !listener) return natives.addEventListener.call(this, type, listener, options);
    const given = typeof options === "object" && options !== null ? options : { capture: Boolean(options) };
    const signals = given.signal ? AbortSignal.any([signal, given.signal]) : signal;
    const target = owner ? standInFor(listener, owner, owners, standIns) : listener;
    return natives.addEventListener.call(this, type, target, { ...given, signal: signals });
  };

  EventTarget.prototype.removeEventListener = function removeEventListener(type, listener, options) {
    for (const standIn of (listener && standIns.get(listener)) ?? []) {
      natives.removeEventListener.call(this, type, standIn, options);
    }
    return natives.removeEventListener.call(this, type, listener, options);
  };
}

/** One per listener and version, so that adding the same listener twice still adds it once. */
function standInFor(listener, owner, owners, standIns) {
  const known = standIns.get(listener) ?? new Set();
  standIns.set(listener, known);
  for (const standIn of known) {
    if (standIn.owner === owner) return standIn;
    // What an earlier version used was removed with it.
    if (standIn.owner.signal.aborted) known.delete(standIn);
  }
  const standIn = function (event) {
    return owners.run(owner, () =>
      typeof listener === "function" ? listener.call(this, event) : listener.handleEvent(event),
    ).value;
  };
  standIn.owner = owner;
  known.add(standIn);
  return standIn;
}

function bindTimer(set, clear, owners, once) {
  const nativeSet = natives[set];
  const nativeClear = natives[clear];
  globalThis[set] = function (f, ...rest) {
    const owner = typeof f === "function" ? owners.caller() : null;
    if (!owner) return nativeSet(f, ...rest);
    const id = nativeSet((...args) => {
      if (once) forget();
      owners.run(owner, () => f.apply(globalThis, args));
    }, ...rest);
    const forget = owner.onGone(() => nativeClear(id));
    return id;
  };
}
