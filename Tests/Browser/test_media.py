"""Pictures from outside: kept out, asked about, granted for a room, and taken back."""

import http.server
import json
import threading

from support import BrowserTest, Hub, Window
from test_assets import png

WIDTH = "() => document.querySelector('#outside')?.naturalWidth"


class Pictures:
    """A host with a picture at every address, which notes who asked for what."""

    def __init__(self):
        self.asked = []
        asked = self.asked

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                if self.path.startswith("/elsewhere"):
                    self.send_response(302)
                    self.send_header("Location", self.path.split("?to=")[1])
                    self.end_headers()
                    return
                data = png(23)
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Media(BrowserTest):
    def setUp(self):
        super().setUp()
        self.pictures, self.others = Pictures(), Pictures()
        self.addCleanup(self.pictures.close)
        self.addCleanup(self.others.close)

    def show(self, window, address, name="outside"):
        window.publish("frame", markup=f'<img id="{name}" src="{address}">')

    def test_a_picture_from_outside_is_asked_about_and_shown_from_then_on(self):
        ada, bob = self.window(), self.window()
        ada.say("first")
        self.show(ada, f"{self.pictures.origin}/cat.png")
        for window in (ada, bob):
            window.until(lambda: self.pictures.origin in window.asks(), "the question")
        blocked = "() => document.querySelector('#outside')?.dataset.blocked"
        self.assertEqual(ada.evaluate(blocked), f"{self.pictures.origin}/cat.png")
        self.assertEqual(self.pictures.asked, [])
        ada.page.click("#asking >> text=Allow in this room")
        ada.until(lambda: ada.evaluate(WIDTH) == 23, "the picture")
        # It is the answer of one, for one.
        self.assertEqual(bob.evaluate(WIDTH), 0)
        bob.page.click("#asking >> text=Refuse")
        bob.until(lambda: bob.asks() == "", "no question any more")
        # It holds for the next visit of the room, and not for another room.
        ada.page.reload()
        ada.until(lambda: ada.evaluate(WIDTH) == 23, "the picture after a reload")
        other = self.window("other", context=ada.context)
        other.say("first")
        self.show(other, f"{self.pictures.origin}/cat.png")
        other.until(lambda: self.pictures.origin in other.asks(), "the question in another room")
        # And it can be taken back.
        ada.page.evaluate("() => document.querySelector('button.tools').focus()")
        ada.page.keyboard.press("Control+k")
        ada.page.fill(".command-line input", f"Block {self.pictures.origin}")
        ada.page.keyboard.press("ArrowDown")
        ada.page.keyboard.press("Enter")
        ada.until(lambda: ada.evaluate(blocked), "the placeholder again")

    def test_what_is_granted_is_one_host_and_pictures_only(self):
        ada = self.window()
        ada.say("first")
        self.show(ada, f"{self.pictures.origin}/cat.png")
        ada.until(lambda: self.pictures.origin in ada.asks(), "the question")
        ada.page.click("#asking >> text=Allow in this room")
        ada.until(lambda: ada.evaluate(WIDTH) == 23, "the picture")
        count = len(self.pictures.asked)
        script = f"""
          const tries = [
            fetch("{self.pictures.origin}/fetched"),
            new Promise((done, failed) => {{
              const script = document.createElement("script");
              [script.onload, script.onerror] = [done, failed];
              script.src = "{self.pictures.origin}/script";
              document.head.append(script);
            }}),
            new Promise((done, failed) => {{
              const image = new Image();
              [image.onload, image.onerror] = [done, failed];
              image.src = "{self.pictures.origin}/elsewhere?to={self.others.origin}/led";
            }}),
            new Promise((done, failed) => {{
              const image = new Image();
              [image.onload, image.onerror] = [done, failed];
              image.src = "{self.others.origin}/direct";
            }}),
          ];
          Promise.allSettled(tries).then((all) => chat.os.send("tried: " + all.map(({{ status }}) => status)));
        """
        ada.command(":upgrade " + json.dumps({"name": "prober", "script": script}))
        ada.sees("tried: rejected,rejected,rejected,rejected")
        self.assertEqual(self.others.asked, [])
        self.assertEqual([path for path in self.pictures.asked[count:] if "cat" not in path][:1], [
            f"/elsewhere?to={self.others.origin}/led"
        ])

    def test_a_tool_can_not_grant_by_going_to_another_address_of_the_frame(self):
        ada = self.window()
        ada.say("first")
        address = f"/frame.html?media={self.pictures.origin.replace(':', '%3A').replace('/', '%2F')}"
        self.show(ada, f"{self.pictures.origin}/cat.png")
        ada.until(lambda: self.pictures.origin in ada.asks(), "the question")
        ada.evaluate("(address) => { location.href = address }", address)
        # The shell builds the frame anew, with the address that it decides on.
        ada.until(lambda: ada.realm is not None and "media=" not in ada.realm.url, "the shell's own frame")
        ada.sees("first")
        ada.page.wait_for_timeout(300)
        self.assertEqual(self.pictures.asked, [])

    def test_an_operator_grants_for_a_room(self):
        self.hub.close()
        self.hub = Hub(more=["--allow-media", f"{self.pictures.origin}@lobby"])
        self.addCleanup(self.hub.close)
        for room, width in (("lobby", 23), ("other", 0)):
            window = Window(self.browser, self.hub, room)
            self.addCleanup(window.close)
            window.say("first")
            self.show(window, f"{self.pictures.origin}/cat.png")
            if width:
                window.until(lambda: window.evaluate(WIDTH) == width, "the picture")
            else:
                window.until(lambda: self.pictures.origin in window.asks(), "the question")
