"""Pictures and sounds of a room: dropped in one window, seen in the other, named by tools; and what is none."""

import base64
import hashlib
import json
import struct
import urllib.error
import urllib.request
import zlib

from support import BrowserTest

DROP = """([where, files]) => {
  const transfer = new DataTransfer();
  for (const [name, type, text, more = 0] of files) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    transfer.items.add(new File([bytes, new Uint8Array(more)], name, { type }));
  }
  const target = document.querySelector(where);
  const kind = { bubbles: true, cancelable: true, dataTransfer: transfer, clipboardData: transfer };
  target.dispatchEvent(new DragEvent("dragover", kind));
  return !target.dispatchEvent(new DragEvent("drop", kind));
}"""
PASTE = DROP.replace('target.dispatchEvent(new DragEvent("dragover", kind));', "").replace(
    'DragEvent("drop"', 'ClipboardEvent("paste"'
)
WIDTHS = "(where) => [...document.querySelectorAll(where)].map((image) => image.naturalWidth)"


def png(width, height=1):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80\x20\x40" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def wav():
    samples = b"\x80" * 800
    head = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8)
    body = b"WAVE" + head + b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", len(body)) + body


def text(data):
    return base64.b64encode(data).decode()


class Assets(BrowserTest):
    def drop(self, window, *files, where="body", script=DROP):
        given = [[name, kind, text(data), *more] for name, kind, data, *more in files]
        return window.evaluate(script, [where, given])

    def send(self, data, room="lobby"):
        request = urllib.request.Request(f"{self.hub.address}/api/v1/rooms/{room}/assets", data, method="POST")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def widths(self, window, where="#responses img"):
        return window.evaluate(WIDTHS, where)

    def test_a_picture_dropped_in_one_window_is_seen_in_the_other(self):
        ada, bob = self.window(), self.window()
        picture = png(7)
        self.assertTrue(self.drop(ada, ("cat.png", "image/png", picture)))
        for window in (ada, bob):
            window.until(lambda: self.widths(window) == [7], "the picture")
            self.assertIn("cat.png", window.text())
        newcomer = self.window()
        newcomer.until(lambda: self.widths(newcomer) == [7], "the picture for a newcomer")
        ops = [json.loads(line)[4] for line in self.hub.export("lobby").splitlines()[1:]]
        (said,) = [op for op in ops if op["type"] == "comment"]
        self.assertEqual(said["asset"], hashlib.sha256(picture).hexdigest())
        self.assertEqual(said["contentType"], "image/png")
        self.assertEqual((ada.problems, bob.problems), ([], []))

    def test_a_sound_that_is_pasted_can_be_played_by_all(self):
        ada, bob = self.window(), self.window()
        self.assertTrue(self.drop(ada, ("beep.wav", "audio/wav", wav()), where="#message", script=PASTE))
        lasts = "() => document.querySelector('#responses audio')?.duration"
        bob.until(lambda: round(bob.evaluate(lasts) or 0, 1) == 0.1, "a sound of a tenth of a second")

    def test_a_picture_is_chosen_where_nothing_can_be_dropped(self):
        ada, bob = self.window(), self.window()
        with ada.page.expect_file_chooser() as chooser:
            ada.realm.focus("#attach")
            ada.realm.press("#attach", "Enter")
        chooser.value.set_files({"name": "chosen.png", "mimeType": "image/png", "buffer": png(19)})
        bob.until(lambda: self.widths(bob) == [19], "the picture")

    def test_a_file_dropped_on_the_page_around_the_room_is_said_too(self):
        ada, bob = self.window(), self.window()
        files = [["bar.png", "image/png", text(png(5))]]
        self.assertTrue(ada.page.evaluate(DROP, ["header.bar", files]))
        bob.until(lambda: self.widths(bob) == [5], "the picture")

    def test_what_is_no_picture_is_not_taken_and_the_person_reads_why(self):
        ada, bob = self.window(), self.window()
        svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
        self.drop(
            ada,
            ("drawing.svg", "image/svg+xml", svg),
            ("page.png", "image/png", b"<!doctype html><script>alert(1)</script>"),
            ("huge.png", "image/png", png(3), 8_388_608),
        )
        shown = lambda: ada.page.inner_text(".uploads")
        ada.until(lambda: shown().count("was not taken") == 3, "three refusals")
        self.assertIn("An SVG is a document that may hold scripts", shown())
        self.assertIn("That is a page, whatever its name is", shown())
        self.assertIn("the hub takes 8 MB", shown())
        ada.page.click(".uploads button >> nth=0")
        self.assertEqual(shown().count("was not taken"), 2)
        bob.say("still here")
        bob.until(lambda: self.hub.comments() == ["still here"], "the comment, and nothing else")

    def test_tools_name_files_in_markup_style_and_script(self):
        ada = self.window()
        ada.say("first")
        one, two, three = (self.send(png(width))["hash"] for width in (11, 12, 13))
        script = f"chat.os.asset('{three}').then((url) => (document.querySelector('#made').src = url))"
        ada.publish(
            "wall",
            markup=f'<img id="marked" src="asset:{one}"><img id="made"><div id="ground">.</div>',
            style=f"#ground {{ background: url(asset:{two}) }}",
            script=script,
        )
        bob = self.window()
        for window in (ada, bob):
            window.until(lambda: self.widths(window, "#marked, #made") == [11, 13], "both pictures")
            ground = "() => getComputedStyle(document.querySelector('#ground')).backgroundImage"
            window.until(lambda: "blob:" in window.evaluate(ground), "the background")

    def test_a_tool_sends_a_file_of_its_own_making(self):
        ada, bob = self.window(), self.window()
        ada.say("first")
        script = """
          const canvas = document.createElement("canvas");
          canvas.width = 17;
          canvas.toBlob(async (blob) => {
            const { hash, type } = await chat.os.upload(blob, "drawn");
            chat.os.send("", { type: "comment", body: "drawn", asset: hash, contentType: type });
            chat.os.upload(new Blob(["<svg/>"])).catch(({ message }) => chat.os.send(`no: ${message}`));
          });
        """
        ada.publish("painter", script=script)
        bob.until(lambda: 17 in self.widths(bob), "the drawing")
        bob.sees("no: ")

    def test_a_tool_takes_what_is_dropped_before_the_page_does(self):
        ada = self.window()
        ada.say("first")
        script = """
          document.addEventListener("drop", (event) => {
            event.preventDefault();
            chat.os.send(`mine: ${event.dataTransfer.files[0].name}`);
          });
        """
        ada.publish("catcher", script=script)
        ada.until(lambda: "catcher" in ada.evaluate("() => Object.keys(chat.os.upgrades)"), "the tool")
        self.drop(ada, ("cat.png", "image/png", png(3)))
        ada.sees("mine: cat.png")
        self.assertEqual(self.widths(ada), [])

    def test_a_file_is_no_page_and_no_script_of_the_hub(self):
        ada = self.window()
        ada.say("first")
        program = b"GIF89a=1;globalThis.ran=true;/*<script>globalThis.ran=true</script>*/"
        asset = self.send(program)
        address = f"{self.hub.address}/api/v1/rooms/lobby/assets/{asset['hash']}"
        with urllib.request.urlopen(address) as answer:
            self.assertEqual(answer.headers["Content-Type"], "image/gif")
        # From the shell's own page, whose policy lets scripts of its host run.
        ran = ada.page.evaluate(
            """(address) => new Promise((done) => {
              const script = document.createElement("script");
              try {
                const policy = trustedTypes.createPolicy("test", { createScriptURL: (url) => url });
                script.src = policy.createScriptURL(address);
              } catch (error) { return done(`refused: ${error.name}`); }
              script.onload = () => done(globalThis.ran === true ? "ran" : "loaded");
              script.onerror = () => done("refused");
              document.head.append(script);
            })""",
            address,
        )
        self.assertIn("refused", ran)
        # Followed as a link it is a download.
        with ada.page.expect_download() as download:
            ada.page.evaluate("(address) => { location.href = address }", address)
        self.assertTrue(download.value.suggested_filename.endswith(".gif"))

    def test_a_tool_can_not_reach_files_of_other_rooms(self):
        ada, other = self.window(), self.window("other")
        other.say("first")
        asset = self.send(png(9), "other")
        ada.say("first")
        script = f"chat.os.asset('{asset['hash']}').catch(({{ message }}) => chat.os.send(message))"
        ada.publish("thief", script=script)
        ada.sees("There is no such file in the room.")

    def test_a_page_of_elsewhere_can_not_send_a_file(self):
        self.window().say("first")
        request = urllib.request.Request(
            f"{self.hub.address}/api/v1/rooms/lobby/assets", png(3), {"Origin": "https://elsewhere.example"}
        )
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        self.assertEqual(refused.exception.code, 403)
