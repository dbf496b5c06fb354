"""Tools in the manner of 2012: they take the page as it is, use every function, and ask for the past at start-up."""

import json

from support import BrowserTest

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
