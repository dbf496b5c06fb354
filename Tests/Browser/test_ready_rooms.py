"""The rooms that the front page offers."""

from support import BrowserTest, Window


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
