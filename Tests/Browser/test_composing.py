"""Input methods: what is half composed is sent by nobody, and nobody disturbs it."""

from support import CODE, BrowserTest


class Composing(BrowserTest):
    def keyboard(self, window, frame=None):
        """The browser's own way to compose, in the page or in the realm, which is a process of its own."""
        session = window.context.new_cdp_session(frame or window.page)
        self.addCleanup(session.detach)

        def compose(text):
            session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})

        def commit(text):
            session.send("Input.insertText", {"text": text})

        def press_composing(modifiers=0):
            # A key that the input method has taken: browsers tell of it as 229.
            key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229, "modifiers": modifiers}
            session.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **key})
            session.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})

        return compose, commit, press_composing

    def watch(self, target, selector):
        target.query_selector(selector).evaluate(
            "(area) => { window.log = [];"
            " for (const type of ['compositionstart', 'compositionupdate', 'compositionend', 'keydown'])"
            "  area.addEventListener(type, (e) => window.log.push("
            "   type === 'keydown' ? [type, e.key, e.isComposing, e.keyCode] : [type, e.data])) }"
        )

    def test_U15_enter_while_composing_sends_nothing_and_the_next_one_sends_the_whole(self):
        ada, bob = self.window(), self.window()
        ada.realm.focus("#message")
        self.watch(ada.realm, "#message")
        compose, commit, press = self.keyboard(ada, ada.realm)
        for text in ("に", "にほ", "にほん"):
            compose(text)
        press()
        bob.say("meanwhile")
        ada.sees("meanwhile")
        self.assertEqual(ada.realm.input_value("#message"), "にほん", "what others say leaves it alone")
        self.assertEqual(ada.status(), "connected")
        commit("日本")
        self.assertEqual(ada.realm.input_value("#message"), "日本")
        log = ada.evaluate("() => window.log")
        self.assertIn(["compositionstart", ""], log)
        self.assertTrue([each for each in log if each[0] == "keydown" and each[2] and each[3] == 229], log)
        ada.realm.press("#message", "Enter")
        bob.sees("日本")
        self.assertEqual(self.hub.comments(), ["meanwhile", "日本"])

    def test_U15_a_dead_key_does_not_stop_what_follows(self):
        ada, bob = self.window(), self.window()
        self.hub.kill()
        ada.offline()
        ada.realm.focus("#message")
        compose, commit, press = self.keyboard(ada, ada.realm)
        compose("´")
        self.hub.start()
        for window in (ada, bob):
            window.connected()
        commit("é")
        ada.realm.press("#message", "Enter")
        bob.sees("é")
        ada.say("and on")
        bob.sees("and on")
        self.assertEqual(self.hub.comments(), ["é", "and on"])

    def test_U59_run_while_composing_waits_for_the_end_of_it(self):
        ada, bob = self.window(), self.window()
        ada.publish("sign", markup="<b id=sign>one</b>")
        bob.sees("one")
        ada.write("")
        ada.page.keyboard.type("<b id=sign>")
        self.watch(ada.page, CODE)
        compose, commit, press = self.keyboard(ada)
        compose("に")
        press(modifiers=2)
        bob.say("meanwhile")
        ada.sees("meanwhile")
        self.assertEqual(bob.evaluate("() => document.getElementById('sign').textContent"), "one")
        commit("日本")
        bob.until(lambda: bob.evaluate("() => document.getElementById('sign').textContent") == "日本", "the tool, whole")
        self.assertEqual([e[1] for e in ada.page.evaluate("() => window.log") if e[0] == "compositionend"], ["日本"])

    def test_U59_another_s_version_does_not_end_a_composition(self):
        ada, bob = self.window(), self.window()
        ada.publish("sign", markup="<b id=sign>one</b>")
        bob.sees("one")
        compose, commit, press = self.keyboard(ada)
        ada.page.focus(CODE)
        ada.page.keyboard.press("Control+End")
        self.watch(ada.page, CODE)
        compose("に")
        bob.say(":upgrade {name: 'sign', markup: '<b id=sign>two</b>'}")
        ada.sees("two")
        compose("にほ")
        commit("日")
        self.assertEqual(ada.code(), "<b id=sign>one</b>日")
        self.assertEqual([e[1] for e in ada.page.evaluate("() => window.log") if e[0] == "compositionend"], ["日"])
        status = lambda: ada.page.inner_text(".editor-status")
        ada.until(lambda: "Changed since" in status() and "you" not in status(), "what is said of the other version")

    def test_U59_what_others_type_beside_it_does_not_end_a_composition(self):
        ada, bob = self.window(), self.window()
        ada.publish("sign", markup="<b>one</b>\n<b>two</b>")
        bob.edit("sign")
        compose, commit, press = self.keyboard(ada)
        ada.page.focus(CODE)
        ada.page.keyboard.press("Control+End")
        self.watch(ada.page, CODE)
        compose("に")
        bob.page.focus(CODE)
        bob.page.keyboard.press("Control+Home")
        bob.page.keyboard.insert_text("<i>bob</i>\n")
        ada.until(lambda: ada.code().startswith("<i>bob</i>\n"), "what the other typed")
        compose("にほ")
        commit("日本")
        whole = "<i>bob</i>\n<b>one</b>\n<b>two</b>日本"
        for window in (ada, bob):
            window.until(lambda: window.code() == whole, "both")
        ends = [each[1] for each in ada.page.evaluate("() => window.log") if each[0] == "compositionend"]
        self.assertEqual(ends, ["日本"])
