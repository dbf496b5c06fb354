"""Tools that mean harm, or do it: the shell stays usable, nothing leaks, and the room is there after a reload."""

import time

from support import BrowserTest

# The shell's own input must answer within this time whatever the realm does: at one of three times, since a busy
# machine adds to each.
ANSWER_SECONDS = 0.5


class Hostile(BrowserTest):
    def window(self, *args, **options):
        window = super().window(*args, **options)
        window.page.set_default_timeout(8_000)
        return window

    def answers(self, window):
        self.assertLess(min(self.answer(window) for _ in range(3)), ANSWER_SECONDS)

    def answer(self, window):
        """Opens the command line and types: how long that takes is how long the shell took."""
        # A key goes to where the focus is; one that went into a frozen realm would wait there.
        window.page.evaluate("() => document.querySelector('button.tools').focus()")
        window.page.keyboard.press("Control+k")
        begun = time.monotonic()
        window.page.keyboard.type("abc")
        typed = window.page.input_value(".command-line input")
        took = time.monotonic() - begun
        window.page.evaluate("() => document.querySelector('.command-line').close()")
        self.assertEqual(typed, "abc")
        window.page.evaluate("() => { document.querySelector('.command-line input').value = '' }")
        return took

    def lives(self, window):
        """What is said here arrives here, in a realm that works."""
        words = f"still here {time.monotonic_ns()}"
        window.command(words)
        window.sees(words)

    def reloads(self, window):
        window.page.reload()
        window.connected()
        window.until(lambda: window.realm and window.realm.query_selector("#message"), "the realm after a reload")
        self.lives(window)

    def stopped(self, window, name):
        window.open_tools()
        row = f"li:has([data-tool={name}])"
        window.until(lambda: "stopped" in window.page.inner_text(row), f"{name} to be stopped")
        return window.page.inner_text(row)


class AnEndlessLoop(Hostile):
    def test_O10_U88_U89_the_realm_is_rebuilt_without_the_tool_and_the_room_is_told(self):
        ada = self.window()
        ada.command(":upgrade {name: 'good', markup: '<b>good tool</b>'}")
        ada.sees("good tool")
        begun = time.monotonic()
        ada.command(":upgrade {name: 'loop', script: 'for (;;) {}'}")
        self.answers(ada)
        note = self.stopped(ada, "loop")
        took = time.monotonic() - begun
        self.assertLess(took, 10, "2 s without an answer, asked for once a second, and the rebuilding")
        self.assertIn("kept the page from answering", note)
        ada.sees("good tool")
        self.lives(ada)
        ada.screenshot("tool-stopped")
        # The room knows: who comes now is not even given it.
        ada.until(lambda: '"tool-stopped"' in self.hub.export("lobby"), "the room to be told")
        bob = self.window()
        self.lives(bob)
        self.assertIn("stopped", self.stopped(bob, "loop"))
        # A new version is a new chance.
        bob.command(":upgrade {name: 'loop', markup: '<b>mended</b>'}")
        bob.sees("mended")
        ada.sees("mended")
        self.reloads(ada)

    def test_U88_a_half_typed_for_and_a_loop_in_a_handler_are_blamed_on_their_tool(self):
        ada = self.window()
        half_typed = "let sum = 0; for (let i = 0; i < 10; ) { sum += i }"
        ada.command(":upgrade " + '{"name": "half", "script": "%s"}' % half_typed)
        self.stopped(ada, "half")
        self.lives(ada)
        handler = "chat.os.addInputHandler(function later(m, next) { if (m.type === 'boom') for (;;) {} next() })"
        ada.command(":upgrade " + '{"name": "later", "script": "%s"}' % handler)
        ada.command(":upgrade {name: 'newest', script: 'chat.os.addInputHandler(function n(m, next) { next() })'}")
        ada.until(lambda: "running" in ada.page.inner_text("li:has([data-tool=newest])"), "the newest to run")
        ada.command(":boom")
        self.assertIn("kept the page from answering", self.stopped(ada, "later"))
        # The page was built anew, and each tool in it starts again.
        ada.until(lambda: "running" in ada.page.inner_text("li:has([data-tool=newest])"), "the newest to run again")

    def test_a_loop_nobody_can_be_blamed_for_is_found_by_stopping_one_after_another(self):
        ada = self.window()
        ada.command(":upgrade {name: 'old', markup: '<button id=trap onclick=\"for (;;) {}\">trap</button>'}")
        ada.command(":upgrade {name: 'new', markup: '<i>innocent</i>'}")
        ada.sees("innocent")
        # Not by the driver's click, which would wait for the page to come back.
        ada.page.evaluate("() => document.querySelector('iframe').focus()")
        ada.evaluate("() => { setTimeout(() => document.getElementById('trap').click(), 50) }")
        self.assertIn("may be the reason", self.stopped(ada, "new"))
        self.assertNotIn('"tool-stopped"', self.hub.export("lobby"))
        ada.sees("trap")

    def test_a_tool_that_was_stopped_is_started_by_hand_for_everybody(self):
        ada, bob = self.window(), self.window()
        ada.command(":upgrade {name: 'slow', script: 'if (!window.again) { const end = Date.now() + 4000; while (Date.now() < end); }', markup: '<b>slow tool</b>'}")
        self.stopped(ada, "slow")
        self.stopped(bob, "slow")
        ada.until(lambda: '"tool-stopped"' in self.hub.export("lobby"), "the room to be told")
        carol = self.window()
        self.stopped(carol, "slow")
        carol.page.click("[aria-label='Start slow']")
        carol.until(lambda: '"tool-started"' in self.hub.export("lobby"), "the room to be told again")
        dora = self.window()
        dora.open_tools()
        # It is run, and since it is slow indeed, stopped here by what this page sees and not by hearsay.
        dora.until(lambda: "kept the page" in dora.page.inner_text("li:has([data-tool=slow])")
                   and "their browser" not in dora.page.inner_text("li:has([data-tool=slow])"), "its own judgement")

    def test_the_next_visit_of_this_browser_does_not_run_it(self):
        ada = self.window()
        ada.command("words before")
        ada.sees("words before")
        # What a page that froze before it could say anything leaves behind.
        ada.command(":upgrade {name: 'froze', markup: '<b>ran again</b>'}")
        ada.sees("ran again")
        ada.page.evaluate("""() => {
          const key = Object.keys(localStorage).find((key) => key.startsWith('chatos.running/lobby/'))
          const kept = JSON.parse(localStorage[key])
          localStorage['chatos.running/lobby/gone'] = JSON.stringify({ ...kept, at: kept.at - 10000 })
        }""")
        ada.page.reload()
        ada.connected()
        ada.sees("words before")
        self.assertIn("froze here while it ran", self.stopped(ada, "froze"))
        self.assertNotIn("ran again", ada.text())
        ada.page.click("[aria-label='Start froze']")
        ada.sees("ran again")


    def test_U89_a_loop_that_began_late_where_the_shell_froze_too_leaves_the_tools_off_at_the_next_visit(self):
        # What an engine that does not isolate the frame was seen to leave behind; scripts/engines.py has the engine.
        webkit = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15"
        ada = self.window(user_agent=webkit)
        ada.command("words before")
        ada.command(":upgrade {name: 'late', markup: '<b>ran again</b>'}")
        ada.sees("ran again")
        mark = "Object.keys(localStorage).filter((key) => key.startsWith('chatos.running/'))"
        kept = "() => " + mark + ".map((key) => JSON.parse(localStorage[key]))"
        ada.until(lambda: ada.page.evaluate(kept)[0]["running"] == [], "it to be proven, and the mark to stay")
        ada.page.evaluate("""() => {
          const key = Object.keys(localStorage).find((key) => key.startsWith('chatos.running/lobby/'))
          const kept = JSON.parse(localStorage[key])
          localStorage['chatos.running/lobby/gone'] = JSON.stringify({ ...kept, at: kept.at - 10000 })
        }""")
        ada.page.reload()
        ada.connected()
        ada.sees("words before")
        self.assertIn("froze at your last visit", ada.page.inner_text("#toasts"))
        self.assertIn("safe=1", ada.page.url)
        self.assertNotIn("ran again", ada.text())
        ada.page.click("text=Turn tools on")
        ada.sees("ran again")
        self.assertEqual(ada.problems, [])


class ATool(Hostile):
    def test_O10_that_empties_the_page_is_removed_from_the_shell(self):
        ada = self.window()
        ada.command(":upgrade {name: 'wipe', script: \"document.body.innerHTML = ''\"}")
        ada.until(lambda: ada.realm.query_selector("#message") is None, "the page to be empty")
        self.answers(ada)
        ada.command(":remove wipe")
        ada.until(lambda: ada.page.query_selector("[data-tool=wipe]") is None, "it to be gone")
        ada.page.reload()
        ada.connected()
        ada.until(lambda: ada.realm and ada.realm.query_selector("#message"), "the page again")
        self.lives(ada)

    def test_O10_that_empties_the_page_and_stays_leaves_the_room_to_safe_mode(self):
        ada = self.window()
        ada.command("words before")
        ada.command(":upgrade {name: 'wipe', script: \"document.body.innerHTML = ''\"}")
        ada.until(lambda: ada.realm.query_selector("#message") is None, "the page to be empty")
        safe = self.window(query="?safe=1")
        safe.sees("words before")

    def test_U90_that_reaches_for_the_top_the_parent_the_hub_and_its_socket_gets_nothing(self):
        ada = self.window()
        ada.page.evaluate("() => { localStorage['chatos.secret'] = 'token'; document.cookie = 'secret=1' }")
        before = self.hub.export("lobby")
        script = """
          window.got = []
          const attempt = (what, f) => { try { const got = f(); window.got.push(got ? what + ': ' + got : what + ' nothing') } catch (e) { window.got.push(what + ' ' + e.name) } }
          attempt('top', () => { top.location = 'HUB/stolen'; return 'went' })
          attempt('parent', () => parent.document.body.innerHTML)
          attempt('storage', () => localStorage['chatos.secret'])
          attempt('cookie', () => document.cookie)
          window.late = []
          fetch('HUB/api/v1/rooms').then((r) => window.late.push('fetched ' + r.status), () => window.late.push('refused'))
          const socket = new WebSocket('HUB/api/v1/rooms/lobby/ws'.replace('http', 'ws'), 'chatos.v1')
          socket.onopen = () => window.late.push('socket open')
          socket.onerror = () => window.late.push('refused')
          window.addEventListener('message', (e) => window.late.push('message ' + e.data))
        """.replace("HUB", self.hub.address)
        ada.publish("reach", script=script)
        ada.until(lambda: len(ada.evaluate("() => window.late ?? []")) >= 2, "both to be refused")
        self.assertEqual(ada.evaluate("() => window.late"), ["refused", "refused"])
        got = ada.evaluate("() => window.got")
        self.assertEqual([what for what in got if ":" in what], [], got)
        self.assertEqual(len(got), 4)
        self.assertTrue(ada.page.url.startswith(f"{self.hub.address}/r/lobby"))
        self.answers(ada)
        self.reloads(ada)
        self.assertTrue(self.hub.export("lobby").startswith(before.splitlines()[0]))

    def test_U45_that_sends_10_000_times_slows_down_nobody(self):
        ada = self.window()
        ada.command(":upgrade {name: 'flood', script: \"for (let i = 0; i < 10000; i++) chat.os.send({type: 'flood', i})\"}")
        self.answers(ada)
        ada.until(lambda: "says too much" in ada.page.inner_text("#toasts"), "the flood to be told of")
        self.assertIn("“flood”", ada.page.inner_text("#toasts"))
        self.assertLess(self.hub.export("lobby").count('"i":'), 1_500)
        self.lives(ada)
        ada.command(":remove flood")
        self.reloads(ada)

    def test_that_makes_a_string_of_100_MB_is_refused_and_the_shell_goes_on(self):
        ada = self.window()
        ada.command(":upgrade {name: 'big', script: \"chat.os.send({type: 'big', text: 'x'.repeat(100000000)})\"}")
        self.answers(ada)
        ada.until(lambda: "Too large" in ada.page.inner_text("#toasts"), "the refusal")
        self.answers(ada)
        self.assertNotIn("xxxxxxxxxx", self.hub.export("lobby")[-2000:])
        self.lives(ada)
        ada.command(":remove big")
        self.reloads(ada)

    def test_U90_that_posts_to_the_shell_directly_is_not_heard(self):
        ada = self.window()
        script = """
          for (const message of [{type: 'chatos-port'}, {kind: 'send', text: '{"type":"comment","body":"forged"}'}]) {
            parent.postMessage(message, '*')
            parent.postMessage(message, '*', [new MessageChannel().port1])
          }
          parent.postMessage('x'.repeat(100000000), '*')
        """
        ada.publish("forger", script=script)
        self.answers(ada)
        self.lives(ada)
        self.assertNotIn("forged", [c for c in self.hub.comments()])
        self.reloads(ada)

    def test_that_replaces_the_platform_gets_no_hold_of_the_port(self):
        ada = self.window()
        script = """
          window.caught = []
          const { call } = Function.prototype
          Function.prototype.call = function (self, ...args) { window.caught.push(String(self)); return Reflect.apply(this, self, args) }
          MessagePort.prototype.postMessage = function () { window.caught.push('port') }
          chat.os.send('said after')
          Function.prototype.call = call
        """
        ada.publish("thief", script=script)
        ada.sees("said after")
        self.assertNotIn("port", ada.evaluate("() => window.caught"))
        self.assertNotIn("[object MessagePort]", ada.evaluate("() => window.caught"))

    def test_U76_with_a_script_s_end_in_it_or_markup_for_a_name_is_text(self):
        ada = self.window()
        ada.publish("ender", script="window.text = '</scr' + 'ipt></script><!--<script>'; window.ended = true")
        ada.until(lambda: ada.evaluate("() => window.ended"), "it to run")
        self.assertEqual(ada.evaluate("() => window.text"), "</script></script><!--<script>")
        ada.command(':upgrade {"name": "<img src=x onerror=document.title=1>", "markup": "<p>odd</p>"}')
        ada.sees("odd")
        ada.open_tools()
        ada.page.click("button[aria-label='All tools']") if ada.page.query_selector("button[aria-label='All tools']") else None
        self.assertIsNone(ada.page.query_selector(".drawer img"))
        self.assertIn("lobby", ada.page.title())
        self.reloads(ada)

    def test_with_a_style_that_covers_the_page_covers_the_realm_alone(self):
        ada = self.window()
        cover = "html, body, body * { display: none !important } html::after { content: ''; position: fixed; inset: 0; z-index: 2147483647; background: red }"
        ada.command(":upgrade " + '{"name": "cover", "style": "%s"}' % cover.replace('"', "'"))
        ada.until(lambda: ada.realm.is_hidden("#message"), "it to cover the page")
        self.answers(ada)
        ada.page.click("button.tools")
        ada.until(lambda: ada.page.query_selector("[data-tool=cover]"), "the list of tools")
        ada.command(":remove cover")
        ada.until(lambda: ada.realm.is_visible("#message"), "the page again")
        self.reloads(ada)


class WhatAToolWants(Hostile):
    def test_U92_to_change_tools_is_asked_for_once_a_tool_and_visit(self):
        ada = self.window()
        grows = "chat.os.setInterval('grower', 'g', () => { if (window.n) chat.os.send({type: 'upgrade', name: 'grown' + window.n--, markup: '<b>grown</b>'}) }, 30)"
        ada.publish("grower", script=grows)
        ada.evaluate("() => { window.n = 1 }")
        ada.until(ada.asks, "to be asked")
        self.assertIn("The tool “grower” wants to install the tool “grown1”", ada.asks())
        ada.screenshot("asking")
        self.answers(ada)
        self.assertNotIn("grown1", self.hub.export("lobby"))
        # By keyboard alone.
        ada.page.focus("#asking button")
        ada.page.keyboard.press("Enter")
        ada.sees("grown")
        ada.evaluate("() => { window.n = 3 }")
        ada.until(lambda: "grown3" in self.hub.export("lobby"), "it to go on unasked")
        self.assertEqual(ada.asks(), "")
        self.assertIn('"via":"realm"', self.hub.export("lobby"))
        # The next visit asks anew, and what is refused stays refused for that visit.
        ada.page.reload()
        ada.connected()
        ada.until(lambda: ada.realm and ada.realm.query_selector("#message"), "the realm")
        ada.evaluate("() => { window.n = 9 }")
        ada.until(ada.asks, "to be asked again")
        ada.page.click("#asking >> text=Refuse")
        ada.page.wait_for_timeout(300)
        self.assertEqual(ada.asks(), "")
        self.assertNotIn("grown9", self.hub.export("lobby"))

    def test_U92_is_asked_for_what_the_hub_would_do_and_never_granted_the_word_of_people(self):
        ada = self.window()
        ada.evaluate("() => { chat.os.send({type: 'request', url: 'http://example.test/'}) }")
        ada.until(ada.asks, "to be asked")
        self.assertIn("have the hub fetch “http://example.test/”", ada.asks())
        ada.page.click("#asking >> text=Refuse")
        ada.evaluate("() => { chat.os.send({type: 'tick', name: 't', schedule: '* * * * * *'}) }")
        ada.evaluate("() => { chat.os.send({type: 'tool-stopped', name: 'x', seq: 1}) }")
        ada.evaluate("() => { chat.os.send({type: 'plain', via: 'me'}) }")
        ada.until(lambda: '"plain"' in self.hub.export("lobby"), "the plain op")
        log = self.hub.export("lobby")
        self.assertEqual(ada.asks(), "")
        self.assertNotIn('"tick"', log)
        self.assertNotIn("tool-stopped", log)
        self.assertIn('"via":"realm"', log)

    def test_the_command_line_asks_nothing_and_completes(self):
        ada = self.window()
        ada.command(":upgrade {name: 'clock', markup: '<b>tick</b>'}")
        ada.sees("tick")
        self.assertEqual(ada.asks(), "")
        self.assertNotIn('"via"', self.hub.export("lobby"))
        ada.realm.focus("#message")
        # From within the realm, too.
        ada.page.keyboard.press("Control+k")
        at_line = "() => document.hasFocus() && document.activeElement.matches('.command-line input')"
        ada.until(lambda: ada.page.evaluate(at_line), "the keyboard to be in the command line")
        ada.page.keyboard.type(":rem")
        ada.page.keyboard.press("Tab")
        ada.until(lambda: ada.page.input_value(".command-line input") == ":remove ", "the command to be completed")
        ada.until(lambda: "clock" in ada.page.inner_text("#choices"), "the tools to be offered")
        ada.screenshot("command-line")
        ada.page.keyboard.press("ArrowDown")
        ada.page.keyboard.press("Enter")
        ada.page.keyboard.press("Enter")
        ada.until(lambda: "tick" not in ada.text(), "the tool to be gone")
        ada.page.keyboard.press("Control+k")
        ada.until(lambda: ada.page.evaluate(at_line), "the command line again")
        ada.page.keyboard.type(":wave {hand: left}")
        ada.page.keyboard.press("Enter")
        ada.until(lambda: "can't be read" in ada.page.inner_text(".command-problem"), "the problem beside it")
        ada.page.fill(".command-line input", ":help")
        ada.page.keyboard.press("Enter")
        ada.until(lambda: ":rollcall" in ada.page.inner_text("#choices"), "all that one can say")

    def test_a_picture_from_outside_is_shown_as_blocked(self):
        ada = self.window()
        ada.publish("picture", markup="<img id=far src='https://pictures.example/cat.png'>")
        ada.until(lambda: ada.realm.get_attribute("#far", "data-blocked"), "the placeholder")
        self.assertIn("blocked: pictures from outside (https://pictures.example/cat.png)",
                      ada.realm.get_attribute("#far", "alt"))
        self.assertGreater(ada.realm.query_selector("#far").bounding_box()["height"], 40)
        ada.screenshot("picture-blocked")
