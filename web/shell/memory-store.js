/**
 * A browser's storage, or one that forgets where the browser keeps none (a private window may refuse).
 * @param {"localStorage" | "sessionStorage"} name @returns {Storage}
 */
export function memoryStore(name) {
  try {
    const storage = window[name];
    storage.getItem("chatos");
    return storage;
  } catch {
    return new ForgetfulStore();
  }
}

class ForgetfulStore {
  #items = new Map();

  get length() {
    return this.#items.size;
  }

  key(index) {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    this.#items.set(key, String(value));
  }

  removeItem(key) {
    this.#items.delete(key);
  }
}
