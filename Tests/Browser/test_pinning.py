"""A version of a tool that is pinned: everybody runs it, whatever is published, until it is unpinned."""

from support import BrowserTest


class Pinning(BrowserTest):
    def versions(self, window):
        return window.page.inner_text(".history-list")

    def test_a_pinned_version_runs_for_all_and_for_newcomers_while_newer_ones_wait(self):
        ada, bob = self.window(), self.window()
        for script in ("first", "second"):
            ada.command(":upgrade {name: 'sign', script: \"document.title = '%s'\", markup: '<b>%s</b>'}" % (script, script))
            ada.sees(script)
        ada.open_tools()
        ada.page.click("[data-tool=sign]")
        ada.page.click(".editor-actions >> text=History")
        ada.until(lambda: "v1 by you" in self.versions(ada), "both versions")
        ada.page.click(".history-list .tool-row >> nth=1")
        ada.page.click("text=Pin v1")
        for window in (ada, bob):
            window.until(lambda: "first" in window.text() and "second" not in window.text(), "the pinned version")
        ada.until(lambda: "pinned by you" in self.versions(ada), "who pinned it")
        self.assertIn("waits", self.versions(ada))
        ada.screenshot("pinned")

        # Published meanwhile: seen to wait, and run by nobody.
        bob.command(":upgrade {name: 'sign', markup: '<b>third</b>'}")
        bob.open_tools()
        note = "li:has([data-tool=sign]) .pin-note"
        bob.until(lambda: "A newer version waits" in bob.page.inner_text(note), "the newer version to wait")
        self.assertRegex(bob.page.inner_text(note), r"pinned the version that runs, ")
        self.assertEqual(bob.evaluate("() => chat.os.upgrades.sign.markup"), "<b>first</b>")
        for window in (ada, bob):
            self.assertNotIn("third", window.text())
        late = self.window()
        late.sees("first")
        self.assertNotIn("third", late.text())
        # Loaded again, and with the hub started again.
        self.hub.kill()
        self.hub.start()
        bob.page.reload()
        bob.connected()
        bob.sees("first")

        late.open_tools()
        late.page.click("[aria-label='Unpin sign']")
        for window in (ada, bob, late):
            window.until(lambda: "third" in window.text() and "first" not in window.text(), "the newest version")
        late.until(lambda: late.page.query_selector(".pin-note") is None, "the note to go")
        self.assertEqual(ada.problems + bob.problems + late.problems, [])

    def test_a_pin_outlives_a_removal_and_a_tool_can_t_pin(self):
        ada = self.window()
        ada.command(":upgrade {name: 'sign', markup: '<b>painted</b>'}")
        ada.command(":upgrade {name: 'sign', markup: '<b>sprayed</b>'}")
        ada.sees("sprayed")
        ada.evaluate("() => chat.os.send({type: 'tool-pin', name: 'sign', version: 2, markup: '<b>forged</b>'})")
        ada.command(":tool-pin {name: 'sign', version: 2, markup: '<b>painted</b>', style: '', script: ''}")
        ada.sees("painted")
        ada.command(":remove sign")
        ada.until(lambda: "painted" not in ada.text(), "it to go")
        ada.command(":upgrade {name: 'sign', markup: '<b>sprayed again</b>'}")
        ada.sees("painted")
        self.assertNotIn("forged", self.hub.export("lobby"))

    def test_a_tool_that_fails_says_where_in_the_list_and_a_stopped_one_beside_its_editor(self):
        ada = self.window()
        script = "\\n".join(["function deep () { throw new Error('broken heart') }", "", "deep()"])
        ada.command(':upgrade {"name": "sad", "script": "%s"}' % script.replace('"', "'"))
        ada.open_tools()
        note = "li:has([data-tool=sad]) .error-note"
        ada.until(lambda: "line 1: " in ada.page.inner_text(note), "the line")
        self.assertIn("broken heart", ada.page.inner_text(note))
        ada.page.click(f"{note} summary")
        self.assertRegex(ada.page.inner_text(f"{note} pre"), r"deep")
        self.assertIn("stopped", ada.page.inner_text("li:has([data-tool=sad])"))
        ada.command(":upgrade {name: 'loop', script: 'for (;;) {}'}")
        ada.until(lambda: "stopped" in ada.page.inner_text("li:has([data-tool=loop])"), "it to be stopped")
        ada.page.click("[data-tool=loop]")
        ada.until(lambda: "kept the page from answering" in ada.page.inner_text(".drawer-notes"), "the reason")
        self.assertTrue(ada.page.is_visible(".drawer-notes [aria-label='Start loop']"))
