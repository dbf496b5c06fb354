"""Records Fixtures/sessions/clock.ndjson: two people in two real browsers chat, build a clock, change it, remove it.

Prints the session file; the pictures of it go to artefacts/. Environment: CHATOS (the program).
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Browser"))

from playwright.sync_api import sync_playwright  # noqa: E402
from support import CHROMIUM, Hub, Window  # noqa: E402

MARKUP = '<time id="clock"></time>'
STYLE = """#clock {
  display: block; text-align: center; margin: 10vh 0;
  font: 200 min(18vw, 160px)/1 ui-sans-serif, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; letter-spacing: -0.04em;
}"""
SCRIPT = """const clock = document.getElementById('clock')
chat.os.setInterval('clock', 'tick', () => {
  clock.textContent = new Date().toTimeString().slice(0, 5)
}, 250)
"""
COLOURED = STYLE.replace("font:", "color: oklch(65% 0.19 275);\n  font:")


def enter(browser, hub, name, **options):
    """Comes in under a name, which a browser keeps from the first room in which it was chosen."""
    hall = Window(browser, hub, "hall", **options)
    hall.page.click("button.people")
    hall.page.fill("#own-name", name)
    hall.page.press("#own-name", "Enter")
    hall.until(lambda: hall.status() == "connected", "connected again")
    hall.page.close()
    return Window(browser, hub, "clock", context=hall.context)


def main():
    hub = Hub()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM)
        ada = enter(browser, hub, "Ada", color_scheme="dark")
        bob = enter(browser, hub, "Bob", viewport={"width": 390, "height": 844})
        pause = ada.page.wait_for_timeout
        ada.say("Hi Bob, shall we have a clock in here?")
        pause(900)
        bob.say("Yes! A big one, so that I see it on my phone.")
        pause(1200)
        ada.publish("clock", markup=MARKUP, style=STYLE, script=SCRIPT)
        bob.until(lambda: ":" in bob.realm.inner_text("#clock"), "the clock")
        pause(700)
        bob.say("There it is. Can it have some colour?")
        bob.screenshot("recorded-phone")
        pause(900)
        ada.page.click(".tab[data-part=style]")
        ada.write(COLOURED)
        ada.run()
        ada.until(lambda: "Saved." in ada.page.inner_text(".editor-status"), "the change to be saved")
        pause(900)
        bob.say(":wave {hand: 'left', times: 3, persist: false}")
        bob.say("Lovely 😀")
        pause(600)
        ada.screenshot("recorded")
        ada.say("Now it goes, the next ones shall build their own.")
        pause(500)
        bob.say(":remove clock")
        bob.until(lambda: bob.realm.query_selector("#clock") is None, "the clock to go")
        pause(400)
        bob.close()
        pause(400)
        ada.close()
        browser.close()
    text = hub.export("clock")
    hub.close()
    print(text, end="")


main()
