"""The pages as their users meet them: the front page, the keyboard, the phone, the dark."""

from support import ARTEFACTS, BrowserTest

# Whether what is typed goes into the code.
EDITS = "() => document.activeElement?.shadowRoot?.activeElement?.classList.contains('cm-content') ?? false"


class Pages(BrowserTest):
    def test_the_front_page_opens_a_room(self):
        page = self.browser.new_page()
        self.addCleanup(page.close)
        page.goto(self.hub.address + "/")
        page.screenshot(path=str(ARTEFACTS / "home.png"))
        page.keyboard.type("little workshop")
        page.keyboard.press("Enter")
        page.wait_for_url("**/r/little%20workshop")
        page.wait_for_selector(".connection[data-state=connected]")
        page.goto(self.hub.address + "/")
        page.wait_for_selector("text=little workshop")

    def test_localhost_is_sent_to_the_shells_host(self):
        page = self.browser.new_page()
        self.addCleanup(page.close)
        page.goto(f"http://localhost:{self.hub.port}/r/lobby")
        self.assertEqual(page.url, f"{self.hub.address}/r/lobby")

    def test_the_keyboard_alone_is_enough(self):
        window = self.window()
        keyboard = window.page.keyboard
        window.page.click("#room-name")
        keyboard.press("t")
        window.until(lambda: window.page.get_attribute("button.tools", "aria-expanded") == "true", "the drawer")
        window.page.focus("text=New tool")
        keyboard.press("Enter")
        window.page.wait_for_selector(".tool-title:focus")
        keyboard.type("typed")
        keyboard.press("Enter")
        window.until(lambda: window.page.evaluate(EDITS), "the editor to be ready")
        keyboard.type("document.body.dataset.typed = 'yes'")
        keyboard.press("Control+Enter")
        window.until(lambda: window.evaluate("() => document.body.dataset.typed") == "yes", "the tool to run")
        keyboard.press("Escape")
        keyboard.press("Escape")
        keyboard.type("back in the room")
        keyboard.press("Enter")
        window.sees("back in the room")

    def test_each_state_has_a_picture(self):
        author = self.window()
        author.say("A room is a page that the people in it program together.")
        author.say(":upgrade {name: 'sun', markup: '<div id=sun></div>', style: '#sun {width:96px;height:96px;border-radius:50%;background:orange;margin:24px auto}'}")
        author.sees("program together")
        sizes = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
        for scheme in ("light", "dark"):
            for name, viewport in sizes.items():
                window = self.window(color_scheme=scheme, viewport=viewport)
                window.sees("program together")
                window.screenshot(f"room-{scheme}-{name}")
                window.open_tools()
                window.page.wait_for_timeout(300)
                window.screenshot(f"tools-{scheme}-{name}")
                page = window.page
                self.assertLessEqual(page.evaluate("() => document.documentElement.scrollWidth"), viewport["width"])
        empty = self.window("a-new-room", color_scheme="dark")
        empty.screenshot("empty-room")
