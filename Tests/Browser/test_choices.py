"""What the room's own input offers while a command is begun."""

from support import BrowserTest


class Choices(BrowserTest):
    def labels(self, window):
        return window.realm.eval_on_selector_all("#chat-os-choices code", "(all) => all.map((each) => each.textContent)")

    def write(self, window, line):
        window.realm.fill("#message", line)
        return self.labels(window)

    def press(self, window, *keys):
        for key in keys:
            window.realm.press("#message", key)

    def test_a_colon_offers_the_commands_and_the_room_s_own_types_and_tools(self):
        ada = self.window()
        ada.command(":wave {hand: 'left'}")
        ada.command(":upgrade {name: 'clock', markup: '<i>tick</i>'}")
        ada.sees("tick")
        all_of_it = self.write(ada, ":")
        self.assertIn(":import room::tool", all_of_it)
        self.assertEqual(all_of_it[-2:], [":clock", ":wave"])
        ada.screenshot("choices")
        self.assertEqual(self.write(ada, ":wa"), [":wave"])
        # Arrows choose, Enter takes what is chosen and sends nothing yet.
        self.press(ada, "ArrowDown", "Enter")
        self.assertEqual(ada.realm.input_value("#message"), ":wave ")
        self.assertEqual(self.labels(ada), [])
        ada.realm.type("#message", "both")
        self.press(ada, "Enter")
        ada.sees("both")
        # Tab takes the first; of `remove` a tool is offered.
        self.write(ada, ":rem")
        self.press(ada, "Tab")
        self.assertEqual(ada.realm.input_value("#message"), ":remove ")
        self.assertEqual(self.labels(ada), ["clock"])
        ada.realm.click("#chat-os-choices li")
        self.assertEqual(ada.realm.input_value("#message"), ":remove clock")
        self.press(ada, "Escape")
        self.assertEqual(self.write(ada, "no command: here"), [])
        # What is whole already is sent.
        self.write(ada, ":help")
        self.press(ada, "Enter")
        ada.sees("What you can type")
        self.assertIn(":clock", ada.realm.inner_text("#responses .note"))
        self.assertEqual(self.labels(ada), [])
        self.assertEqual(ada.problems, [])

    def test_a_tool_s_own_input_line_and_its_keys_have_it_too(self):
        ada = self.window()
        script = """
          window.keys = []
          document.getElementById('message').addEventListener('keydown', (event) => window.keys.push(event.key))
        """
        ada.publish("line", markup="<input id=message placeholder=mine>", script=script)
        ada.page.click("button[aria-label='Close the tools']")
        self.assertIn(":reset", self.write(ada, ":re"))
        self.press(ada, "ArrowDown", "Escape", "ArrowUp")
        self.assertEqual(ada.evaluate("() => window.keys"), ["ArrowUp"], "what chooses is nobody else's")
        ada.evaluate("() => { document.body.innerHTML = '<input id=message>' }")
        self.assertIn(":reset", self.write(ada, ":re"))
