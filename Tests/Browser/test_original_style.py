"""Tools in the manner of 2012: they take the page as it is, use every function, and ask for the past at start-up."""

import http.server
import json
import threading

from support import BrowserTest, ROOT

JUKEBOX = """
var jukebox = { heard: [], beats: 0, frames: 0 }
document.getElementById('logo').title = 'with jukebox'
document.querySelector('.action').insertAdjacentHTML('beforeend', '<button id="play">Play</button>')
document.getElementById('play').onclick = function () { chat.os.send(':play again') }

// The page's own key handler is wrapped; the wrapper is attached once and replaced with each version.
var replaced = chat.os.replaceSafe('jukeboxKeys', function (event) { jukebox.key = event.key + VERSION })
if (replaced) document.getElementById('message').addEventListener('keydown', replaced)

function jukeboxInput (message, next) {
  if (message.type === 'play') {
    jukebox.heard.push(message.text + (message.replay ? ' (replayed)' : '') + ' by ' + message.from.name + ' in ' + message.room + ' ' + typeof message.timestamp)
    var line = document.createElement('p')
    line.className = 'played'
    line.textContent = 'VERSION played ' + message.text
    document.getElementById('responses').prepend(line)
    return
  }
  next()
}
chat.os.addInputHandler(jukeboxInput, 2)
function jukeboxOutput (context, next) {
  if (context.text.indexOf('!') === 0) context.message = { type: 'play', text: context.text.slice(1) }
  next()
}
chat.os.addOutputHandler(jukeboxOutput, 0)
chat.os.setInterval('jukebox', 'beat', function () { jukebox.beats++ }, 20)
chat.os.setTimeout('jukebox', 'once', function () { jukebox.once = true }, 20)
function frame () { jukebox.frames++; chat.os.requestAnimationFrame('jukebox', 'frame', frame) }
chat.os.requestAnimationFrame('jukebox', 'frame', frame)
chat.os.send({ type: 'replay', oftype: 'play', limit: 10 })
""".replace("event.key + VERSION", "event.key + 'VERSION'")


class TheOldWay(BrowserTest):
    def install(self, window, name, script):
        window.publish(name, script=script)
        window.page.click("button[aria-label='Close the tools']")

    def test_a_tool_written_for_the_first_chat_os_runs_as_it_is(self):
        ada = self.window()
        ada.say(":play before")
        ada.until(lambda: '"before"' in self.hub.export("lobby"), "the op")
        self.install(ada, "jukebox", JUKEBOX.replace("VERSION", "v1"))
        ada.until(lambda: ada.evaluate("() => jukebox.heard.length") == 1, "the replay at start-up")
        heard = ada.evaluate("() => jukebox.heard[0]")
        self.assertRegex(heard, r"^before \(replayed\) by .+ in lobby number$")
        self.assertEqual(ada.realm.get_attribute("#logo", "title"), "with jukebox")
        ada.realm.click("#play")
        ada.sees("v1 played again")
        ada.say("!a line of its own kind")
        ada.sees("v1 played a line of its own kind")
        ada.until(lambda: ada.evaluate("() => jukebox.once && jukebox.beats > 2 && jukebox.frames > 2"), "timers")
        self.assertEqual(ada.evaluate("() => jukebox.key"), "Enterv1")
        ada.say("an ordinary comment")
        ada.sees("an ordinary comment")
        self.assertEqual(ada.evaluate("() => chat.os.room"), "lobby")
        self.assertEqual(ada.evaluate("() => chat.os.upgrades.jukebox.name"), "jukebox")
        self.assertEqual(ada.evaluate("() => typeof chat.os.identity.name"), "string")

        # The next version takes the place of all of it: handlers, wrapper, timers.
        ada.command(":upgrade " + json.dumps({"name": "jukebox", "script": JUKEBOX.replace("VERSION", "v2")}))
        ada.until(lambda: ada.evaluate("() => jukebox.heard.length") > 0, "the second version")
        ada.say(":play once")
        ada.sees("v2 played once")
        self.assertNotIn("v1 played once", ada.text())
        self.assertEqual(ada.evaluate("() => jukebox.key"), "Enterv2")
        ada.command(":remove jukebox")
        ada.until(lambda: "jukebox" not in ada.evaluate("() => Object.keys(chat.os.upgrades)"), "it to be gone")
        ada.say(":play to nobody")
        ada.sees(":play")
        beats = ada.evaluate("() => jukebox.beats")
        ada.page.wait_for_timeout(100)
        self.assertEqual(ada.evaluate("() => jukebox.beats"), beats)

    def test_a_handler_that_keeps_everything_is_refused(self):
        ada = self.window()
        ada.publish("greedy", script="chat.os.addInputHandler(function greedy (message, next) { window.kept = message.type })")
        ada.until(lambda: "did not call next" in ada.page.inner_text(".errors"), "the refusal beside the tool")
        self.assertEqual(ada.evaluate("() => window.kept"), "sanity-check")
        ada.page.click("button[aria-label='Close the tools']")
        ada.say("everybody hears this")
        ada.sees("everybody hears this")

    def test_wraps_of_two_tools_come_and_go_in_order(self):
        ada = self.window()
        ada.evaluate("() => { window.shout = (text) => text }")
        for name in ("a", "b"):
            script = f"chat.os.wrap('{name}', window, 'shout', function (next, text) {{ return '{name}(' + next(text) + ')' }})"
            ada.command(":upgrade " + json.dumps({"name": name, "script": script}))
            ada.until(lambda: ada.evaluate("() => shout('x')").startswith(name), f"{name} to wrap")
        self.assertEqual(ada.evaluate("() => shout('x')"), "b(a(x))")
        ada.command(":remove a")
        ada.until(lambda: ada.evaluate("() => shout('x')") == "b(x)", "a to be gone")
        ada.command(":remove b")
        ada.until(lambda: ada.evaluate("() => shout('x')") == "x", "b to be gone")


class TheOldTools(BrowserTest):
    """Tools in the manner of 2012, installed as they are; Fixtures/tools-2012 says what each leans on."""

    def install(self, window, name, **filled):
        parts = {}
        for part, file in (("markup", "markup.html"), ("style", "style.css"), ("script", "script.js")):
            path = ROOT / "Fixtures" / "tools-2012" / name / file
            if path.exists():
                parts[part] = path.read_text()
        for word, value in filled.items():
            parts["script"] = parts["script"].replace(word, value)
        window.command(":upgrade " + json.dumps({"name": name, **parts}))
        window.open_tools()
        row = f"li:has([data-tool={name}])"
        window.until(lambda: "running" in window.page.inner_text(row), f"{name} to run")
        window.page.click("button[aria-label='Close the tools']")

    def test_handlers_in_markup_globals_and_a_memory_of_its_own(self):
        ada, bob = self.window(), self.window()
        self.install(ada, "wall")
        ada.until(lambda: "1 tools: wall" in ada.text(), "the list of tools, by a timer of text")
        ada.realm.fill("#wall input", "buy milk")
        ada.realm.click("#wall button")
        for window in (ada, bob):
            window.until(lambda: "buy milk" in window.realm.inner_text("#wall-notes"), "the note")
        ada.realm.click("#wall h3")
        self.assertTrue(ada.realm.is_hidden("#wall-notes"))
        self.assertEqual(ada.evaluate("() => [localStorage.length, localStorage.getItem('wall-open')]"), [1, "no"])
        # Questions are not asked in the frame; no is what nobody says.
        ada.realm.click("#wall-clear")
        ada.until(lambda: ada.evaluate("() => window.wallKept"), "the answer no")
        # The memory is this page's and this visit's: nothing of it is in the browser's store, nor the other way.
        self.assertIsNone(ada.page.evaluate("() => localStorage.getItem('wall-open')"))
        ada.page.reload()
        ada.connected()
        ada.until(lambda: "tools: wall" in ada.text(), "the tool after a reload")
        self.assertTrue(ada.realm.is_visible("#wall-notes") or ada.realm.inner_text("#wall-notes") == "")
        self.assertEqual(ada.problems + bob.problems, [])

    def test_what_is_gone_fails_softly(self):
        ada = self.window()
        self.install(ada, "portraits")
        ada.until(lambda: ada.evaluate("() => portraits.ready && portraits.status === 0 && portraits.scriptFailed"), "both to fail")
        ada.say("hello there")
        ada.sees("said hello there")
        ada.until(lambda: ada.evaluate("() => portraits.failed.length") > 0, "the picture to fail")
        self.assertIn("blocked", ada.realm.get_attribute("#portraits-outside", "title"))
        ada.open_tools()
        self.assertIn("running", ada.page.inner_text("li:has([data-tool=portraits])"))

    def test_the_past_the_present_and_what_the_hub_fetches(self):
        class Headlines(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"nothing happened")

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Headlines)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.hub.kill()
        self.hub.start(more=["--allow-request-host", "127.0.0.1"])
        ada = self.window()
        for news in ("one", "two", "three"):
            ada.command(f":news {news}")
        ada.until(lambda: "three" in self.hub.export("lobby"), "the news")
        self.install(ada, "ticker", HEADLINES=f"'http://127.0.0.1:{server.server_address[1]}/'")
        ada.until(lambda: ada.asks(), "to be asked whether the hub may act")
        ada.page.click("#asking >> text=Allow")
        ada.until(lambda: ada.evaluate("() => ticker.news.map((news) => news.text).join()") == "two,three", "the two newest")
        ada.until(lambda: ada.evaluate("() => ticker.present && ticker.present.length") == 1, "who is here")
        ada.until(lambda: ada.evaluate("() => ticker.answer && ticker.answer.body") == "nothing happened", "the answer")
        self.assertEqual(ada.evaluate("() => [ticker.answer.name, ticker.answer.status]"), ["today", 200])
        # Set, and at once fired: with the definition's dates, and filled in.
        ada.until(lambda: ada.evaluate("() => ticker.hours.length") == 2, "the schedule and its first firing")
        texts = ada.evaluate("() => ticker.hours.map((hour) => hour.text)")
        self.assertIn("%d{", texts[0])
        self.assertRegex(texts[1], r"^It was \d\d:\d\d$")

    def test_keys_wrapped_in_place_and_every_function(self):
        ada = self.window()
        self.install(ada, "keys")
        ada.say("!quiet please")
        ada.sees("QUIET PLEASE")
        self.assertEqual(ada.evaluate("() => [keys.own, keys.pressed, keys.shouted]"), [[13], [13], 1])
        ada.realm.click("#keys-button")
        ada.until(lambda: ada.evaluate("() => keys.loud") == "pressed", "what the button says")
        ada.realm.click("#logo")
        ada.sees("clicked the logo in lobby as ")
        ada.until(lambda: ada.evaluate("() => keys.ticks > 2 && keys.frames > 2 && keys.late === 0"), "the timers")
        self.assertEqual(ada.evaluate("() => keys.at"), "number")
        # Installed again, it is there once.
        self.install(ada, "keys")
        ada.say("!again")
        ada.sees("AGAIN")
        self.assertEqual(ada.evaluate("() => [keys.own.length, keys.pressed.length, keys.shouted]"), [1, 1, 1])
        self.assertEqual(ada.problems, [])

    def test_a_library_that_is_a_tool_serves_the_versions_of_others(self):
        library = """
          var bound = {}
          function listen (id, type, f) {
            var key = id + ' ' + type
            // One listener of the platform's for all of them, as libraries do.
            if (!bound[key]) {
              bound[key] = []
              document.getElementById(id).addEventListener(type, function (e) { bound[key].forEach(function (g) { g(e) }) })
            }
            bound[key].push(f)
          }
          function every (ms, f) {
            if (every.all) return every.all.push(f)
            every.all = [f]
            setInterval(function () { every.all.forEach(function (g) { g() }) }, ms)
          }
        """
        uses = "var V = 0, ticks = 0; listen('message', 'keydown', function () { V++ }); every(20, function () { ticks++ })"
        ada = self.window()
        ada.command(":upgrade " + json.dumps({"name": "library", "script": library}))
        ada.until(lambda: ada.evaluate("() => typeof listen") == "function", "the library")
        for version in ("one", "two"):
            ada.command(":upgrade " + json.dumps({"name": "user", "script": uses.replace("V", version), "markup": version}))
            ada.sees(version)
            ada.evaluate("() => { ticks = 0 }")
            ada.say("hello")
            ada.until(lambda: ada.evaluate(f"() => {version}") == 1, "the key")
            ada.until(lambda: ada.evaluate("() => ticks") > 1, "the library's timer")
        # With the library goes what it took.
        ada.command(":remove library")
        ada.until(lambda: "library" not in ada.evaluate("() => Object.keys(chat.os.upgrades)"), "it to go")
        ada.say("and now")
        ada.sees("and now")
        self.assertEqual(ada.evaluate("() => two"), 1)
