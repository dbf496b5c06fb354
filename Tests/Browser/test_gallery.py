"""Each tool of the gallery: installed by one click, used by two people, met by a third, taken away again."""

import re

from gallery_rooms import GalleryTest, png
from support import PATIENCE_SECONDS


class Gallery(GalleryTest):
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

    # MARK: Writing

    def test_notepad(self):
        ada, bob = self.install("notepad")
        words = lambda window: window.realm.input_value("#notepad textarea")
        ready = lambda window: window.realm.is_enabled("#notepad textarea")
        self.both(ready, "the document")
        ada.realm.type("#notepad textarea", "bread ")
        bob.until(lambda: words(bob) == "bread ", "what the other wrote")
        bob.realm.focus("#notepad textarea")
        bob.page.keyboard.press("Control+End")
        ada.realm.focus("#notepad textarea")
        ada.page.keyboard.press("Control+Home")
        for _ in range(10):
            ada.page.keyboard.type("a")
            bob.page.keyboard.type("b")
        self.both(lambda window: words(window) == "a" * 10 + "bread " + "b" * 10, "every letter, and carets that stay")
        late = self.newcomer()
        late.until(lambda: words(late) == words(ada), "the text for a newcomer")
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
