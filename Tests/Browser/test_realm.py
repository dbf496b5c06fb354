"""What code in the realm can't do, and what a tool that goes wrong does not break."""

from support import BrowserTest, Listener

# Each probe is tried in the realm; what it says is either that it was stopped, or what it got hold of.
PROBES = {
    "the shell's document": "parent.document.title",
    "the top document": "top.document.body.innerHTML",
    "the frame element": "frameElement.ownerDocument.title",
    "a variable of the shell": "String(parent.chatos)",
    "cookies": "document.cookie || blocked()",
    "the platform's own cookies": "Object.getOwnPropertyDescriptor(Document.prototype, 'cookie').get.call(document)",
    "localStorage": "localStorage.secret || blocked()",
    "sessionStorage": "sessionStorage.length || blocked()",
    "databases": "indexedDB.open('x') && 'opened'",
    "top navigation": "(top.location.href = 'LISTENER/top', 'went')",
    "a window": "window.open('LISTENER/popup') === null ? blocked() : 'opened'",
    "a synchronous request": "(r => (r.open('GET', 'LISTENER/xhr', false), r.send(), 'sent'))(new XMLHttpRequest())",
}

# These go wrong later, without an exception; whether anything arrived says the listener.
LEAKS = """
    const at = 'LISTENER'
    fetch(at + '/fetch').catch(() => {})
    fetch(at + '/no-cors', {mode: 'no-cors', keepalive: true}).catch(() => {})
    try { new WebSocket(at.replace('http', 'ws') + '/ws') } catch {}
    try { new EventSource(at + '/events') } catch {}
    try { navigator.sendBeacon(at + '/beacon', 'x') } catch {}
    new Image().src = at + '/image'
    new Audio(at + '/audio').play().catch(() => {})
    document.head.append(Object.assign(document.createElement('script'), {src: at + '/script'}))
    document.head.append(Object.assign(document.createElement('link'), {rel: 'stylesheet', href: at + '/style'}))
    document.head.append(Object.assign(document.createElement('link'), {rel: 'prefetch', href: at + '/prefetch'}))
    document.body.append(Object.assign(document.createElement('iframe'), {src: at + '/iframe'}))
    document.body.append(Object.assign(document.createElement('object'), {data: at + '/object'}))
    document.body.style.backgroundImage = 'url(' + at + '/background)'
    import(at + '/module.js').catch(() => {})
    try { new Worker(URL.createObjectURL(new Blob(["fetch('" + at + "/worker').catch(() => {})"]))) } catch {}
    try {
      const peer = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:' + new URL(at).port}]})
      peer.createDataChannel('x')
      peer.createOffer().then((offer) => peer.setLocalDescription(offer)).catch(() => {})
    } catch {}
"""


class TheRealm(BrowserTest):
    def test_U90_tool_code_reaches_neither_the_shell_nor_the_network(self):
        listener = Listener()
        self.addCleanup(listener.close)
        window = self.window()
        window.page.evaluate("() => { document.cookie = 'secret=1'; localStorage.secret = '1'; window.chatos = 'shell' }")
        for what, probe in PROBES.items():
            code = "(() => { const blocked = () => { throw new Error('blocked') }; return " + probe + " })()"
            got = window.evaluate(
                "(code) => { try { return 'got ' + (0, eval)(code) } catch (error) { return error.name } }",
                code.replace("LISTENER", listener.address),
            )
            self.assertFalse(got.startswith("got "), f"{what}: {got}")
        window.evaluate("(code) => (0, eval)(code)", LEAKS.replace("LISTENER", listener.address))
        window.page.wait_for_timeout(1500)
        self.assertEqual(listener.requests, [])
        self.assertTrue(window.page.url.startswith(self.hub.address))
        self.assertIn("lobby", window.page.inner_text("#room-name"))

    def test_the_listener_would_notice(self):
        """The same leaks from an ordinary page: a listener that hears nothing then would prove nothing."""
        listener = Listener()
        self.addCleanup(listener.close)
        page = self.browser.new_page()
        self.addCleanup(page.close)
        page.goto(listener.address)
        page.evaluate("(code) => (0, eval)(code)", LEAKS.replace("LISTENER", listener.address))
        page.wait_for_timeout(1500)
        for path in ("/fetch", "/beacon", "/image", "/script", "/iframe", "/worker", "/background", "a datagram"):
            self.assertIn(path, listener.requests)

    def test_the_frame_may_not_go_elsewhere(self):
        listener = Listener()
        self.addCleanup(listener.close)
        window = self.window()
        window.evaluate("(at) => { location.href = at + '/self?stolen=1' }", listener.address)
        window.page.wait_for_timeout(500)
        self.assertEqual(listener.requests, [])
        window.until(lambda: window.realm and window.realm.query_selector("#message"), "the realm again")

    def test_the_realm_is_on_another_site_than_the_shell(self):
        window = self.window()
        self.assertEqual(window.page.url, f"http://127.0.0.1:{self.hub.port}/r/lobby")
        self.assertEqual(window.realm.url, f"http://localhost:{self.hub.port}/frame.html")
        self.assertEqual(window.evaluate("() => origin"), "null")


class AToolThatGoesWrong(BrowserTest):
    def test_U91_an_error_names_its_tool_and_line_and_stops_nobody_else(self):
        ada, bob = self.window(), self.window()
        ada.say(":upgrade {name: 'good', script: \"chat.os.setInterval('good', 'g', () => { window.good = (window.good ?? 0) + 1 }, 20)\"}")
        ada.publish("bad", script="// one\n// two\nchat.os.addInputHandler(function bad(message, next) {\n  if (message.type === 'boom') null.x\n  next()\n})")
        ada.say(":boom")
        bob.open_tools()
        bob.until(lambda: "1 error" in bob.page.inner_text("[data-tool=bad]"), "the error beside the tool")
        bob.page.click("[data-tool=bad]")
        bob.until(lambda: "4" in bob.page.inner_text(".errors"), "the error's line")
        bob.screenshot("tool-with-error")
        ada.say("after the error")
        bob.sees("after the error")
        before = bob.evaluate("() => window.good")
        bob.until(lambda: bob.evaluate("() => window.good") > before, "the good tool to go on")

    def test_a_syntax_error_names_its_line(self):
        ada = self.window()
        ada.publish("broken", script="let a = 1\nlet b = = 2\n")
        ada.until(lambda: "2" in ada.page.inner_text(".errors"), "the line of the syntax error")
        ada.say("all is well")
        ada.sees("all is well")

    def test_U88_an_endless_loop_leaves_the_shell_alive_and_safe_mode_opens_the_room(self):
        ada = self.window()
        ada.say("words before")
        ada.sees("words before")
        ada.say(":upgrade {name: 'loop', script: 'for (let i = 0; ; ) {}'}")
        ada.page.wait_for_timeout(500)
        # The page around the frozen realm answers at once.
        self.assertEqual(ada.page.inner_text("#room-name"), "lobby")
        ada.page.click("button.tools")
        ada.until(lambda: ada.page.query_selector("[data-tool=loop]"), "the tool in the list")
        ada.page.close()
        safe = self.window(context=ada.context, query="?safe=1")
        safe.sees("words before")
        self.assertIn("Safe mode", safe.page.inner_text("#banner"))
        safe.screenshot("safe-mode")
        safe.say(":remove loop")
        safe.page.close()
        healed = self.window()
        healed.sees("words before")
