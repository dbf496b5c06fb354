import assert from "node:assert/strict";
import test from "node:test";
import { SafeMode } from "../../web/shell/safe-mode.js";

test("[U88] the address says whether tools are off, and is written when that changes", () => {
  const location = { href: "http://hub/r/lobby?begin=demo&safe=1#here" };
  const history = { replaceState: (_, __, address) => (location.href = String(address)) };
  const safe = new SafeMode(location, history);
  assert.equal(safe.isOn, true);
  safe.set(false);
  assert.equal(location.href, "http://hub/r/lobby?begin=demo#here");
  assert.equal(new SafeMode(location, history).isOn, false);
  safe.set(true);
  assert.equal(new SafeMode(location, history).isOn, true);
  assert.equal(new SafeMode({ href: "http://hub/r/lobby?safe=0" }, history).isOn, false);
});
