"""Each tool of the gallery: installed by one click, used by two people, met by a third, taken away again."""

import base64
import json
import re
import struct
import zlib

from support import PATIENCE_SECONDS, BrowserTest, Hub, Window

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


class Gallery(BrowserTest):
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

    # MARK: How the page looks

    def test_background(self):
        ada, bob = self.install("background")
        ada.say(":background rgb(1, 2, 3)")
        colour = lambda window: window.evaluate("() => getComputedStyle(document.body).backgroundColor")
        self.both(lambda window: colour(window) == "rgb(1, 2, 3)", "the colour")
        late = self.newcomer()
        late.until(lambda: colour(late) == "rgb(1, 2, 3)", "the colour for a newcomer")
        bob.say(":background no such colour")
        self.both(lambda window: colour(window) != "rgb(1, 2, 3)", "the page's own")
        ada.say(":background linear-gradient(red, blue)")
        bob.until(lambda: "gradient" in bob.evaluate("() => document.body.style.background"), "a gradient")
        self.goes()

    def test_theme(self):
        ada, bob = self.install("theme")
        ada.say(":theme paper")
        ground = lambda window: window.evaluate("() => getComputedStyle(document.body).getPropertyValue('--ground')")
        self.both(lambda window: ground(window) == "#f6f1e5", "paper")
        late = self.newcomer()
        late.until(lambda: ground(late) == "#f6f1e5", "paper for a newcomer")
        bob.say(":theme nonsense")
        self.both(lambda window: ground(window) != "#f6f1e5", "the plain page")
        bob.say(":theme dusk")
        self.both(lambda window: ground(window) == "#1a1530", "dusk")
        self.goes()

    def test_panes(self):
        ada, bob = self.install("panes")
        side = lambda window: window.evaluate("() => document.body.dataset.panes")
        self.both(lambda window: side(window) == "left", "panes at once")
        ada.say(":panes right")
        bob.until(lambda: side(bob) == "right", "the other side")
        ada.realm.focus("#panes-bar")
        width = lambda window: window.evaluate("() => document.getElementById('top').getBoundingClientRect().width")
        before, theirs = width(ada), width(bob)
        ada.realm.press("#panes-bar", "ArrowLeft")
        ada.until(lambda: width(ada) > before, "a wider pane")
        self.assertEqual(width(bob), theirs)
        late = self.newcomer()
        late.until(lambda: side(late) == "right", "the side for a newcomer")
        self.goes()

    # MARK: Talking

    def test_command_history(self):
        ada, bob = self.install("command-history")
        for line in ("first words", ":wave twice"):
            ada.say(line)
        bob.sees("first words")
        value = lambda: ada.realm.input_value("#message")
        ada.realm.fill("#message", "half a")
        for key, expected in (
            ("ArrowUp", ":wave twice"),
            ("ArrowUp", "first words"),
            ("ArrowUp", "first words"),
            ("ArrowDown", ":wave twice"),
            ("ArrowDown", "half a"),
        ):
            ada.realm.press("#message", key)
            self.assertEqual(value(), expected)
        ada.realm.fill("#message", "")
        bob.realm.press("#message", "ArrowUp")
        self.assertEqual(bob.realm.input_value("#message"), "")
        self.goes()

    def test_events(self):
        ada, bob = self.install("events")
        said = ada.realm.inner_text("#responses")
        late = self.newcomer()
        told = lambda window: window.realm.inner_text("#events")
        self.both(lambda window: "came in" in told(window), "the news of a coming")
        self.assertEqual(ada.realm.inner_text("#responses"), said)
        late.command(":upgrade {name: 'sign', markup: '<b>a sign</b>'}")
        self.both(lambda window: "ran sign" in told(window), "the news of a tool")
        late.command(":remove sign")
        self.both(lambda window: "removed sign" in told(window), "the news of one that went")
        late.page.close()
        self.both(lambda window: "left" in told(window), "the news of a going")
        self.goes()

    def test_online(self):
        ada, bob = self.install("online")
        names = lambda window: window.realm.inner_text("#online ul").split("\n")
        self.both(lambda window: len(names(window)) == 2, "two people")
        late = self.newcomer()
        late.until(lambda: len(names(late)) == 3, "three people")
        self.both(lambda window: len(names(window)) == 3, "three people")
        self.assertEqual(sum("(you)" in name for name in names(late)), 1)
        late.page.close()
        self.both(lambda window: len(names(window)) == 2, "two people again")
        self.goes()

    def test_side_chat(self):
        ada, bob = self.install("side-chat")
        ada.realm.fill("#side-chat input", "at the side")
        ada.realm.press("#side-chat input", "Enter")
        said = lambda window: window.realm.inner_text("#side-chat ol")
        self.both(lambda window: "at the side" in said(window), "what was said")
        bob.say("an answer")
        self.both(lambda window: said(window).index("an answer") > said(window).index("at the side"), "the order")
        late = self.newcomer()
        late.until(lambda: "an answer" in said(late), "what was said before one came")
        self.assertEqual(late.evaluate("() => document.querySelectorAll('#side-chat svg').length"), 2)
        self.goes()

    def test_image(self):
        ada, bob = self.install("image")
        self.drop(ada, "#responses", "a cat.png", "image/png", png(160, 90))
        shown = "() => [...document.querySelectorAll('.picture img')].filter((image) => image.naturalWidth > 0).length"
        self.both(lambda window: window.evaluate(shown) == 1, "the picture")
        bob.sees("a cat.png")
        late = self.newcomer()
        late.until(lambda: late.evaluate(shown) == 1, "the picture for a newcomer")
        bob.say(":image http://127.0.0.1:9/cat.jpg A cat far away")
        ada.sees("can't be shown here")
        self.goes()

    # MARK: Working together

    def test_poll(self):
        ada, bob = self.install("poll")
        ada.say(":poll Where do we eat? | Noodles | Salad")
        self.both(lambda window: window.realm.query_selector("#polls fieldset"), "the poll")
        votes = lambda window: re.findall(r"\d+ votes?", window.realm.inner_text("#polls"))
        ada.realm.click("#polls >> text=Noodles")
        bob.until(lambda: votes(bob) == ["1 vote", "0 votes"], "a vote")
        bob.realm.click("#polls >> text=Noodles")
        self.both(lambda window: votes(window) == ["2 votes", "0 votes"], "two votes")
        bob.realm.click("#polls >> text=Salad")
        self.both(lambda window: votes(window) == ["1 vote", "1 vote"], "a vote that was changed")
        late = self.newcomer()
        late.until(lambda: votes(late) == ["1 vote", "1 vote"], "the votes for a newcomer")
        self.goes()

    def test_kanban(self):
        ada, bob = self.install("kanban")
        ada.realm.fill("#kanban input", "write a test")
        ada.realm.press("#kanban input", "Enter")
        ada.say(":card see it fail")
        column = lambda window, name: window.realm.inner_text(f"#kanban [data-column={name}] ul").split("\n")
        self.both(lambda window: column(window, "todo") == ["write a test", "see it fail"], "two cards")
        bob.realm.focus("#kanban >> text=write a test")
        bob.realm.press("#kanban >> text=write a test", "ArrowRight")
        self.both(lambda window: column(window, "doing") == ["write a test"], "the card moved")
        bob.realm.drag_and_drop("#kanban >> text=see it fail", "#kanban [data-column=done]")
        self.both(lambda window: column(window, "done") == ["see it fail"], "the card dragged")
        late = self.newcomer()
        late.until(lambda: column(late, "done") == ["see it fail"], "the board for a newcomer")
        ada.realm.press("#kanban >> text=see it fail", "Delete")
        self.both(lambda window: column(window, "done") == [""], "the card to go")
        self.goes()

    def test_code_wall(self):
        ada, bob = self.install("code-wall")
        ada.say(":code")
        ada.realm.fill("#code-wall input", "sum up")
        ada.realm.fill("#code-wall textarea", "let sum = 0;\nfor (const n of list) sum += n;\nreturn sum;")
        ada.realm.click("#code-wall >> text=Hang it up")
        self.both(lambda window: window.realm.query_selector("#code-wall [data-line='3']"), "the code")
        bob.realm.click("#code-wall [data-line='2'] button")
        self.assertEqual(bob.realm.input_value("#message"), "#sum-up:2 ")
        bob.say("why a loop, in #sum-up:2 ?")
        ada.realm.wait_for_selector(".code-link", timeout=PATIENCE_SECONDS * 1000)
        ada.realm.click(".code-link")
        self.assertEqual(ada.realm.inner_text("#code-wall .here code"), "for (const n of list) sum += n;")
        late = self.newcomer()
        late.until(lambda: "sum += n" in late.text(), "the code for a newcomer")
        self.goes()
        ada.sees("why a loop, in #sum-up:2 ?")

    def test_tool_browser(self):
        ada, bob = self.install("tool-browser")
        bob.command(":upgrade {name: 'sign', markup: '<b>a sign</b>'}")
        self.both(lambda window: "sign by" in window.realm.inner_text("#tool-browser"), "the tool in the list")
        ada.realm.click("#tool-browser summary:has-text('sign')")
        ada.until(lambda: "<b>a sign</b>" in ada.realm.inner_text("#tool-browser"), "its source")
        bob.command(":remove sign")
        self.both(lambda window: "sign by" not in window.realm.inner_text("#tool-browser"), "the tool to go")
        self.goes()

    def test_tool_editor(self):
        ada, bob = self.install("tool-editor")
        ada.realm.fill("#tool-editor input", "sign")
        ada.realm.fill("#tool-editor [data-part=markup]", "<b id=sign>first</b>")
        ada.realm.press("#tool-editor [data-part=markup]", "Control+Enter")
        ada.until(ada.asks, "to be asked")
        ada.page.click("#asking >> text=Allow")
        bob.sees("first")
        ada.until(lambda: "Published." in ada.realm.inner_text("#tool-editor"), "that it is there")
        bob.realm.fill("#tool-editor input", "sign")
        bob.realm.click("#tool-editor >> text=Load")
        self.assertEqual(bob.realm.input_value("#tool-editor [data-part=markup]"), "<b id=sign>first</b>")
        ada.realm.fill("#tool-editor [data-part=markup]", "<b id=sign>second</b>")
        ada.realm.press("#tool-editor [data-part=markup]", "Control+Enter")
        bob.sees("second")
        bob.realm.click("#tool-editor >> text=Publish")
        self.assertIn("another version", bob.realm.inner_text("#tool-editor"))
        ada.command(":remove sign")
        bob.until(lambda: bob.realm.query_selector("#sign") is None, "the sign to go")
        self.goes()

    # MARK: Showing

    def test_presentation(self):
        ada, bob = self.install("presentation")
        ada.say(":slide Welcome | to all")
        ada.say(":slide The end")
        self.both(lambda window: "1 of 2" in window.text(), "two slides")
        bob.realm.click("#slides >> text=Next")
        self.both(lambda window: "2 of 2" in window.text() and "The end" in window.text(), "the second for all")
        late = self.newcomer()
        late.until(lambda: "2 of 2" in late.text(), "the same for a newcomer")
        late.realm.press("#slides", "ArrowLeft")
        self.both(lambda window: "to all" in window.text(), "the first again")
        self.goes()

    def test_walkthrough(self):
        ada, bob = self.install("walkthrough")
        self.drop(ada, "#walk .wall", "login.png", "image/png", png(160, 90))
        self.both(lambda window: window.realm.query_selector("#walk figure img"), "the picture")
        bob.realm.click("#walk figure img", position={"x": 20, "y": 20})
        bob.realm.fill("#walk .note textarea", "what if one forgot it?")
        bob.realm.press("#walk .note textarea", "Enter")
        self.both(lambda window: "what if one forgot it?" in window.text(), "the note")
        ada.realm.click("#walk >> text=Next step")
        step = lambda window: window.realm.inner_text("#walk [aria-current]")
        self.both(lambda window: step(window).startswith("Designers"), "the second step")
        late = self.newcomer()
        late.until(lambda: "what if one forgot it?" in late.text() and step(late).startswith("Designers"), "all of it")
        late.realm.click("#walk >> text=As Markdown")
        taken = late.realm.input_value("#walk > textarea")
        self.assertIn("## login.png", taken)
        self.assertRegex(taken, r"(?m)^- what if one forgot it\? \(.+\)$")
        self.goes()

    def test_followers(self):
        ada, bob = self.install("followers")
        feed = "<rss><channel><item><title>It is out</title><link>https://e.example/1</link></item></channel></rss>"
        op = {"url": "https://e.example/feed", "status": 200, "body": feed, "name": "followed https://e.example/feed"}
        ada.evaluate("(op) => chat.os.send('', { type: 'followed', ...op })", op)
        self.both(lambda window: "It is out" in window.text(), "the news")
        broken = {**op, "url": "https://b.example/feed", "body": "<rss><chan", "name": "followed b"}
        bob.evaluate("(op) => chat.os.send('', { type: 'followed', ...op })", broken)
        self.both(lambda window: "nothing that is a feed" in window.text(), "what is wrong")
        failed = {"url": "https://c.example/", "error": "timed out", "name": "followed c"}
        bob.evaluate("(op) => chat.os.send('', { type: 'followed', ...op })", failed)
        late = self.newcomer()
        late.until(lambda: "It is out" in late.text() and "timed out" in late.text(), "all of it for a newcomer")
        self.goes()

    # MARK: Playing

    def test_mural(self):
        ada, bob = self.install("mural")
        inked = """() => {
          const { width, height } = document.querySelector('#mural canvas');
          const { data } = document.querySelector('#mural canvas').getContext('2d').getImageData(0, 0, width, height);
          return data.some((value) => value > 0);
        }"""
        box = ada.realm.query_selector("#mural canvas").bounding_box()
        ada.page.mouse.move(box["x"] + 50, box["y"] + 50)
        ada.page.mouse.down()
        ada.page.mouse.move(box["x"] + 200, box["y"] + 120, steps=5)
        bob.until(lambda: bob.realm.query_selector("#mural .pointers span"), "the other's pointer")
        bob.until(lambda: bob.evaluate(inked), "the stroke while it is drawn")
        ada.page.mouse.up()
        late = self.newcomer()
        late.until(lambda: late.evaluate(inked), "the stroke for a newcomer")
        bob.realm.click("#mural >> text=Undo mine")
        ada.realm.click("#mural >> text=Undo mine")
        for window in (*self.pair, late):
            window.until(lambda: not window.evaluate(inked), "an empty wall")
        self.goes()

    def test_bounce(self):
        ada, bob = self.install("bounce")
        off = lambda window: window.evaluate(
            "() => { const { m41, m42 } = new DOMMatrix(getComputedStyle(document.getElementById('bounce')).transform);"
            " return Math.hypot(m41, m42); }"
        )
        box = ada.realm.query_selector("#bounce").bounding_box()
        ada.page.mouse.move(box["x"] + 40, box["y"] + 40)
        ada.page.mouse.down()
        ada.page.mouse.move(box["x"] + 240, box["y"] - 160, steps=6)
        bob.until(lambda: off(bob) > 150, "the shape to move with the other's hand")
        ada.page.mouse.up()
        self.both(lambda window: off(window) < 1, "the shape to be where it was")
        bob.realm.press("#bounce", "ArrowUp")
        ada.until(lambda: off(ada) > 20, "a push")
        self.goes()

    def test_livecode(self):
        ada, bob = self.install("livecode")
        colour = "() => [...document.querySelector('#livecode canvas').getContext('2d').getImageData(9, 9, 1, 1).data]"
        ada.realm.fill("#livecode textarea", "c.fillStyle = 'rgb(10, 200, 30)'; c.fillRect(0, 0, w, h);")
        ada.realm.press("#livecode textarea", "Control+Enter")
        self.both(lambda window: window.evaluate(colour) == [10, 200, 30, 255], "the drawing")
        bob.until(lambda: "flash" in (bob.realm.get_attribute("#livecode", "class") or ""), "a flash")
        bob.realm.fill("#livecode textarea", "for (")
        bob.realm.press("#livecode textarea", "Control+Enter")
        self.assertIn("Not run", bob.realm.inner_text("#livecode"))
        late = self.newcomer()
        late.until(lambda: late.evaluate(colour) == [10, 200, 30, 255], "the drawing for a newcomer")
        bob.realm.fill("#livecode textarea", "nobody.knows()")
        bob.realm.press("#livecode textarea", "Control+Enter")
        ada.until(lambda: "It stopped" in ada.realm.inner_text("#livecode"), "what stopped it")
        self.goes()

    def test_symphony(self):
        ada, bob = self.install("symphony")
        self.drop(ada, "#symphony", "x.fasta", "text/plain", b">a gene\nGATTACA\nGATTACAGG\n")
        self.both(lambda window: "16 bases, 5 notes" in window.text(), "the sequence")
        bob.realm.click("#symphony >> text=Play for all")
        note = lambda window: int(window.realm.get_attribute("#symphony canvas", "data-note") or -1)
        self.both(lambda window: note(window) >= 0, "it to play")
        # Both are asked at one moment; a beat may fall between the two questions.
        gaps = [abs(note(ada) - note(bob)) for _ in range(5)]
        self.assertLessEqual(sorted(gaps)[2], 1)
        late = self.newcomer()
        late.until(lambda: note(late) >= 0, "a newcomer to fall in")
        ada.realm.click("#symphony >> text=Stop for all")
        self.both(lambda window: note(window) == -1, "silence")
        self.goes()


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
