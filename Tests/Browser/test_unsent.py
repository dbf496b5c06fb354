"""What was done while the hub was away: it survives page, tab and hub, and reaches the log once or its author."""

import signal

from support import BrowserTest

SIZES = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


class Unsent(BrowserTest):
    def test_U13_a_reload_with_unsent_ops_sends_each_once_and_in_order(self):
        ada, bob = self.window(), self.window()
        self.hub.kill()
        ada.offline()
        said = [f"line {number}" for number in range(5)]
        for line in said:
            ada.say(line)
        ada.until(lambda: "5 unsent" in ada.status(), "5 unsent")
        self.hub.start()
        ada.page.reload()
        bob.sees("line 4")
        ada.connected()
        self.assertEqual(self.hub.comments(), said)

    def test_U01_a_tab_that_crashed_leaves_its_ops_to_one_other_tab(self):
        self.one_takes_over(self.browser.new_context())

    def test_U01_and_so_it_is_where_the_browser_has_no_locks(self):
        context = self.browser.new_context()
        # As in every page that came over plain HTTP from another machine.
        context.add_init_script("Object.defineProperty(navigator, 'locks', {value: undefined})")
        self.one_takes_over(context)

    def one_takes_over(self, context):
        ada, bob = self.window(context=context), self.window()
        others = [self.window(context=ada.context) for _ in range(3)]
        self.hub.kill()
        ada.offline()
        ada.say("before the crash")
        ada.until(lambda: "1 unsent" in ada.status(), "1 unsent")
        crash(ada)
        others[0].until(lambda: sum("unsent" in other.status() for other in others) == 1, "one tab to take over")
        others[0].page.wait_for_timeout(6_000)
        self.assertEqual(sum("unsent" in other.status() for other in others), 1)
        self.hub.start()
        bob.sees("before the crash")
        for other in others:
            other.connected()
            self.assertEqual(other.text().count("before the crash"), 1)
        self.assertEqual(self.hub.comments(), ["before the crash"])

    def test_U13_a_room_that_is_opened_again_sends_what_the_last_visit_left(self):
        ada, bob = self.window(), self.window()
        self.hub.kill()
        ada.offline()
        ada.say("left behind")
        ada.until(lambda: "1 unsent" in ada.status(), "1 unsent")
        ada.page.close()
        self.hub.start()
        again = self.window(context=ada.context)
        for window in (bob, again):
            window.sees("left behind")
        again.connected()
        self.assertEqual(again.text().count("left behind"), 1)
        self.assertEqual(bob.people(), "2 here", "the courier is nobody")
        self.assertEqual(self.hub.comments(), ["left behind"])

    def test_U06_a_copied_tab_and_its_original_send_each_their_own(self):
        for without_locks in (False, True):
            room = f"copied-{without_locks}"
            context = self.browser.new_context(viewport=SIZES["wide"])
            if without_locks:
                context.add_init_script("Object.defineProperty(navigator, 'locks', {value: undefined})")
            ada, bob = self.window(room, context=context), self.window(room)
            # A window that a page opens begins with a copy of its session.
            with context.expect_page() as opened:
                ada.page.evaluate("() => void window.open(location.href)")
            copy = self.window(room, context=context, page=opened.value)
            tabs = [each.page.evaluate(f"() => sessionStorage['chatos.outbox/{room}']") for each in (ada, copy)]
            self.assertNotEqual(*tabs)
            self.hub.kill()
            for window in (ada, copy):
                window.offline()
            for number in range(3):
                ada.say(f"original {number}")
                copy.say(f"copy {number}")
            for window in (ada, copy):
                window.until(lambda: "3 unsent" in window.status(), "3 unsent")
            self.hub.start()
            for number in range(3):
                bob.sees(f"original {number}")
                bob.sees(f"copy {number}")
            self.assertEqual(len(self.hub.comments(room)), 6)
            for window in (ada, bob):
                window.page.close()

    def test_U07_an_op_whose_acknowledgement_was_lost_is_in_the_log_once(self):
        ada, bob = self.window(), self.window()
        # The hub takes the op and can't say so any more; what it has in its queues when it dies is lost.
        self.hub.process.send_signal(signal.SIGSTOP)
        ada.say("in flight")
        ada.until(lambda: "1 unsent" in ada.status(), "1 unsent")
        self.hub.process.send_signal(signal.SIGCONT)
        self.hub.kill()
        self.hub.start()
        for window in (ada, bob):
            window.connected()
            window.sees("in flight")
        self.assertEqual(self.hub.comments(), ["in flight"])

    def test_U30_1000_ops_of_one_turn_keep_their_order_everywhere(self):
        ada, bob = self.window(), self.window()
        for window in (ada, bob):
            window.evaluate(
                "() => { window.got = []; chat.os.addInputHandler(function count(message, next) {"
                " if (message.type === 'n') window.got.push(message.i); next() }) }"
            )
        ada.evaluate("() => { for (let i = 0; i < 1000; i++) chat.os.send({type: 'n', i}) }")
        for window in (ada, bob):
            window.until(lambda: window.evaluate("() => window.got.length") >= 1000, "1,000 ops")
            self.assertEqual(window.evaluate("() => window.got"), list(range(1000)))

    def test_a_browser_that_keeps_nothing_says_so_while_something_is_unsent(self):
        context = self.browser.new_context(viewport=SIZES["wide"])
        context.add_init_script("indexedDB.open = () => { throw new DOMException('no', 'SecurityError') }")
        ada = self.window(context=context)
        self.assertFalse(ada.page.is_visible("#storage-note"))
        self.hub.kill()
        ada.offline()
        ada.say("at risk")
        ada.until(lambda: "keeps nothing: 1 unsent" in ada.page.inner_text("#storage-note"), "the note")
        ada.screenshot("storage-refused")
        self.hub.start()
        ada.connected()
        self.assertFalse(ada.page.is_visible("#storage-note"))
        self.assertEqual(self.hub.comments(), ["at risk"])

    def test_a_full_disk_is_said_and_when_there_is_room_again_all_is_kept(self):
        ada = self.window()
        self.hub.kill()
        ada.offline()
        session = ada.context.new_cdp_session(ada.page)
        session.send("Storage.overrideQuotaForOrigin", {"origin": self.hub.address, "quotaSize": 1})
        ada.say("written to a full disk " + "x" * 100_000)
        ada.until(lambda: "keeps nothing: 1 unsent" in ada.page.inner_text("#storage-note"), "the note")
        session.send("Storage.overrideQuotaForOrigin", {"origin": self.hub.address})
        ada.say("written when there was room")
        ada.until(lambda: not ada.page.is_visible("#storage-note"), "the note to go")
        self.hub.start()
        ada.page.reload()
        ada.until(lambda: ada.realm and "when there was room" in ada.text(), "the room again")
        ada.connected()
        self.assertEqual([len(body) for body in self.hub.comments()], [100_023, 27])

    def test_pictures_of_unsent_ops(self):
        windows = {
            f"{scheme}-{size}": self.window(color_scheme=scheme, viewport=viewport)
            for scheme in ("light", "dark")
            for size, viewport in SIZES.items()
        }
        first = next(iter(windows.values()))
        first.say("What was said before the hub went away.")
        for window in windows.values():
            window.sees("before the hub went away")
        self.hub.kill()
        for name, window in windows.items():
            window.offline()
            window.say("This was typed while the hub was away.")
            window.say("And this, a moment later.")
            window.until(lambda: "2 unsent" in window.status(), "2 unsent")
            window.screenshot(f"unsent-{name}")
        self.hub.start()


class Kept(BrowserTest):
    def test_U10_U04_another_log_gets_nothing_that_was_meant_for_the_one_before(self):
        for scheme in ("light", "dark"):
            for size, viewport in SIZES.items():
                with self.subTest(scheme=scheme, size=size):
                    self.another_log(f"{scheme}-{size}", color_scheme=scheme, viewport=viewport)

    def another_log(self, name, **options):
        ada, bob = self.window(**options), self.window()
        ada.say("old words")
        bob.sees("old words")
        self.hub.kill()
        ada.offline()
        ada.say("meant for the old log")
        ada.say(":upgrade {name: 'clock', script: 'let minutes = 0\\nlet seconds = 0', style: 'p { color: red }'}")
        ada.until(lambda: "2 unsent" in ada.status(), "2 unsent")
        self.hub.forget()
        self.hub.start()
        for window in (ada, bob):
            window.connected()
        ada.until(lambda: "2 things" in ada.page.inner_text("#kept"), "what was kept")
        self.assertNotIn("old words", ada.text())
        self.assertNotIn("meant for the old log", ada.text())
        self.assertIn("meant for the old log", ada.page.inner_text("#kept"))
        ada.page.wait_for_timeout(300)
        ada.screenshot(f"reset-{name}")
        self.assertLessEqual(
            ada.page.evaluate("() => document.documentElement.scrollWidth"), ada.page.viewport_size["width"]
        )
        self.assertEqual(self.hub.comments(), [])
        # A page that is loaded again still has them, and still sends nothing by itself.
        ada.page.reload()
        ada.until(lambda: "2 things" in ada.page.inner_text("#kept"), "what was kept, after a reload")
        ada.connected()
        self.assertEqual(self.hub.comments(), [])
        ada.page.click("#kept summary")
        ada.page.click(".kept-row >> nth=0 >> text=Send it now")
        bob.sees("meant for the old log")
        ada.until(lambda: "1 thing " in ada.page.inner_text("#kept"), "one left")
        ada.page.click("#kept >> text=Discard")
        ada.until(lambda: not ada.page.is_visible("#kept"), "nothing left")
        ada.page.click("text=Undo")
        ada.until(lambda: "1 thing " in ada.page.inner_text("#kept"), "it back")
        ada.page.click("#kept >> text=Discard")
        self.assertEqual(self.hub.comments(), ["meant for the old log"])
        for window in (ada, bob):
            window.page.close()

    def test_U10_a_tool_that_was_run_for_another_log_is_a_draft_again(self):
        ada = self.window()
        ada.publish("clock", script="let hours = 1")
        self.hub.kill()
        ada.offline()
        ada.write("let hours = 2")
        ada.run()
        ada.until(lambda: "Sent;" in ada.page.inner_text(".editor-status"), "the run")
        self.hub.forget()
        self.hub.start()
        ada.connected()
        ada.until(lambda: "another one" in ada.page.inner_text(".notice"), "what became of the text")
        ada.screenshot("reset-with-editor")
        ada.page.click(".notice >> text=Put my text in")
        ada.until(lambda: ada.code() == "let hours = 2", "the text")
        ada.page.click("#kept >> text=Send it now")
        ada.until(lambda: "Saved." in ada.page.inner_text(".editor-status"), "the tool to be saved")

    def test_U09_what_the_hub_refuses_is_shown_to_its_author_with_its_text(self):
        for scheme in ("light", "dark"):
            for size, viewport in SIZES.items():
                with self.subTest(scheme=scheme, size=size):
                    self.refused(f"{scheme}-{size}", color_scheme=scheme, viewport=viewport)

    def refused(self, name, **options):
        ada = self.window(room=name, permissions=["clipboard-read", "clipboard-write"], **options)
        ada.say(":import from another room")
        ada.until(lambda: "1 thing" in ada.page.inner_text("#kept"), "what was refused")
        self.assertEqual(ada.status(), "connected", "it is not unsent: it won't be sent")
        ada.page.wait_for_timeout(300)
        ada.screenshot(f"refused-{name}")
        ada.page.click("#kept >> text=Copy text")
        ada.until(lambda: "Copied" in ada.page.inner_text("#kept"), "the copy")
        self.assertEqual(ada.page.evaluate("() => navigator.clipboard.readText()"), ":import from another room")
        ada.say("life goes on")
        ada.sees("life goes on")


def crash(window):
    """Ends the page's process, as one that ran out of memory ends."""
    try:
        window.page.goto("chrome://crash", timeout=3_000)
    except Exception:  # That is the answer of a page that crashed.
        pass
