"""The rooms that the front page offers."""

from support import ROOT, BrowserTest, Window


class ReadyRooms(BrowserTest):
    def open(self, kind):
        page = self.browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        self.addCleanup(page.context.close)
        page.goto(self.hub.address)
        page.click(f"a[data-begin='{kind}']")
        page.wait_for_url("**/r/*")
        return Window(self.browser, self.hub, context=page.context, page=page)

    def test_an_empty_one(self):
        self.open("").sees("An empty room.")

    def test_one_beside_the_gallery(self):
        window = self.open("gallery")
        window.until(lambda: window.page.is_visible("button[data-offer=poll]"), "the gallery")
        window.page.click("button[data-offer=poll]")
        window.until(lambda: window.realm.query_selector("#polls"), "the tool")
        self.assertNotIn("begin", window.page.url)

    def test_the_recorded_demo_is_as_its_three_people_left_it_and_goes_on(self):
        self.hub.kill()
        self.hub.forget()
        self.hub.start(more=["--demo", str(ROOT / "web" / "rooms" / "demo.ndjson")])
        page = self.browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        self.addCleanup(page.context.close)
        page.goto(self.hub.address)
        page.wait_for_selector("a[data-begin=demo][href='/r/demo']")
        page.click("a[data-begin=demo]")
        page.wait_for_url("**/r/demo")
        window = Window(self.browser, self.hub, context=page.context, page=page)
        window.sees("That is what I meant.")
        self.assertIn("Made by three people", window.text())
        self.assertEqual(window.realm.eval_on_selector_all("#kanban [data-column=done] li", "(cards) => cards.length"), 3)
        window.until(lambda: "2 votes" in window.text(), "the votes")
        window.screenshot("demo-recorded-room")
        window.realm.click("#polls >> text=A game")
        window.until(lambda: "1 vote" in window.realm.inner_text("#polls button >> nth=0"), "one's own vote")
        window.open_tools()
        window.page.click("[data-tool=greeting]")
        window.page.click(".editor-actions >> text=History")
        window.until(lambda: "v2 by Cem" in window.page.inner_text(".history-list"), "who made what")
        self.assertEqual(window.problems, [])

    def test_a_demo_to_play_with(self):
        window = self.open("demo")
        window.sees("Make a tool of your own")
        window.until(lambda: "A game" in window.text(), "the poll")
        friend = self.browser.new_context()
        self.addCleanup(friend.close)
        page = friend.new_page()
        # The link as its maker had it: what is in the room is not put there again.
        page.goto(f"{window.page.url}?begin=demo")
        other = Window(self.browser, self.hub, context=friend, page=page)
        other.realm.click("#polls >> text=A game")
        window.until(lambda: "1 vote" in window.text(), "the other's vote")
        self.assertEqual(window.realm.eval_on_selector_all("#kanban li", "(cards) => cards.length"), 3)
        self.assertEqual(window.realm.eval_on_selector_all("#polls fieldset", "(polls) => polls.length"), 1)
        window.screenshot("demo-room")
        # Loaded again, a board's cards are on the board, and nowhere as something that nobody understood.
        window.page.reload()
        window.connected()
        window.sees("Make a tool of your own")
        self.assertNotIn(":card", window.text())
        self.assertEqual(window.problems + other.problems, [])
