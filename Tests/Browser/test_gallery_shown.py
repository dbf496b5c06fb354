"""The tools of the gallery that show or play something, each with two people and a third."""

from gallery_rooms import GalleryTest, png


class GalleryShown(GalleryTest):
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
        self.drop(ada, "#slides", "a cat.png", "image/png", png(160, 90))
        self.both(lambda window: "1 of 3" in window.text(), "one slide more")
        for page in ("2 of 3", "3 of 3"):
            ada.realm.click("#slides >> text=Next")
            self.both(lambda window: page in window.text(), page)
        width = "() => document.querySelector('#slides img')?.naturalWidth"
        self.both(lambda window: window.evaluate(width) == 160, "the picture on it")
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
        # The hub asks nobody on its own machine, and says so; that it was told to is seen by all.
        ada.say(":follow http://127.0.0.1:9/feed")
        ada.until(lambda: ada.asks() == "" or ada.page.click("#asking >> text=Allow"), "to be asked")
        self.both(lambda window: "Asked every 15 minutes: http://127.0.0.1:9/feed" in window.text(), "what is followed")
        self.both(lambda window: window.realm.query_selector("#followers [data-failed]"), "why nothing comes of it")
        ada.say(":unfollow http://127.0.0.1:9/feed")
        self.both(lambda window: "Asked every" not in window.text(), "that it is not followed any more")
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
