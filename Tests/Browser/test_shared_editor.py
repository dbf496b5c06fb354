"""One tool edited by several at once, and documents of tools: on a real hub, in real windows."""

import signal

from support import CODE, BrowserTest

SOURCE = "let first = 1\nlet second = 2\nlet third = 3"


class SharedEditor(BrowserTest):
    def pair(self, source=SOURCE):
        """Two windows with the same tool in their editors."""
        ada, bob = self.window(), self.window()
        ada.publish("clock", script=source)
        bob.edit("clock")
        bob.until(lambda: bob.code() == source, "the text at the other's")
        return ada, bob

    def go(self, window, line, key):
        window.page.click(f".cm-line >> nth={line}")
        window.page.keyboard.press(key)

    def agree(self, text, *windows):
        for window in windows:
            window.until(lambda: window.code() == text, "the text that all have")

    def test_U61_two_type_at_once_and_nothing_is_lost_and_carets_stay(self):
        ada, bob = self.pair()
        self.go(ada, 0, "Home")
        self.go(bob, 2, "End")
        for _ in range(40):
            ada.page.keyboard.type("/")
            bob.page.keyboard.type(";")
        self.agree("/" * 40 + SOURCE + ";" * 40, ada, bob)
        for window, words in ((ada, "A"), (bob, "B")):
            window.page.keyboard.type(words)
        self.agree("/" * 40 + "A" + SOURCE + ";" * 40 + "B", ada, bob)

    def test_both_at_one_place(self):
        ada, bob = self.pair("")
        for window in (ada, bob):
            window.page.focus(CODE)
        for _ in range(30):
            ada.page.keyboard.type("a")
            bob.page.keyboard.type("b")
        counts = lambda window: (window.code().count("a"), window.code().count("b"))
        for window in (ada, bob):
            window.until(lambda: counts(window) == (30, 30), "every letter")
        ada.until(lambda: ada.code() == bob.code(), "one text")

    def test_U63_U65_each_undoes_only_their_own_and_in_their_own_name(self):
        ada, bob = self.pair("middle")
        self.go(ada, 0, "Home")
        ada.page.keyboard.type("ada ")
        self.agree("ada middle", ada, bob)
        self.go(bob, 0, "End")
        bob.page.keyboard.type(" bob")
        self.agree("ada middle bob", ada, bob)
        ada.page.keyboard.press("Control+z")
        self.agree("middle bob", ada, bob)
        op = [each for each in self.hub.log() if each["op"]["type"] == "document"][-1]
        self.assertIn(op["from"]["name"], bob.page.get_attribute(".editor-people", "aria-label"))
        ada.page.keyboard.press("Control+y")
        self.agree("ada middle bob", ada, bob)
        bob.page.keyboard.press("Control+z")
        self.agree("ada middle", ada, bob)

    def test_U67_what_others_type_does_not_end_a_selection_that_is_being_dragged(self):
        ada, bob = self.pair()
        line = ada.page.query_selector(".cm-line >> nth=1").bounding_box()
        middle = line["y"] + line["height"] / 2
        ada.page.mouse.move(line["x"] + 8, middle)
        ada.page.mouse.down()
        ada.page.mouse.move(line["x"] + 60, middle, steps=4)
        self.go(bob, 2, "End")
        bob.page.keyboard.type(" // meanwhile")
        whole = SOURCE + " // meanwhile"
        self.agree(whole, ada, bob)
        ada.page.mouse.move(line["x"] + 400, middle, steps=4)
        ada.page.mouse.up()
        ada.page.keyboard.type("!")
        text = ada.code().split("\n")
        self.assertTrue(text[1].endswith("!") and len(text[1]) < 4, text)
        self.assertEqual([text[0], text[2]], [whole.split("\n")[0], whole.split("\n")[2]])
        self.agree(ada.code(), bob)

    def test_others_carets_have_their_names_and_go_with_them(self):
        ada, bob = self.pair()
        self.go(bob, 1, "Home")
        names = lambda: [each.text_content() for each in ada.page.query_selector_all(".cm-peer-name")]
        ada.until(lambda: len(names()) == 1, "the caret of the other")
        self.assertIn(names()[0], ada.page.get_attribute(".editor-people", "aria-label"))
        bob.page.keyboard.press("Shift+End")
        ada.until(lambda: ada.page.query_selector(".cm-peer-selection"), "the selection of the other")
        bob.page.click(".tab[data-part=style]")
        ada.until(lambda: names() == [] and ada.page.query_selector(".tab.crowded[data-part=style]"), "they went on")
        bob.close()
        ada.until(lambda: not ada.page.is_visible(".editor-people"), "nobody else")

    def test_typing_does_not_touch_what_runs_and_a_run_of_another_s_flashes(self):
        ada, bob = self.pair("window.version = 1")
        self.go(ada, 0, "End")
        ada.page.keyboard.type("1")
        self.agree("window.version = 11", ada, bob)
        self.assertEqual(bob.evaluate("() => window.version"), 1)
        self.assertIn("Changed since", bob.page.inner_text(".editor-status"))
        ada.run()
        bob.until(lambda: bob.evaluate("() => window.version") == 11, "the new version")
        bob.until(lambda: "Saved." in bob.page.inner_text(".editor-status"), "what the other is told")
        self.assertTrue(bob.page.query_selector(".editor-screen.flash"))
        self.assertFalse(ada.page.query_selector(".editor-screen.flash"))

    def test_the_way_back_to_what_runs_can_be_undone(self):
        ada, bob = self.pair()
        bob.write("other")
        self.agree("other", ada, bob)
        ada.page.click("text=Back to what runs")
        self.agree(SOURCE, ada, bob)
        ada.page.focus(CODE)
        ada.page.keyboard.press("Control+z")
        self.agree("other", ada, bob)

    def test_U03_text_is_back_after_the_hub_was_killed(self):
        ada, bob = self.pair()
        self.go(ada, 1, "End")
        ada.page.keyboard.type(" // kept")
        whole = "let first = 1\nlet second = 2 // kept\nlet third = 3"
        self.agree(whole, ada, bob)
        self.hub.kill()
        for window in (ada, bob):
            window.offline()
        self.go(bob, 2, "End")
        bob.page.keyboard.type(" // offline")
        bob.until(lambda: "Offline; your edits are kept" in bob.page.inner_text(".editor-status"), "that it is unsent")
        self.hub.start()
        for window in (ada, bob):
            window.connected()
        self.agree(whole + " // offline", ada, bob)
        late = self.window()
        late.edit("clock")
        self.agree(whole + " // offline", late)

    def test_a_reload_keeps_what_is_unsent(self):
        ada, bob = self.pair()
        self.hub.process.send_signal(signal.SIGSTOP)
        self.go(ada, 0, "End")
        ada.page.keyboard.type(" // unsent")
        ada.page.wait_for_timeout(200)
        self.hub.kill()
        self.hub.start()
        ada.page.reload()
        ada.connected()
        whole = "let first = 1 // unsent\nlet second = 2\nlet third = 3"
        self.agree(whole, ada, bob)

    def test_two_who_open_it_first_at_once_do_not_double_its_text(self):
        ada, bob, eve = self.window(), self.window(), self.window()
        ada.say(":upgrade {name: 'sign', script: 'let only = 1'}")
        for window in (ada, bob, eve):
            window.until(lambda: "1" in window.page.inner_text("button.tools"), "the tool")
        for window in (ada, bob, eve):
            window.open_tools()
            window.page.click(".tool-row[data-tool=sign]")
        self.agree("let only = 1", ada, bob, eve)

    def test_an_error_is_marked_at_its_line_also_when_that_has_moved(self):
        ada, bob = self.pair("let fine = 1\nmissing()")
        self.go(ada, 0, "Home")

        def marked(window):
            return [line.text_content() for line in window.page.query_selector_all(".cm-line.cm-error-line")]

        bob.until(lambda: marked(bob) == ["missing()"], "the line with the error")
        ada.page.keyboard.type("// a line above\n")
        bob.until(lambda: "above" in bob.code() and marked(bob) == ["missing()"], "the line where it is now")
        bob.page.click(".errors button")
        self.assertEqual(bob.page.text_content(".cm-line.cm-activeLine"), "missing()")

    def test_a_link_to_a_line_leads_there(self):
        ada, bob = self.pair()
        ada.page.click(".cm-lineNumbers .cm-gutterElement >> text=2")
        self.assertTrue(ada.page.url.endswith("/r/lobby#clock/script:2"))
        late = self.window(query="#clock/script:2")
        late.until(lambda: late.page.text_content(".cm-line.cm-activeLine") == "let second = 2", "the line")

    def test_DO21_the_history_shows_what_was_typed_and_not_run(self):
        ada, bob = self.pair()
        self.go(bob, 2, "End")
        bob.page.keyboard.type("\nlet typed = 4")
        self.agree(SOURCE + "\nlet typed = 4", ada, bob)
        ada.page.click("text=History")
        ada.page.click(".history-list .tool-row >> nth=0")
        ada.page.click(".history-typed")
        ada.until(lambda: ada.page.inner_text(".history-detail .diff-line.in code") == "let typed = 4", "what was typed")

    def test_a_version_that_is_brought_back_is_in_the_editor_too(self):
        ada, bob = self.pair("let old = 1")
        bob.write("let young = 2")
        bob.run()
        bob.until(lambda: "Saved." in bob.page.inner_text(".editor-status"), "the second version")
        ada.page.click("text=History")
        ada.page.click(".history-list .tool-row >> nth=1")
        ada.page.click("text=Bring v1 back")
        self.agree("let old = 1", bob)
        bob.until(lambda: "Saved." in bob.page.inner_text(".editor-status"), "that it runs")

    def test_the_page_s_policy_has_nothing_to_say_against_the_editor(self):
        ada = self.window()
        said = []
        ada.page.on("console", lambda message: said.append(message.text))
        ada.publish("clock", markup="<b class=x>1</b>", style="b { color: red }", script=SOURCE)
        bob = self.window()
        bob.edit("clock")
        self.go(bob, 0, "End")
        ada.until(lambda: ada.page.query_selector(".cm-peer-caret"), "the caret of the other")
        self.assertEqual([each for each in said if "Content Security" in each or "Trusted" in each], [])
        self.assertEqual(ada.problems, [])

    def test_where_the_vendor_folder_is_missing_the_plain_editor_says_so(self):
        ada = self.window()
        ada.page.route("**/vendor/**", lambda route: route.fulfill(status=404))
        ada.open_tools()
        ada.page.click("text=New tool")
        ada.until(lambda: "web/vendor is missing" in ada.page.inner_text(".editor-reason"), "why it is plain")
        ada.page.fill(".tool-title", "clock")
        ada.page.fill("textarea.code", "window.ran = 1")
        ada.page.press("textarea.code", "Control+Enter")
        ada.until(lambda: ada.evaluate("() => window.ran"), "the tool")


class SharedDocuments(BrowserTest):
    def test_tools_share_a_document_which_outlives_the_hub(self):
        ada, bob = self.window(), self.window()
        add = """async (card) => {
          const doc = await chat.os.doc('board');
          doc.getArray('cards').push([card]);
        }"""
        cards = lambda window: window.evaluate(
            "async () => (await chat.os.doc('board')).getArray('cards').toArray().join()"
        )
        ada.evaluate(add, "one")
        bob.until(lambda: cards(bob) == "one", "the first card")
        bob.evaluate(add, "two")
        ada.until(lambda: cards(ada) == "one,two", "the second card")
        self.hub.kill()
        ada.offline()
        ada.evaluate("async () => { (await chat.os.doc('board')).getArray('cards').push(['three']) }")
        self.hub.start()
        bob.connected()
        bob.until(lambda: cards(bob) == "one,two,three", "what was added offline")
        late = self.window()
        late.until(lambda: cards(late) == "one,two,three", "all of them for a newcomer")

    def test_a_tool_s_source_is_out_of_reach(self):
        ada = self.window()
        ada.publish("clock", script=SOURCE)
        found = ada.evaluate("async () => (await chat.os.doc('tools/clock')).getText('script').toString()")
        self.assertEqual(found, "")
