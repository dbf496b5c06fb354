"""What the tests of the gallery share: rooms in which one click installs a tool, and a look for what it leaves."""

import base64
import json
import struct
import zlib

from support import BrowserTest, Hub, Window

# Stands below the realm's own binding: what is left of a tool is counted by the platform's own functions.
COUNT = """
(() => {
  const live = (window.liveThings = { timers: new Map(), listeners: new Set() });
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const names = new Map([[window, 'window'], [document, 'document']]);
  const nameOf = (target) => names.get(target) ?? (['body', 'top', 'message', 'responses', 'send'].find(
    (name) => target === document.body && name === 'body' || target.id === name) ?? null);
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    addEventListener.call(this, type, listener, options);
    const target = nameOf(this ?? window);
    if (target === null || options?.signal?.aborted) return;
    const entry = { target, type, listener };
    live.listeners.add(entry);
    if (options?.signal) addEventListener.call(options.signal, 'abort', () => live.listeners.delete(entry));
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    removeEventListener.call(this, type, listener, options);
    for (const entry of live.listeners) {
      if (entry.type === type && entry.listener === listener) live.listeners.delete(entry);
    }
  };
  for (const [set, clear, once] of [['setTimeout', 'clearTimeout', true],
    ['setInterval', 'clearInterval', false], ['requestAnimationFrame', 'cancelAnimationFrame', true]]) {
    const [natively, stop] = [window[set].bind(window), window[clear].bind(window)];
    window[set] = (f, ...rest) => {
      if (typeof f !== 'function') return natively(f, ...rest);
      const id = natively((...args) => {
        if (once) live.timers.delete(`${set} ${id}`);
        f(...args);
      }, ...rest);
      live.timers.set(`${set} ${id}`, new Error().stack);
      return id;
    };
    window[clear] = (id) => (live.timers.delete(`${set} ${id}`), stop(id));
  }
})()
"""
# All of the page but what was said, and how each thing in it is dressed. Plain functions of a script stay
# global by intention, as other tools may call them.
PAGE = """() => {
  const attributes = (element) => [...element.attributes].filter(({ name, value }) =>
    (value !== '' || !['style', 'class'].includes(name)) && !['aria-invalid', 'aria-live'].includes(name)).map(({ name, value }) => `${name}=${value}`).sort();
  const kept = document.getElementById('responses');
  const walk = (element) => ({
    tag: element.tagName, is: attributes(element), on: typeof element.onkeydown,
    in: element === kept ? [...kept.querySelectorAll(':not(p, span, time, code)')].map((odd) => odd.tagName)
      : [...element.children].map(walk),
  });
  const page = walk(document.documentElement);
  const { timers, listeners } = window.liveThings;
  return JSON.stringify({
    page, timers: [...timers.keys()].length,
    listeners: [...listeners].map(({ target, type }) => `${target} ${type}`).sort(),
  }, null, 1);
}"""


def png(width, height):
    """A red picture."""
    chunk = lambda kind, data: (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    )
    rows = (b"\0" + b"\xff\0\0" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


DROP = """([selector, name, type, text]) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const given = new DataTransfer();
  given.items.add(new File([bytes], name, { type }));
  const target = document.querySelector(selector);
  for (const kind of ['dragover', 'drop']) {
    target.dispatchEvent(new DragEvent(kind, { dataTransfer: given, bubbles: true, cancelable: true }));
  }
}"""


class GalleryTest(BrowserTest):
    """One hub, and one person's storage each, for all; a room for each tool."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.shared = Hub()
        cls.addClassCleanup(cls.shared.close)
        cls.people = {}
        for name in ("Ada", "Bob", "Cleo"):
            context = cls.browser.new_context(viewport={"width": 1280, "height": 800})
            context.add_init_script(COUNT)
            cls.people[name] = context
            cls.addClassCleanup(context.close)

    def setUp(self):
        self.hub = self.shared

    def come(self, name, room):
        window = Window(self.browser, self.hub, room, context=self.people[name])
        self.addCleanup(window.page.close)
        return window

    def install(self, tool):
        """Two people in an empty room, in which one of them has clicked once."""
        ada, bob = self.come("Ada", tool), self.come("Bob", tool)
        self.tool, self.pair = tool, (ada, bob)
        for window in self.pair:
            window.until(lambda: window.people() == "2 here", "two people")
        # The page's own timers of its beginning are over by the time a tool is removed.
        self.before = [self.remains(window) for window in self.pair]
        ada.open_tools()
        ada.page.click("text=From the gallery")
        ada.page.click(f"button[data-offer={tool}]")
        for window in self.pair:
            window.until(
                lambda: window.evaluate("(tool) => chat.os.upgrades[tool] !== undefined", tool), f"{tool} at work"
            )
        ada.until(lambda: self.state(ada) == "running", f"{tool} to run")
        return self.pair

    def state(self, window):
        if window.page.is_visible(".gallery"):
            window.page.click(".gallery button:has-text('Tools')")
        return window.page.inner_text(f".tool-row[data-tool='{self.tool}'] .state")

    def newcomer(self):
        late = self.come("Cleo", self.tool)
        self.assertEqual(late.problems, [])
        return late

    def remains(self, window):
        """What the page is without what was said in it; timers as far as they are not the page's own."""
        return json.loads(window.evaluate(PAGE))

    def goes(self):
        """It is removed, and nothing of it is left with those who had it."""
        ada, bob = self.pair
        self.assertEqual(self.state(ada), "running")
        ada.command(f":remove {self.tool}")
        for window, before in zip(self.pair, self.before):
            window.until(
                lambda: window.evaluate("(tool) => chat.os.upgrades[tool] === undefined", self.tool), "it to go"
            )
            # A welcome that is hidden again and a time that has run out are the page's own.
            last = {}

            def clean():
                last["page"] = self.remains(window)
                return differences(before, last["page"]) == []

            try:
                window.until(clean, "nothing to be left")
            except AssertionError:
                self.fail(f"{self.tool} leaves: {differences(before, last['page'])}")
            self.assertEqual(window.problems, [])

    def drop(self, window, selector, name, kind, data):
        window.evaluate(DROP, [selector, name, kind, base64.b64encode(data).decode()])

    def both(self, condition, what):
        for window in self.pair:
            window.until(lambda: condition(window), what)


def differences(before, after):
    """What is in the page now and was not, or the other way round; empty where it is the same."""
    found = []
    if after["timers"] > before["timers"]:
        found.append(f"{after['timers']} timers instead of {before['timers']}")
    if before["listeners"] != after["listeners"]:
        found.append(f"listeners: {after['listeners']} instead of {before['listeners']}")
    compare(before["page"], after["page"], "", found)
    return found


def compare(before, after, path, found):
    if before == after:
        return
    here = f"{path}/{after['tag']}" if isinstance(after, dict) else path
    if not isinstance(before, dict) or not isinstance(after, dict) or len(before["in"]) != len(after["in"]):
        found.append(f"{here}: {json.dumps(after)[:300]}")
    elif before["is"] != after["is"] or before["on"] != after["on"]:
        # One comes back to an empty room, or to one that is none any more.
        if not any("id=welcome" in attribute for attribute in after["is"]):
            found.append(f"{here}: {after['is']} was {before['is']}")
    if isinstance(before, dict) and isinstance(after, dict):
        for old, new in zip(before["in"], after["in"]):
            compare(old, new, here, found)
