/** Whether the room is looked at with its tools off: as its address says, so that it can be told and kept. */

const isAsked = (address) => address.searchParams.get("safe") === "1";

export class SafeMode {
  #location;
  #history;

  /** @param {Location} location @param {History} history */
  constructor(location, history) {
    this.#location = location;
    this.#history = history;
    this.isOn = isAsked(new URL(location.href));
  }

  /** @param {boolean} isOn */
  set(isOn) {
    this.isOn = isOn;
    const address = new URL(this.#location.href);
    if (isOn) address.searchParams.set("safe", "1");
    else address.searchParams.delete("safe");
    this.#history.replaceState(null, "", address);
  }
}
