"""What becomes of a room in which a tool loops, in each browser engine there is: the table in SECURITY.md.

    CHATOS=.build/release/chatos python3 scripts/engines.py [chromium|firefox|webkit]...

Not part of `make test`: it wants firefox-esr, python3-gi, gir1.2-webkit2-4.1, xvfb and dbus (Debian), playwright (pip), and takes
five minutes. Each browser is driven by a process of its own, which is ended when it has said nothing for
long. Every way of looping is tried in a room of its own:

    script    the tool's script never ends
    late      a timer of the tool never ends, 8 s after its start
    click     a handler of the tool never ends

The next visit is one of the same profile, after the frozen page was killed where it had to be.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))

LOOPS = {
    "script": {"script": "for (;;) {}"},
    "late": {"script": "setTimeout(function () { for (;;) {} }, 8000)"},
    "click": {"markup": "<b id='trap' onclick='for (;;) {}'>trap</b>", "script": "setTimeout(function () { document.getElementById('trap').click() }, 8000)"},
}
WATCH_SECONDS = 20


class Driven:
    """Chromium, or Firefox ESR by way of WebDriver BiDi. The next visit is a new tab of the same profile."""

    def __init__(self, engine):
        from playwright.sync_api import sync_playwright

        self.driver = sync_playwright().start()
        if engine == "firefox":
            self.browser = self.driver.firefox.launch(
                channel="moz-firefox", executable_path="/usr/bin/firefox-esr", headless=True
            )
        else:
            self.browser = self.driver.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
        self.context = self.browser.new_context()

    def version(self):
        return self.browser.version

    def visit(self, address):
        self.page = self.context.new_page()
        self.page.goto(address)

    def evaluate(self, expression):
        return self.page.evaluate(f"() => {expression}")

    def pass_time(self, seconds):
        self.page.wait_for_timeout(seconds * 1000)


def tell(**fact):
    print(json.dumps(fact), flush=True)


def wait(browser, expression, seconds=20):
    until = time.monotonic() + seconds
    while not browser.evaluate(expression):
        if time.monotonic() > until:
            raise TimeoutError(expression)
        browser.pass_time(0.1)


ENTERED = "document.querySelector('.connection .words')?.textContent === 'connected'"
STATE = "document.querySelector('[data-tool=loop] .state')?.textContent ?? ''"
SAFE = "!document.getElementById('banner').hidden"
OPEN = (
    "document.querySelector('button.tools').getAttribute('aria-expanded') === 'true'"
    " || document.querySelector('button.tools').click()"
)


def drive(engine, address):
    """Two visits, told line by line; they may never come to their end."""
    if engine == "webkit":
        import webkit_page

        frozen = webkit_page.Frozen
        browser = webkit_page.WebKitPage(tempfile.mkdtemp(prefix="engines-"))
    else:
        frozen = ()
        browser = Driven(engine)
    tell(version=browser.version())
    try:
        browser.visit(address)
        wait(browser, ENTERED)
        browser.evaluate(OPEN)
        watch(browser)
    except frozen:
        tell(frozen=True)
        browser.kill()
    tell(again=True)
    browser.visit(address)
    wait(browser, ENTERED)
    tell(entered=True)
    browser.evaluate(OPEN)
    # As long as a loop needs that begins late.
    until = time.monotonic() + 12
    while time.monotonic() < until:
        tell(state=browser.evaluate(STATE), safe=browser.evaluate(SAFE))
        browser.pass_time(0.5)


def watch(browser):
    worst, begun = 0.0, time.monotonic()
    while time.monotonic() - begun < WATCH_SECONDS:
        asked = time.monotonic()
        state = browser.evaluate(STATE)
        worst = max(worst, time.monotonic() - asked)
        tell(state=state, worst=round(worst, 3), at=round(time.monotonic() - begun, 1))
        if state == "stopped":
            return
        browser.pass_time(0.05)


def publish(hub, room, tool):
    from websockets.sync.client import connect

    with connect(f"ws://127.0.0.1:{hub.port}/rooms/{room}", subprotocols=["chatos.v1"]) as socket:
        socket.send(json.dumps({"hub": "hello", "name": "Maker"}))
        while json.loads(socket.recv()).get("hub") != "ready":
            pass
        socket.send(json.dumps({"type": "upgrade", "name": "loop", **tool}))
        while json.loads(socket.recv()).get("op", {}).get("type") != "upgrade":
            pass


def children(pid):
    """All processes below one, the nearest first."""
    found = []
    for each in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        found += [int(each), *children(int(each))]
    return found


def run(engine, hub, room):
    """Drives one engine in a process of its own. What it said last tells how far it came."""
    command = [sys.executable, __file__, "--drive", engine, f"{hub.address}/r/{room}"]
    if engine == "webkit":
        # Debian's own Python has Debian's modules.
        command = ["xvfb-run", "-a", "dbus-run-session", "/usr/bin/python3", *command[1:]]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        output, errors = process.communicate(timeout=WATCH_SECONDS + 60)
    except subprocess.TimeoutExpired:
        for pid in [*reversed(children(process.pid)), process.pid]:
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass
        output, errors = process.communicate()
    facts = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return facts, errors.strip().splitlines()[-1:]


def summary(engine, mode, facts, told, errors):
    version = next((fact["version"] for fact in facts if "version" in fact), "?")
    again = next((at for at, fact in enumerate(facts) if "again" in fact), None)
    if again is None:
        return f"{engine} {version}  {mode}: did not come to the next visit: {errors}"
    first, later = facts[:again], facts[again:]
    seen = [fact for fact in first if "worst" in fact]
    here = "the shell froze" if any("frozen" in fact for fact in first) else (
        f"the shell answered within {seen[-1]['worst']} s, the tool was {seen[-1]['state']} at {seen[-1]['at']} s"
        + (", the room told" if told else "")
    )
    ends = [fact for fact in later if "state" in fact]
    next_visit = f"{ends[-1]['state']}{', safe mode' if ends[-1]['safe'] else ''}" if ends else f"failed: {errors}"
    return f"{engine} {version}  {mode}: {here}; next visit: {next_visit}"


def main():
    from support import Hub

    engines = sys.argv[1:] or ["chromium", "firefox", "webkit"]
    hub = Hub()
    try:
        for engine in engines:
            for mode, tool in LOOPS.items():
                room = f"{engine}-{mode}"
                publish(hub, room, tool)
                facts, errors = run(engine, hub, room)
                told = '"tool-stopped"' in hub.export(room)
                print(summary(engine, mode, facts, told, errors), flush=True)
    finally:
        hub.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--drive"]:
        drive(*sys.argv[2:])
    else:
        main()
