"""Records web/rooms/demo.ndjson, the demo room: three people in three real browsers put tools of the gallery together.

Prints the session file; pictures of it go to artefacts/. Environment: CHATOS (the program).
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Browser"))

from playwright.sync_api import sync_playwright  # noqa: E402
from support import CHROMIUM, Hub, Window  # noqa: E402

GREETING = """<p id="greeting">Made by three people in a few minutes. Go on with it!</p>"""
STYLE = """#greeting {
  max-width: 720px; margin: 12px auto; padding: 10px 16px; border-radius: 8px;
  background: oklch(70% 0.13 HUE / 0.25);
}"""
SCRIPT = """// Under the input, and not under all that was ever said.
document.getElementById('responses').before(document.getElementById('greeting'))
"""


def enter(browser, hub, name, **options):
    """Comes in under a name, which a browser keeps from the first room in which it was chosen."""
    hall = Window(browser, hub, "hall", **options)
    hall.page.click("button.people")
    hall.page.fill("#own-name", name)
    hall.page.press("#own-name", "Enter")
    hall.until(lambda: hall.status() == "connected", "connected again")
    hall.page.close()
    return Window(browser, hub, "demo", context=hall.context)


def install(window, name, selector, others):
    window.open_tools()
    if not window.page.is_visible(f"button[data-offer={name}]"):
        window.page.click("text=From the gallery")
    window.until(lambda: window.page.is_visible(f"button[data-offer={name}]"), "the gallery")
    window.page.click(f"button[data-offer={name}]")
    for each in (window, *others):
        each.until(lambda: each.realm.query_selector(selector), name)
    window.page.click(".gallery > :first-child button, .gallery > button:first-child")


def close_tools(window):
    window.page.click("button[aria-label='Close the tools']")


def draw(window, points):
    window.realm.eval_on_selector("#mural canvas", "(canvas) => canvas.scrollIntoView({ block: 'center' })")
    box = window.realm.query_selector("#mural canvas").bounding_box()
    at = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in points]
    window.page.mouse.move(*at[0])
    window.page.mouse.down()
    for spot in at[1:]:
        window.page.mouse.move(*spot, steps=4)
    window.page.mouse.up()
    window.page.wait_for_timeout(250)


def pen(window, colour, width):
    window.realm.fill("#mural input[type=color]", colour)
    window.realm.fill("#mural input[type=range]", str(width))


def card(window, title):
    window.realm.fill("#kanban input", title)
    window.realm.press("#kanban input", "Enter")
    window.page.wait_for_timeout(400)


def move(window, title, key="ArrowRight"):
    window.realm.press(f"#kanban li >> text={title}", key)
    window.page.wait_for_timeout(400)


def play(ada, bob, cem):
    pause = ada.page.wait_for_timeout
    ada.say("Hello! This room is empty. Shall we make something of it?")
    pause(900)
    bob.say("A board first, so that we know what we want.")
    install(bob, "kanban", "#kanban", (ada, cem))
    close_tools(bob)
    card(bob, "A sign that says what this is")
    card(ada, "A wall to draw on")
    card(cem, "Ask everybody what comes next")
    move(cem, "Ask everybody what comes next")
    cem.say("I take the poll.")
    install(cem, "poll", "#polls", (ada, bob))
    close_tools(cem)
    cem.say(":poll What shall we make here? | A game | A wall of sketches | Something nobody has thought of")
    ada.until(lambda: ada.realm.query_selector("#polls button"), "the poll")
    ada.realm.click("#polls >> text=A wall of sketches")
    bob.realm.click("#polls >> text=A wall of sketches")
    cem.realm.click("#polls >> text=Something nobody has thought of")
    pause(600)
    move(cem, "Ask everybody what comes next")
    ada.say("The wall it is, then.")
    install(ada, "mural", "#mural", (bob, cem))
    close_tools(ada)
    pen(ada, "#e2557b", 9)
    draw(ada, [(0.06, 0.66), (0.12, 0.3), (0.18, 0.6), (0.24, 0.3), (0.3, 0.66)])
    pen(bob, "#4b8bd0", 9)
    draw(bob, [(0.45, 0.34), (0.39, 0.42), (0.37, 0.54), (0.42, 0.64), (0.49, 0.6), (0.52, 0.48), (0.49, 0.36), (0.45, 0.34)])
    pen(cem, "#3c9b6a", 9)
    draw(cem, [(0.6, 0.66), (0.61, 0.32), (0.69, 0.64), (0.7, 0.32)])
    pen(ada, "#d99a2b", 10)
    draw(ada, [(0.8, 0.3), (0.8, 0.52)])
    draw(ada, [(0.8, 0.62), (0.803, 0.625)])
    move(ada, "A wall to draw on")
    move(ada, "A wall to draw on")
    bob.say("And the sign. Anybody may change it: it is in Tools, like everything here.")
    bob.publish("greeting", markup=GREETING, style=STYLE.replace("HUE", "255"), script=SCRIPT)
    ada.until(lambda: ada.realm.query_selector("#greeting"), "the sign")
    move(bob, "A sign that says what this is")
    cem.say("Warmer, please.")
    cem.command(":upgrade " + as_json("greeting", GREETING, STYLE.replace("HUE", "50"), SCRIPT))
    pause(700)
    move(bob, "A sign that says what this is")
    cem.say("😀 That is what I meant.")
    pause(500)
    ada.screenshot("demo-recorded")
    bob.close()
    pause(400)
    cem.say("See you, and you who read this: draw something.")
    pause(400)
    cem.close()
    pause(300)
    ada.close()


def as_json(name, markup, style, script):
    import json

    return json.dumps({"name": name, "markup": markup, "style": style, "script": script})


def main():
    hub = Hub()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM)
        ada = enter(browser, hub, "Ada", color_scheme="dark")
        bob = enter(browser, hub, "Bob")
        cem = enter(browser, hub, "Cem")
        play(ada, bob, cem)
        browser.close()
    text = hub.export("demo")
    hub.close()
    print(text, end="")


main()
