"""Two windows and more on one room: chat, tools, presence, and a hub that is killed."""

import json

from support import BrowserTest

CLOCK = {
    "markup": '<p id="clock">starting</p>',
    "style": "#clock { color: rgb(1, 2, 3) }",
    "script": "chat.os.setInterval('clock', 'tick', () => {\n"
    "  document.getElementById('clock').textContent = 'tick ' + (window.ticks = (window.ticks ?? 0) + 1)\n"
    "}, 50)",
}


class TwoWindows(BrowserTest):
    def test_a_comment_shows_in_the_other_window(self):
        ada, bob = self.window(), self.window()
        bob.evaluate(
            "() => new MutationObserver(() => { if (document.body.innerText.includes('hello bob')) window.seen ??= Date.now() })"
            ".observe(document.body, {childList: true, subtree: true, characterData: true})"
        )
        ada.realm.fill("#message", "hello bob")
        sent = ada.evaluate("() => Date.now()")
        ada.realm.press("#message", "Enter")
        bob.sees("hello bob")
        ada.sees("hello bob")
        print(f"\n    a comment took {bob.evaluate('() => window.seen') - sent:.0f} ms from key press to the other window")

    def test_a_tool_made_in_one_window_runs_in_the_other(self):
        ada, bob = self.window(), self.window()
        bob.evaluate(
            "() => new MutationObserver(() => { if (document.getElementById('clock')) window.seen ??= Date.now() })"
            ".observe(document.body, {childList: true, subtree: true})"
        )
        ada.open_tools()
        ada.page.click("text=New tool")
        ada.page.fill(".tool-title", "clock")
        for part, source in CLOCK.items():
            ada.page.click(f".tab[data-part={part}]")
            ada.write(source)
        sent = ada.page.evaluate("() => Date.now()")
        ada.run()
        for window in (ada, bob):
            window.sees("tick ")
            self.assertEqual(
                window.evaluate("() => getComputedStyle(document.getElementById('clock')).color"), "rgb(1, 2, 3)"
            )
        print(f"\n    a tool took {bob.evaluate('() => window.seen') - sent:.0f} ms from Run to the other window")
        ada.screenshot("room-with-tool")

    def test_U29_a_window_opened_later_shows_the_same_room(self):
        ada = self.window()
        ada.say("first words")
        ada.publish("clock", **CLOCK)
        ada.close()
        late = self.window()
        late.sees("first words")
        late.sees("tick ")
        self.assertEqual(late.people(), "only you")

    def test_a_typed_upgrade_makes_a_tool(self):
        ada, bob = self.window(), self.window()
        ada.say(":upgrade {name: 'sign', markup: '<b id=sign>made by hand</b>'}")
        bob.sees("made by hand")

    def test_a_tool_that_is_replaced_or_removed_is_torn_down(self):
        ada, bob = self.window(), self.window()
        script = """
            chat.os.addInputHandler(function %s(message, next) {
              if (message.type === 'probe') window.heard = (window.heard ?? '') + '%s'
              next()
            })
            chat.os.setInterval('t', 'tick', () => { window['ticks%s'] = (window['ticks%s'] ?? 0) + 1 }, 10)
        """
        ada.publish("t", markup="<i id=old>old</i>", style="body { --mark: old }", script=script % (("a",) * 4))
        bob.until(lambda: bob.evaluate("() => window.ticksa > 2"), "the first version to tick")
        ada.write(script % (("b",) * 4))
        ada.page.click(".tab[data-part=markup]")
        ada.write("<i id=new>new</i>")
        ada.page.click(".tab[data-part=style]")
        ada.write("body { --mark: new }")
        ada.run()
        bob.until(lambda: bob.evaluate("() => window.ticksb > 2"), "the second version to tick")
        self.assertIsNone(bob.realm.query_selector("#old"))
        self.assertEqual(bob.evaluate("() => getComputedStyle(document.body).getPropertyValue('--mark').trim()"), "new")
        before = bob.evaluate("() => window.ticksa")
        bob.evaluate("() => { window.heard = '' }")
        ada.say(":probe")
        bob.until(lambda: bob.evaluate("() => window.heard"), "the probe")
        self.assertEqual(bob.evaluate("() => window.heard"), "b")
        self.assertEqual(bob.evaluate("() => window.ticksa"), before)

        ada.say(":remove t")
        bob.until(lambda: bob.realm.query_selector("#new") is None, "the tool to go")
        ticks = bob.evaluate("() => window.ticksb")
        bob.page.wait_for_timeout(100)
        self.assertEqual(bob.evaluate("() => window.ticksb"), ticks)
        third = self.window()
        self.assertIsNone(third.realm.query_selector("#new"))

    def test_U57_two_tabs_are_one_person(self):
        ada = self.window()
        second = self.window(context=ada.context)
        bob = self.window()
        bob.until(lambda: bob.people() == "2 here", "two people")
        second.page.close()
        ada.say("still here")
        bob.sees("still here")
        self.assertEqual(bob.people(), "2 here")

    def test_U56_O5_odd_names_are_data(self):
        ada, bob = self.window("__proto__"), self.window("__proto__")
        ada.page.click("button.people")
        ada.page.fill("#own-name", "constructor")
        ada.page.press("#own-name", "Enter")
        ada.until(lambda: ada.status() == "connected", "connected again")
        ada.say("said by constructor")
        bob.sees("said by constructor")
        bob.sees("constructor")
        ada.say(":__proto__ {name: 'toString', x: 1}")
        ada.say(":upgrade {name: '__proto__', markup: '<u>odd tool</u>'}")
        bob.sees("odd tool")
        self.assertEqual(ada.problems + bob.problems, [])

    def test_U76_text_is_never_markup(self):
        ada, bob = self.window(), self.window()
        ada.say("<img src=x onerror=\"window.hacked=1\"><b>bold</b>")
        bob.sees("<b>bold</b>")
        self.assertIsNone(bob.evaluate("() => window.hacked ?? null"))


class AHubThatIsKilled(BrowserTest):
    def test_nothing_acknowledged_is_lost_and_windows_recover(self):
        ada, bob = self.window(), self.window()
        ada.publish("clock", **CLOCK)
        for number in range(20):
            ada.say(f"before {number}")
        bob.sees("before 19")
        self.hub.kill()
        for window in (ada, bob):
            window.until(lambda: "offline" in window.status() or "reconnecting" in window.status(), "offline")
        ada.say("while offline")
        ada.until(lambda: "1 unsent" in ada.status(), "1 unsent")
        ada.screenshot("room-offline")
        self.hub.start()
        for window in (ada, bob):
            window.until(lambda: window.status() == "connected", "connected again")
            window.sees("while offline")
            for number in range(20):
                self.assertEqual(window.text().count(f"before {number}\n"), 1)
        third = self.window()
        third.sees("before 0")
        third.sees("tick ")
        lines = [json.loads(line) for line in self.hub.export("lobby").splitlines()[1:]]
        self.assertEqual([line[0] for line in lines], list(range(1, len(lines) + 1)))
        bodies = [line[4]["body"] for line in lines if line[4]["type"] == "comment"]
        self.assertEqual(bodies, [f"before {number}" for number in range(20)] + ["while offline"])

    def test_U13_what_was_typed_offline_survives_a_reload_and_is_sent_once(self):
        ada, bob = self.window(), self.window()
        self.hub.kill()
        ada.until(lambda: "offline" in ada.status() or "reconnecting" in ada.status(), "offline")
        ada.say("kept")
        ada.until(lambda: "1 unsent" in ada.status(), "1 unsent")
        self.hub.start()
        ada.page.reload()
        bob.sees("kept")
        ada.until(lambda: ada.status() == "connected", "connected again")
        comments = [line for line in self.hub.export("lobby").splitlines() if '"kept"' in line]
        self.assertEqual(len(comments), 1)
