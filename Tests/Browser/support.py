"""What the browser tests share: a hub of their own, windows on it, and a listener that nobody may reach."""

import http.server
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.request

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ARTEFACTS = ROOT / "artefacts"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PATIENCE_SECONDS = 15
# The editor's text lives in a shadow root; the driver looks into it, a page's own search does not.
CODE = ".cm-content"
CODE_TEXT = """() => {
  const root = document.querySelector(".code-host").shadowRoot;
  const copy = root.querySelector(".cm-content").cloneNode(true);
  for (const other of copy.querySelectorAll(".cm-peer-caret, .cm-placeholder")) other.remove();
  return [...copy.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\\n");
}"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Hub:
    """A real hub on a port of its own, which survives being killed: the folder and the port stay."""

    def __init__(self, more=()):
        self.more = list(more)
        self.folder = tempfile.TemporaryDirectory()
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self, port=None, more=()):
        """Starts it where it was; on another port nobody finds it, though it has the same rooms."""
        self.process = subprocess.Popen(
            [os.environ["CHATOS"], "serve", "--listen", f"127.0.0.1:{port or self.port}"]
            + ["--data", self.folder.name]
            + ["--web", str(ROOT / "web"), *self.more, *more],
            stdout=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        if "ChatOS is at" not in line:
            raise RuntimeError(f"the hub did not start: {line!r}")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def forget(self):
        """Its folder is empty from now on; it must not be running."""
        self.folder.cleanup()
        self.folder = tempfile.TemporaryDirectory()

    def comments(self, room="lobby"):
        lines = [json.loads(line) for line in self.export(room).splitlines()[1:]]
        return [line[4]["body"] for line in lines if line[4]["type"] == "comment"]

    def log(self, room="lobby"):
        """The room's envelopes."""
        with urllib.request.urlopen(f"{self.address}/api/v1/rooms/{room}/log") as answer:
            return [json.loads(line) for line in answer.read().splitlines()]

    def close(self):
        # One that was halted hears nothing else.
        self.process.send_signal(signal.SIGCONT)
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()
        self.folder.cleanup()

    def export(self, room):
        command = [os.environ["CHATOS"], "export", room, "--data", self.folder.name]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Listener:
    """A server that counts who comes, over TCP and UDP: code in the realm must not be able to."""

    def __init__(self):
        self.requests = []
        requests = self.requests

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                requests.append(self.path)
                self.send_response(200)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.datagrams.bind(self.server.server_address)
        threading.Thread(target=self.count_datagrams, daemon=True).start()

    def count_datagrams(self):
        # An empty datagram is this object's own, to end the thread.
        while self.datagrams.recv(2048):
            self.requests.append("a datagram")

    def close(self):
        self.datagrams.sendto(b"", self.server.server_address)
        self.datagrams.close()
        self.server.shutdown()
        self.server.server_close()


class Window:
    """One window on a room, as its user handles it."""

    def __init__(self, browser, hub, room="lobby", context=None, query="", page=None, **options):
        options.setdefault("viewport", {"width": 1280, "height": 800})
        self.context = context or browser.new_context(**options)
        self.page = page or self.context.new_page()
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        if not page:
            self.page.goto(f"{hub.address}/r/{room}{query}")
        self.until(lambda: self.status() == "connected", "connected")
        self.until(lambda: self.realm is not None and self.realm.query_selector("#message"), "the realm")

    @property
    def realm(self):
        """The frame in which tools run; None while it is being made."""
        frames = [frame for frame in self.page.frames if "/frame.html" in frame.url]
        return frames[0] if frames else None

    def status(self):
        words = self.page.query_selector(".connection .words")
        return words.inner_text() if words else ""

    def until(self, condition, what):
        """Waits for `condition`; the page's policy forbids the driver's own way of waiting, which needs eval."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                value = condition()
            except Exception as error:  # A frame that is being replaced can't be asked.
                value, last = None, error
            else:
                last = value
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"waited in vain for {what}; last: {last!r}")
            self.page.wait_for_timeout(20)

    def say(self, line):
        """Types it into the room's own input. What changes tools is asked about there, and allowed here."""
        self.type(line)
        if line.startswith((":upgrade", ":remove", ":reset", ":import", ":request")):
            self.page.wait_for_timeout(50)
            if self.asks():
                self.page.click("#asking >> text=Allow")

    def type(self, line):
        self.realm.fill("#message", line)
        self.realm.press("#message", "Enter")

    def asks(self):
        """What the bar asks; empty where it asks nothing."""
        return self.page.inner_text("#asking .asking-words") if self.page.is_visible("#asking") else ""

    def command(self, line):
        """Says it in the shell's own command line, which needs no asking."""
        # From the shell: a realm that hangs hears no key.
        self.page.evaluate("() => document.querySelector('button.tools').focus()")
        self.page.keyboard.press("Control+k")
        self.page.fill(".command-line input", line)
        # Not the driver's Enter: it waits until the realm, which has the focus then, knows that the key is up.
        self.page.dispatch_event(".command-line input", "keydown", {"key": "Enter", "bubbles": True})

    def text(self):
        return self.realm.inner_text("body")

    def sees(self, words):
        return self.until(lambda: words in self.text(), f"{words!r} in the room")

    def evaluate(self, script, argument=None):
        return self.realm.evaluate(script, argument)

    def publish(self, name, **parts):
        """Writes a tool in the editor and runs it, as somebody at the keyboard does."""
        self.open_tools()
        self.page.click("text=New tool")
        self.page.fill(".tool-title", name)
        for part, source in parts.items():
            self.page.click(f".tab[data-part={part}]")
            self.write(source)
        self.run()
        self.until(lambda: "Saved." in self.page.inner_text(".editor-status"), "the tool to be saved")

    def write(self, source):
        """Puts this into the editor, in the place of what is there."""
        self.until(lambda: self.page.is_visible(CODE), "the editor")
        self.page.focus(CODE)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(source)

    def run(self):
        """Runs what is in the editor."""
        self.page.press(CODE, "Control+Enter")

    def code(self):
        """What is in the editor, without the names of those who are at it."""
        return self.page.evaluate(CODE_TEXT)

    def edit(self, name):
        """Opens a tool in the editor, and waits for its text."""
        self.open_tools()
        self.page.click(f".tool-row[data-tool={name}]")
        self.until(lambda: self.page.is_visible(CODE), "the text")

    def open_tools(self):
        if self.page.get_attribute("button.tools", "aria-expanded") != "true":
            self.page.click("button.tools")

    def offline(self):
        self.until(lambda: "offline" in self.status() or "reconnecting" in self.status(), "offline")

    def connected(self):
        self.until(lambda: self.status() == "connected", "connected")

    def people(self):
        return self.page.inner_text("button.people .count")

    def screenshot(self, name):
        self.page.screenshot(path=str(ARTEFACTS / f"{name}.png"))

    def close(self):
        self.context.close()


class BrowserTest(unittest.TestCase):
    """A test with one browser for the class and a hub for each test."""

    @classmethod
    def setUpClass(cls):
        ARTEFACTS.mkdir(exist_ok=True)
        cls.driver = sync_playwright().start()
        cls.addClassCleanup(cls.driver.stop)
        cls.browser = cls.driver.chromium.launch(executable_path=CHROMIUM)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.hub = Hub()
        self.addCleanup(self.hub.close)

    def window(self, room="lobby", **options):
        window = Window(self.browser, self.hub, room, **options)
        self.addCleanup(window.close)
        return window
