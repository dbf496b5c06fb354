/** Says aloud that the connection went and came back: what the words in the bar say to who sees them. */

export class ConnectionNews {
  #announce;
  #told = "connecting";

  /** @param {(text: string) => void} announce */
  constructor(announce) {
    this.#announce = announce;
  }

  /** @param {string} state the driver's */
  update(state) {
    const told = state === "connected" || state === "stopped" ? state : "offline";
    if (state === "connecting" || told === this.#told) return;
    if (told !== "connected") this.#announce(told === "offline" ? "Offline; what you do is kept" : "Disconnected");
    else if (this.#told !== "connecting") this.#announce("Connected again");
    this.#told = told;
  }
}
