/** Says aloud that the connection went and came back: once each, and not at the beginning. */

export class ConnectionVoice {
  #said = "connecting";
  #announce;

  /** @param {(words: string) => void} announce */
  constructor(announce) {
    this.#announce = announce;
  }

  /** @param {string} state of the connection as it now is */
  connection(state) {
    const told = state === "connected" || state === "stopped" ? state : "offline";
    if (state === "connecting" || told === this.#said) return;
    if (told !== "connected") {
      this.#announce(told === "offline" ? "Offline; what you do is kept" : "Disconnected");
    } else if (this.#said !== "connecting") this.#announce("Connected again");
    this.#said = told;
  }
}
