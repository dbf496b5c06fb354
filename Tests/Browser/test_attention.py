"""Pages that were away: a connection that died unnoticed is found out when somebody looks."""

import json
import signal
import time

from support import BrowserTest


class Attention(BrowserTest):
    def test_U14_a_page_that_thaws_finds_a_dead_connection_within_5_s_and_keeps_what_is_typed(self):
        ada, bob = self.window(), self.window()
        # What is still on its way would be a sign of life.
        ada.until(lambda: ada.people() == "2 here", "all that there was to hear")
        # The hub is there and says nothing, as on the other side of a network that is gone.
        self.hub.process.send_signal(signal.SIGSTOP)
        # The driver keeps its pages from being hidden or frozen, so the browser's word of it is ours.
        ada.page.evaluate("() => document.dispatchEvent(new Event('resume'))")
        woken = time.monotonic()
        ada.until(lambda: ada.status() != "connected", "a word that the connection is in doubt")
        self.assertIn("checking", ada.status())
        ada.until(lambda: "offline" in ada.status() or "connecting" in ada.status(), "offline")
        found = time.monotonic() - woken
        print(f"\n    a dead connection was found {found:.1f} s after the page was woken")
        self.assertLess(found, 6)
        ada.say("typed meanwhile")
        ada.until(lambda: "1 unsent" in ada.status(), "1 unsent")
        self.hub.process.send_signal(signal.SIGCONT)
        bob.sees("typed meanwhile")
        ada.connected()
        self.assertEqual(self.hub.comments(), ["typed meanwhile"])

    def test_U14_a_look_at_a_live_connection_costs_nothing_anybody_sees(self):
        ada, bob = self.window(), self.window()
        words = ada.page.evaluate("""async () => {
            const words = document.querySelector('.connection .words')
            const seen = new Set([words.textContent])
            new MutationObserver(() => seen.add(words.textContent)).observe(words, {childList: true, characterData: true, subtree: true})
            for (let i = 0; i < 5; i++) {
              document.dispatchEvent(new Event('visibilitychange'))
              window.dispatchEvent(new Event('online'))
              await new Promise((done) => setTimeout(done, 100))
            }
            return [...seen]
        }""")
        self.assertEqual(words, ["connected"])
        bob.say("still one connection")
        ada.sees("still one connection")
        self.assertEqual(bob.people(), "2 here")

    def test_U79_the_way_back_from_another_page_comes_back_connected(self):
        ada, bob = self.window(), self.window()
        ada.page.goto(self.hub.address + "/")
        bob.say("said meanwhile")
        ada.page.go_back()
        ada.until(lambda: ada.status() == "connected", "connected again")
        ada.sees("said meanwhile")
        bob.until(lambda: bob.people() == "2 here", "two people")

    def test_U16_one_is_the_same_person_after_the_hub_came_back(self):
        ada = self.window()
        ada.say("before")
        ada.sees("before")
        self.hub.kill()
        ada.offline()
        ada.say("while away")
        self.hub.start()
        ada.connected()
        ada.page.reload()
        ada.until(lambda: ada.realm and "while away" in ada.text(), "the room again")
        ada.say("after")
        ada.sees("after")
        self.assertEqual(self.hub.comments(), ["before", "while away", "after"])
        header = json.loads(self.hub.export("lobby").splitlines()[0])
        self.assertEqual(len(header["authors"]), 1, header)

    def test_U50_U51_presence_after_a_crash_of_the_hub_is_who_is_there(self):
        ada, bob, cleo = self.window(), self.window(), self.window()
        ada.until(lambda: ada.people() == "3 here", "three people")
        cleo.page.close()
        ada.until(lambda: ada.people() == "2 here", "two people")
        self.hub.kill()
        bob.page.close()
        self.hub.start()
        ada.connected()
        ada.until(lambda: ada.people() == "only you", "oneself alone")
        ada.page.click("button.people")
        self.assertEqual(len(ada.page.query_selector_all(".people-list li")), 1)
