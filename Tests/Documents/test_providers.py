"""Documents of a real hub, edited by the stock providers of Yjs and of pycrdt."""

import asyncio
import base64
import json
import unittest

import pycrdt
from peers import Hub, Member, PycrdtPeer, Stranger, YjsPeers, until


class DocumentTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        # Or it would tell of each hub that takes a moment to start.
        asyncio.get_running_loop().set_debug(False)
        self.hub = Hub()
        self.addCleanup(self.hub.close)
        self.yjs = await YjsPeers().start()
        self.addAsyncCleanup(self.yjs.stop)

    async def agree(self, text, *peers):
        """Waits until all have the text."""
        for peer in peers:

            async def has_it(peer=peer):
                found = peer.text()
                return (await found if asyncio.iscoroutine(found) else found) == text

            await until(has_it, f"the text {text!r}")

    async def everyone(self, peers):
        """Waits until all have the same text, and returns it."""

        async def same():
            texts = [await peer.text() if asyncio.iscoroutinefunction(peer.text) else peer.text() for peer in peers]
            return texts[0] if len(set(texts)) == 1 else None

        return await until(same, "the same text everywhere")


class ProviderTests(DocumentTest):
    async def test_do6_yjs_and_pycrdt_see_each_others_edits(self):
        ada = await (await self.yjs.open(self.hub, "lobby/notes/today")).synced()
        bob = await PycrdtPeer(self.hub, "lobby/notes/today").connect()
        await ada.insert(0, "over 😀 ")
        await self.agree("over 😀 ", bob)
        bob.insert(0, "héllo ")
        await self.agree("héllo over 😀 ", ada, bob)
        late = await (await self.yjs.open(self.hub, "lobby/notes%2Ftoday")).synced()
        await self.agree("héllo over 😀 ", late)
        await bob.disconnect()

    async def test_do6_who_was_away_brings_what_it_wrote_and_gets_what_it_missed(self):
        ada = await (await self.yjs.open(self.hub, "lobby/a")).synced()
        bob = await (await self.yjs.open(self.hub, "lobby/a")).synced()
        eve = await PycrdtPeer(self.hub, "lobby/a").connect()
        await ada.insert(0, "one ")
        await self.agree("one ", bob, eve)
        await ada.do("disconnect")
        await eve.disconnect()
        await ada.insert(4, "two ")
        await bob.insert(0, "zero ")
        eve.insert(0, "minus ")
        await ada.do("connect")
        await eve.connect()
        text = await self.everyone([ada, bob, eve])
        self.assertEqual(sorted(text.split()), ["minus", "one", "two", "zero"])
        await ada.do("cut")
        await ada.insert(0, "again ")
        text = await self.everyone([ada, bob, eve])
        await until(lambda: self.has(bob, "again "), "what was written without a connection")
        await eve.disconnect()

    async def has(self, peer, part):
        return part in await peer.text()

    async def test_do8_awareness_appears_and_goes(self):
        ada = await (await self.yjs.open(self.hub, "lobby/a", state={"name": "Ada"})).synced()
        bob = await PycrdtPeer(self.hub, "lobby/a", "Bob").connect()
        await until(lambda: self.sees(ada, ["Ada", "Bob"]), "Bob at Ada's")
        await until(lambda: bob.names() == ["Ada", "Bob"], "Ada at Bob's")
        late = await (await self.yjs.open(self.hub, "lobby/a", state={"name": "Late"})).synced()
        await until(lambda: self.sees(late, ["Ada", "Bob", "Late"]), "all at the latest")
        await ada.do("state", state={"name": "Ada", "caret": 3})
        await until(lambda: {"name": "Ada", "caret": 3} in bob.awareness.states.values(), "a caret that moved")
        # One that is killed goes as one that says farewell.
        await bob.disconnect()
        await until(lambda: self.sees(ada, ["Ada", "Late"]), "that Bob has gone")
        await late.do("disconnect")
        await until(lambda: self.sees(ada, ["Ada"]), "that the latest has gone")

    async def sees(self, peer, names):
        return await peer.names() == names

    async def test_do8_what_stock_clients_send_on_does_not_multiply(self):
        peers = [
            await (await self.yjs.open(self.hub, "lobby/a", state={"name": f"p{i}"})).synced() for i in range(10)
        ]
        for peer in peers:
            await until(lambda peer=peer: self.sees(peer, sorted(f"p{i}" for i in range(10))), "all ten")
        before = [await peer.look() for peer in peers]
        await peers[0].do("state", state={"name": "p0", "caret": 1})

        async def moved(peer):
            return any(state.get("caret") == 1 for state in (await peer.look())["states"].values())

        for peer in peers:
            await until(lambda peer=peer: moved(peer), "the caret")
        # Time for what might come back.
        await asyncio.sleep(0.5)
        after = [await peer.look() for peer in peers]
        received = [b["received"] - a["received"] for a, b in zip(before, after, strict=True)]
        self.assertEqual(received, [1] * 10)
        self.assertEqual(sum(b["sent"] - a["sent"] for a, b in zip(before, after, strict=True)), 10)

    async def test_do8_a_provider_stays_though_nobody_writes(self):
        # A provider leaves after 30 s without a message, and says that it is there every 15 s.
        quick = await YjsPeers().start(speed=10)
        self.addAsyncCleanup(quick.stop)
        ada = await (await quick.open(self.hub, "lobby/a", state={"name": "Ada"})).synced()
        await asyncio.sleep(7)
        seen = await ada.look()
        self.assertEqual((seen["connected"], seen["closes"]), (True, []))

    async def test_do2_fifty_clients_on_one_document(self):
        yjs = [await self.yjs.open(self.hub, "lobby/a", state={"name": f"y{i}"}) for i in range(25)]
        for peer in yjs:
            await peer.synced()
        pycrdts = [await PycrdtPeer(self.hub, "lobby/a", f"c{i}").connect() for i in range(25)]
        names = sorted([f"y{i}" for i in range(25)] + [f"c{i}" for i in range(25)])
        for turn in range(3):
            for i, peer in enumerate(yjs):
                await peer.insert(0, f"y{i}.{turn} ")
            for i, peer in enumerate(pycrdts):
                peer.insert(0, f"c{i}.{turn} ")
            await asyncio.sleep(0.05)
        words = sorted(f"{name}.{turn}" for name in names for turn in range(3))

        async def complete():
            texts = {await peer.text() for peer in yjs} | {peer.text() for peer in pycrdts}
            return len(texts) == 1 and sorted(texts.pop().split()) == words

        await until(complete, "every word of everyone, everywhere")
        vectors = [(await peer.look())["vector"] for peer in yjs]
        self.assertTrue(all(vector == vectors[0] for vector in vectors))
        for peer in (yjs[0], yjs[24]):
            await until(lambda peer=peer: self.sees(peer, names), "all fifty")
        await asyncio.gather(*(peer.disconnect() for peer in pycrdts))
        await until(lambda: self.sees(yjs[0], sorted(f"y{i}" for i in range(25))), "that half have gone")

    async def test_do3_text_is_back_after_the_hub_was_killed(self):
        ada = await (await self.yjs.open(self.hub, "lobby/a")).synced()
        bob = await PycrdtPeer(self.hub, "lobby/a").connect()
        for i in range(20):
            await ada.insert(0, f"a{i} ")
            bob.insert(0, f"b{i} ")
        text = await self.everyone([ada, bob])
        await until(lambda: len(bob.text().split()) == 40, "all forty words")
        text = await self.everyone([ada, bob])
        await bob.disconnect()
        self.hub.kill()
        await ada.insert(0, "meanwhile ")
        self.hub.start()
        late = await PycrdtPeer(self.hub, "lobby/a").connect()
        await self.agree("meanwhile " + text, ada, late)
        await late.disconnect()

    async def test_do4_each_change_is_an_op_from_who_made_it_and_nothing_else_is(self):
        eve = await Member(self.hub, "lobby").connect()
        ada = await (await self.yjs.open(self.hub, "lobby/a", params={"name": "Ada"})).synced()
        # It sends on whatever it hears, as if it were news.
        bob = await PycrdtPeer(self.hub, "lobby/a", "Bob").connect()
        for i in range(5):
            await ada.insert(0, f"{i} ")
            await self.agree("".join(f"{n} " for n in range(i, -1, -1)), bob)
        bob.insert(0, "b ")
        await self.agree("b 4 3 2 1 0 ", ada)
        await until(lambda: len(eve.ops("document")) >= 6, "six ops")
        await asyncio.sleep(0.3)
        ops = eve.ops("document")
        self.assertEqual([op["from"]["name"] for op in ops], ["Ada"] * 5 + ["Bob"])
        copy = pycrdt.Doc()
        for op in ops:
            self.assertEqual((op["op"]["type"], op["op"]["doc"]), ("document", "a"))
            copy.apply_update(base64.b64decode(op["op"]["update"]))
        self.assertEqual(str(copy.get("text", type=pycrdt.Text)), "b 4 3 2 1 0 ")
        # Nobody was announced for coming to a document.
        self.assertEqual([op["op"]["participants"] for op in eve.ops("joined")], [1])
        await bob.disconnect()
        await eve.close()


class RoomSocketTests(DocumentTest):
    async def test_do2_a_member_of_the_room_shares_a_document_with_providers(self):
        ada = await (await self.yjs.open(self.hub, "lobby/a", state={"name": "Ada"})).synced()
        await ada.insert(0, "hello ")
        eve = await Member(self.hub, "lobby").connect()
        doc = pycrdt.Doc()
        await eve.say("a", pycrdt.create_sync_message(doc))
        await until(lambda: len(eve.heard("a")) >= 3, "a step 2, a step 1 and who is there")
        kinds = [message[:2] if message[0] == 0 else message[:1] for message in eve.heard("a")]
        self.assertEqual(kinds, [b"\x00\x01", b"\x00\x00", b"\x01"])
        pycrdt.handle_sync_message(eve.heard("a")[0][1:], doc)
        self.assertEqual(str(doc.get("text", type=pycrdt.Text)), "hello ")
        before = doc.get_state()
        doc.get("text", type=pycrdt.Text).insert(6, "world")
        await eve.say("a", pycrdt.create_update_message(doc.get_update(before)))
        await self.agree("hello world", ada)
        await until(lambda: len(eve.heard("a")) == 4, "the acknowledgement")
        self.assertEqual(eve.heard("a")[3][:2], b"\x00\x02")
        # Closed, it is told nothing more, and may say nothing more.
        await eve.say("a", b"")
        await ada.insert(0, "more ")
        await until(lambda: len(eve.ops("document")) == 2, "the op of what was written")
        await eve.say("a", pycrdt.create_update_message(doc.get_update(before)))
        await until(eve.errors, "an error")
        self.assertEqual((eve.errors()[0]["code"], eve.errors()[0]["doc"]), ("bad_update", "a"))
        self.assertEqual(len(eve.heard("a")), 4)
        await eve.close()

    async def test_do2_members_on_other_loops_than_their_room_share_it_too(self):
        # From the 257th on they stay on the loop that accepted them, which is the room's or another.
        crowd = [await Member(self.hub, "lobby", f"m{i}", quiet=True).connect() for i in range(290)]
        writers = crowd[-30:]
        ada = await (await self.yjs.open(self.hub, "lobby/a")).synced()
        for i, writer in enumerate(writers):
            await writer.say("a", pycrdt.create_sync_message(pycrdt.Doc()))
            await until(lambda writer=writer: len(writer.heard("a")) >= 2, "the document")
            doc = pycrdt.Doc()
            doc.get("text", type=pycrdt.Text).insert(0, f"w{i} ")
            await writer.say("a", pycrdt.create_update_message(doc.get_update()))
        words = sorted(f"w{i}" for i in range(30))

        async def complete():
            return sorted((await ada.text()).split()) == words

        await until(complete, "all words at a provider")
        for member in crowd:
            await until(lambda member=member: len(member.ops("document")) == 30, "thirty ops at everyone")
        texts = set()
        for writer in writers:
            doc = pycrdt.Doc()
            for message in writer.heard("a"):
                if message[:2] in (b"\x00\x01", b"\x00\x02"):
                    doc.apply_update(pycrdt.read_message(message[2:]))
            texts.add(str(doc.get("text", type=pycrdt.Text)))
        self.assertEqual(texts, {await ada.text()})
        await writers[0].say("a", pycrdt.create_update_message(b"\x01"))
        await until(writers[0].errors, "an error")
        await asyncio.gather(*(member.close() for member in crowd))

    async def test_do5_a_refused_update_is_seen_by_nobody(self):
        ada = await (await self.yjs.open(self.hub, "lobby/a")).synced()
        await ada.insert(0, "whole")
        eve = await Member(self.hub, "lobby").connect()
        await eve.say("a", pycrdt.create_sync_message(pycrdt.Doc()))
        await until(lambda: len(eve.heard("a")) >= 2, "the document")
        # What Ada wrote has come back to her by then.
        await asyncio.sleep(0.3)
        before = await ada.look()
        other = pycrdt.Doc()
        other.get("text", type=pycrdt.Text).insert(0, "broken")
        update = other.get_update()
        refused = 0
        for end in range(2, len(update)):
            await eve.say("a", pycrdt.create_update_message(update[:end]))
            refused += 1
        await until(lambda: len(eve.errors()) == refused, "an error for each")
        self.assertEqual({(e["code"], e["doc"]) for e in eve.errors()}, {("bad_update", "a")})
        # Ada's own op may have come after.
        known = len(eve.ops("document"))
        # Under an id of somebody who is there.
        client = before["client"]
        forged = b"\x01\x01" + pycrdt.write_var_uint(client) + b"\x05\x04\x01\x04text\x06forged\x00"
        await eve.say("a", pycrdt.create_update_message(forged))
        await until(lambda: len(eve.errors()) == refused + 1, "an error for the forged one")
        await asyncio.sleep(0.2)
        after = await ada.look()
        self.assertEqual((before["text"], before["vector"]), (after["text"], after["vector"]))
        self.assertEqual(before["received"], after["received"])
        self.assertEqual(len(eve.ops("document")), known)
        await ada.insert(5, "!")
        await until(lambda: len(eve.ops("document")) == known + 1, "that all goes on")
        await eve.close()
        log = [json.loads(line) for line in self.hub.export("lobby").splitlines()[1:]]
        self.assertEqual(sum(line[4]["type"] == "document" for line in log), 2)

    async def test_do7_who_is_refused_again_and_again_is_closed(self):
        eve = await Stranger(self.hub, "lobby/a").connect()
        for _ in range(20):
            await eve.update(b"\x01\x01\x01")
        await until(lambda: eve.code is not None, "being closed")
        self.assertEqual(eve.code, 4502)
        self.assertEqual(len(eve.refusals()), 16)
        self.assertEqual(eve.updates(), [])

    async def test_do6_a_text_message_closes(self):
        eve = await Stranger(self.hub, "lobby/a").connect()
        await eve.say("hello")
        await until(lambda: eve.code is not None, "being closed")
        self.assertEqual(eve.code, 1003)
