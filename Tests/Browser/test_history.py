"""The history of a tool, as two people see it."""

from support import BrowserTest


class History(BrowserTest):
    def versions(self, window):
        return window.page.inner_text(".history-list")

    def test_versions_differences_and_the_way_back(self):
        ada, bob = self.window(), self.window()
        ada.publish("sign", markup="<b id=sign>first</b>\n<i>stays</i>")
        bob.sees("first")
        bob.command(":upgrade {name: 'sign', markup: '<b id=sign>second</b>\\n<i>stays</i>'}")
        ada.sees("second")
        ada.page.click(".editor-actions >> text=History")
        ada.until(lambda: "v2 by" in self.versions(ada) and "v1 by you" in self.versions(ada), "two versions")
        self.assertLess(self.versions(ada).index("v2"), self.versions(ada).index("v1"))
        self.assertIn("+1 −1", self.versions(ada))

        ada.page.click(".history-list .tool-row >> nth=0")
        self.assertEqual(ada.page.inner_text(".diff-line.out code"), "<b id=sign>first</b>")
        self.assertEqual(ada.page.inner_text(".diff-line.in code"), "<b id=sign>second</b>")
        ada.page.click("text=Who wrote what")
        lines = ada.page.inner_text(".diff").split("\n")
        self.assertRegex(lines[0], r"^v2 ")
        self.assertIn("v1 you", lines)
        ada.page.click("text=Who wrote what")

        ada.page.click(".history-list .tool-row >> nth=1")
        ada.page.click("text=Bring v1 back")
        for window in (ada, bob):
            window.sees("first")
        self.assertEqual(ada.page.input_value(".tool-title"), "sign")
        ada.page.click(".editor-actions >> text=History")
        ada.until(lambda: "v3 by you" in self.versions(ada), "a third version")
        # Any two: the third is the first again.
        ada.page.click(".history-list .tool-row >> nth=0")
        ada.page.select_option(".history-actions select", label="with v1 by you")
        ada.until(lambda: "The two are the same" in ada.page.inner_text(".history-detail"), "no difference")
        self.assertEqual(ada.problems + bob.problems, [])

    def test_O09_a_tool_that_was_removed_comes_back(self):
        ada, bob = self.window(), self.window()
        ada.publish("sign", markup="<b id=sign>a painted sign</b>", style="#sign { color: rgb(4, 5, 6) }")
        bob.sees("painted")
        bob.command(":remove sign")
        ada.until(lambda: "painted" not in ada.text(), "the tool to go")
        # One who came later has no notice with a button.
        late = self.window()
        late.open_tools()
        late.page.click("text=Removed tools")
        late.until(lambda: "removed by" in late.page.inner_text(".history-list"), "the removed tool")
        late.page.click("text=Bring back")
        for window in (ada, bob, late):
            window.sees("painted")
        colour = "() => getComputedStyle(document.getElementById('sign')).color"
        self.assertEqual(ada.evaluate(colour), "rgb(4, 5, 6)")
        late.until(lambda: "Bring back" not in late.page.inner_text(".history-list"), "the list to be empty")
        self.assertEqual(late.problems, [])

    def test_a_tool_is_copied_from_another_room(self):
        lab = self.window("lab")
        lab.publish("sign", markup="<b id=sign>made in the lab</b>")
        lab.command(":upgrade {name: 'gone', markup: '<i>gone</i>'}")
        lab.command(":remove gone")
        ada, bob = self.window(), self.window()
        ada.open_tools()
        ada.page.click("text=From another room")
        ada.page.fill("#other-room", "nowhere")
        ada.page.press("#other-room", "Enter")
        ada.until(lambda: "no room “nowhere”" in ada.page.inner_text(".other-rooms"), "that there is none")
        ada.page.fill("#other-room", "lab")
        ada.page.click("text=Look")
        ada.page.click("button[data-copy=sign]")
        for window in (ada, bob):
            window.sees("made in the lab")
        self.assertIn('"importedFrom":{"room":"lab"', self.hub.export("lobby"))
        self.assertIsNone(ada.page.query_selector("button[data-copy=gone]"))
        ada.until(lambda: "over the one here" in ada.page.inner_text(".other-rooms"), "that it is here")
        self.assertEqual(ada.problems, [])
