"""What one member can do to a hub with messages about documents: time and memory of each attempt, and who saw it.

Starts a hub with a data folder of its own and sends it, one attempt after the other, what is made to do harm. For each
it prints how many messages were sent, how many of them became ops, how many were refused, what processor time and
memory they cost the hub, and how long another member of the same room ever waited for an echo meanwhile. An attempt that
goes beyond its bounds fails the run. In the end the hub is killed, started again, and its logs are verified.

Environment: CHATOS (the program). Arguments choose attempts by a part of their names.
"""

import asyncio
import json
import os
import pathlib
import random
import subprocess
import sys
import time

import pycrdt

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Documents"))
from peers import Hub, Member, Stranger, until  # noqa: E402

MIB = 1 << 20
TICKS = os.sysconf("SC_CLK_TCK")
number = pycrdt.write_var_uint
update_message = pycrdt.create_update_message


class Bounds:
    """What an attempt may cost."""

    def __init__(self, cpu_s=2.0, memory_mib=64, delay_s=0.5):
        self.cpu_s = cpu_s
        self.memory_mib = memory_mib
        self.delay_s = delay_s


# --- Updates, by hand -------------------------------------------------------------------------------------


def text(value):
    value = value.encode()
    return number(len(value)) + value


def block(client, clock, *structs, count=None):
    """An update of one client's structs, without deletions."""
    return b"\x01" + number(count or len(structs)) + number(client) + number(clock) + b"".join(structs) + b"\x00"


def first(value="x"):
    """A text at the beginning of a root."""
    return b"\x04\x01" + text("text") + text(value)


def after(client, clock, value="x"):
    return b"\x84" + number(client) + number(clock) + text(value)


def collected(length):
    return b"\x00" + number(length)


def nested(parent=None):
    """An array in a root, or in the item of a given id."""
    head = b"\x07\x01" + text("array") if parent is None else b"\x07\x00" + number(parent[0]) + number(parent[1])
    return head + b"\x00"


def deletion(client, *ranges):
    pairs = b"".join(number(clock) + number(length) for clock, length in ranges)
    return b"\x00\x01" + number(client) + number(len(ranges)) + pairs


def states(*entries):
    """An awareness message."""
    body = b"".join(number(client) + number(clock) + text(state) for client, clock, state in entries)
    body = number(len(entries)) + body
    return b"\x01" + number(len(body)) + body


def valid():
    doc = pycrdt.Doc(client_id=77)
    doc.get("text", type=pycrdt.Text).insert(0, "a text with 😀 in it")
    doc.get("map", type=pycrdt.Map)["key"] = {"a": [1, 2.5, None, True, "x"]}
    doc.get("array", type=pycrdt.Array).extend([1, "two", 3.5])
    return doc.get_update()


# --- The attempts: each gives the messages that one document is sent ----------------------------------------


def random_bytes(chance):
    for _ in range(3000):
        yield chance.randbytes(chance.randrange(1, 200))
    for _ in range(3000):
        yield update_message(chance.randbytes(chance.randrange(200)))


def truncations(_):
    whole = valid()
    for end in range(len(whole)):
        yield update_message(whole[:end])


def changed_bytes(chance):
    whole = valid()
    for _ in range(5000):
        bytes_ = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            bytes_[chance.randrange(len(bytes_))] = chance.randrange(256)
        yield update_message(bytes(bytes_))


def endless_numbers(_):
    for _ in range(20):
        yield b"\xff" * 400_000
        yield update_message(b"\xff" * 400_000)
        yield b"\x00\x02" + b"\xff" * 8 + b"\x0f"


def announced_structs(_):
    for _ in range(1000):
        yield update_message(b"\x01" + number(32 << 20) + number(7) + b"\x00" + b"\x00")


def late_clocks(_):
    for _ in range(500):
        yield update_message(block(7, 2**53 - 1, first()))
        yield update_message(block(7, 0, collected(2**53 - 1)))
        yield update_message(block(2**53 - 1, 2**32 - 1, first("xx")))


def deep_values(_):
    for _ in range(20):
        yield update_message(block(7, 0, b"\x08\x01" + text("array") + b"\x01" + b"\x75\x01" * 200_000))


def own_origin(_):
    for _ in range(1000):
        yield update_message(block(7, 3, after(7, 3)))
        yield update_message(block(7, 0, nested((7, 5))))


def parents_in_a_circle(_):
    one = b"\x01" + number(9) + b"\x00" + nested((8, 0))
    two = b"\x01" + number(8) + b"\x00" + nested((9, 0))
    for _ in range(1000):
        yield update_message(b"\x02" + one + two + b"\x00")


def others_ids(_):
    """Structs under the id of a member that is there."""
    for index in range(2000):
        yield update_message(block(VICTIM, 1 + index % 50, first("forged"))),
        yield update_message(block(VICTIM, 1, collected(1_000_000)))


def waiting_updates(_):
    for index in range(20_000):
        yield update_message(block(100 + index % 200, 5 + index, after(77_777, 1_000_000)))


def waiting_deletions(_):
    for index in range(4000):
        yield update_message(deletion(88_888, (index * 4, 1)))


def deleted_ranges(_):
    """A million of what is not there, and of what is."""
    for client in (99_999, 5):
        if client == 5:
            for part in range(5):
                yield update_message(block(5, part * 400_000, first("ab" * 200_000)))
        for part in range(10):
            start = part * 100_000
            yield update_message(deletion(client, *((2 * (start + i), 1) for i in range(100_000))))


def one_place_in_one_update(_):
    """The dearest order, all at once."""
    clients = sorted(range(1000, 33_000), reverse=True)
    yield update_message(
        number(len(clients)) + b"".join(b"\x01" + number(client) + b"\x00" + first() for client in clients) + b"\x00"
    )


def nested_types(_):
    depth = 55_000
    for start in range(0, depth, 50_000):
        structs = [nested((5, clock - 1) if clock else None) for clock in range(start, min(start + 50_000, depth))]
        yield update_message(block(5, start, *structs))
    yield update_message(deletion(5, (0, 1)))


def awareness_ids(_):
    for message in range(100):
        yield states(*((1 + message * 1000 + i, 1, '{"name":"x"}') for i in range(1000)))
    for client in range(100_000):
        yield states((client, 1, "{}"))


def awareness_states(_):
    for clock in range(10_000):
        yield states((5, clock + 1, '{"caret":%d}' % clock))
    for clock in range(100):
        yield states((6, clock + 1, '"' + "x" * 200_000 + '"'))


def large_contents(_):
    for part in range(40):
        yield update_message(block(5, part * 500_000, first("x" * 500_000)))


def far_ahead(_):
    """Collected structs as long as a client's history may be."""
    for client in range(250):
        yield update_message(block(1000 + client, 0, collected(2**32 - 1)))


ATTEMPTS = [
    (random_bytes, Bounds()),
    (truncations, Bounds()),
    (changed_bytes, Bounds()),
    (endless_numbers, Bounds()),
    (announced_structs, Bounds()),
    (late_clocks, Bounds()),
    (deep_values, Bounds()),
    (own_origin, Bounds()),
    (parents_in_a_circle, Bounds()),
    (others_ids, Bounds()),
    (waiting_updates, Bounds(cpu_s=8)),
    (waiting_deletions, Bounds()),
    (deleted_ranges, Bounds(cpu_s=8, memory_mib=256, delay_s=1)),
    (one_place_in_one_update, Bounds()),
    (nested_types, Bounds(memory_mib=128)),
    (awareness_ids, Bounds(cpu_s=8)),
    (awareness_states, Bounds(cpu_s=4, memory_mib=128)),
    (large_contents, Bounds(cpu_s=4, memory_mib=256, delay_s=1)),
    (far_ahead, Bounds()),
]

# The client id of a member that is there and has written something.
VICTIM = 4242


# --- What it costs ------------------------------------------------------------------------------------------


class Meter:
    """The hub's processor time and its largest memory since the start of an attempt."""

    def __init__(self, hub):
        self.pid = hub.process.pid

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self, name):
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) / 1024
        raise RuntimeError(f"no {name}")

    def begin(self):
        # From here on the largest is counted anew.
        pathlib.Path(f"/proc/{self.pid}/clear_refs").write_text("5")
        self.start = (self.cpu(), self.memory("VmRSS"), time.monotonic())

    def end(self):
        cpu, memory, started = self.start
        return self.cpu() - cpu, self.memory("VmHWM") - memory, time.monotonic() - started


class Bystander(Member):
    """A member of the same room who talks to itself, and notes how long it ever waits for its own words."""

    async def talk(self):
        self.worst = 0.0
        while True:
            mark = f"{time.monotonic()}"
            before = time.monotonic()
            await self.socket.send(json.dumps({"type": "tick", "persist": False, "mark": mark}))
            await until(lambda mark=mark: self.heard_tick(mark), "an own word")
            self.worst = max(self.worst, time.monotonic() - before)
            await asyncio.sleep(0.01)

    def heard_tick(self, mark):
        ticks = [frame for frame in self.ops("tick") if frame["op"]["mark"] == mark]
        if ticks:
            self.frames = [frame for frame in self.frames if frame.get("op", {}).get("type") != "tick"]
        return bool(ticks)


async def quiet(member):
    """Waits until all that a member sent has been dealt with."""
    await member.socket.send('{"type":"rollcall"}')
    await until(lambda: member.ops("rollcall"), "the end of an attempt")
    member.frames = [frame for frame in member.frames if frame.get("op", {}).get("type") != "rollcall"]


async def attempt(hub, make, bounds):
    """One attempt, in a room of its own. Prints its row; returns whether it stayed within its bounds."""
    name = make.__name__.replace("_", "-")
    attacker = await Member(hub, name, "attacker").connect()
    bystander = await Bystander(hub, name, "bystander").connect()
    for member in (attacker, bystander):
        await member.say("doc", pycrdt.create_sync_message(pycrdt.Doc()))
        await until(lambda member=member: len(member.heard("doc")) >= 2, "the document")
    await bystander.say("doc", update_message(block(VICTIM, 0, first("v"))))
    await until(lambda: len(attacker.heard("doc")) >= 3, "the first update")
    messages = [m[0] if isinstance(m, tuple) else m for m in make(random.Random(1))]
    meter = Meter(hub)
    await asyncio.sleep(0.2)
    talking = asyncio.create_task(bystander.talk())
    await asyncio.sleep(0.1)
    meter.begin()
    for message in messages:
        await attacker.say("doc", message)
    await quiet(attacker)
    talking.cancel()
    cpu, memory, seconds = meter.end()
    await quiet(bystander)
    ops = len(bystander.ops("document")) - 1
    refused = sum(error["code"] == "bad_update" for error in attacker.errors())
    shown = sum(message[:2] == b"\x00\x02" for message in bystander.heard("doc")) - 1
    # Nothing is shown but what is an op.
    honest = shown == ops
    # The document and the room go on.
    other = await Stranger(hub, f"{name}/other").connect()
    await other.update(block(1, 0, first("after")))
    await until(other.updates, "that another document can be written")
    await other.close()
    within = cpu <= bounds.cpu_s and memory <= bounds.memory_mib and bystander.worst <= bounds.delay_s and honest
    sent = sum(map(len, messages))
    print(
        f"{name:<26}{len(messages):>8}{sent / 1024:>10,.0f}{ops:>8}{refused:>9}{cpu * 1000:>9,.0f}{memory:>8.1f}"
        f"{bystander.worst * 1000:>9,.0f}{seconds * 1000:>9,.0f}  {'' if within else 'BEYOND ITS BOUNDS'}",
        flush=True,
    )
    await attacker.close()
    await bystander.close()
    return within


# --- Attempts that need more than one connection or document ------------------------------------------------


async def rising_ids(hub):
    """8,000 updates of a dozen bytes at one place, each under a greater id than those before, by 32 connections."""
    meter = Meter(hub)
    bystander = await Bystander(hub, "rising-ids", "bystander").connect()
    talking = asyncio.create_task(bystander.talk())
    await asyncio.sleep(0.2)
    meter.begin()
    refused = 0
    for part in range(32):
        attacker = await Member(hub, "rising-ids", f"a{part}").connect()
        await attacker.say("doc", pycrdt.create_sync_message(pycrdt.Doc()))
        for client in range(1000 + part * 250, 1250 + part * 250):
            await attacker.say("doc", update_message(block(client, 0, first())))
        await quiet(attacker)
        refused += len(attacker.errors())
        await attacker.close()
    talking.cancel()
    cpu, memory, seconds = meter.end()
    ops = len(bystander.ops("document"))
    within = cpu <= 8 and memory <= 64 and bystander.worst <= 0.5
    print(
        f"{'rising-ids':<26}{8000:>8}{'':>10}{ops:>8}{refused:>9}{cpu * 1000:>9,.0f}{memory:>8.1f}"
        f"{bystander.worst * 1000:>9,.0f}{seconds * 1000:>9,.0f}  {'' if within else 'BEYOND ITS BOUNDS'}"
    )
    await bystander.close()
    return within


async def many_documents(hub):
    """10,000 documents opened, and 2,000 opened and closed one after the other."""
    meter = Meter(hub)
    attacker = await Member(hub, "many-documents", "attacker").connect()
    await asyncio.sleep(0.2)
    meter.begin()
    opening = pycrdt.create_sync_message(pycrdt.Doc())
    for index in range(2000):
        name = f"{index:0>192}"
        await attacker.say(name, opening)
        await attacker.say(name, b"")
    await quiet(attacker)
    for index in range(10_000):
        await attacker.say(f"{index}", opening)
    await quiet(attacker)
    cpu, memory, seconds = meter.end()
    refused = len(attacker.errors())
    within = cpu <= 4 and memory <= 64 and refused == 10_000 - 64
    print(
        f"{'many-documents':<26}{14_000:>8}{'':>10}{0:>8}{refused:>9}{cpu * 1000:>9,.0f}{memory:>8.1f}"
        f"{'':>9}{seconds * 1000:>9,.0f}  {'' if within else 'BEYOND ITS BOUNDS'}"
    )
    await attacker.close()
    return within


async def asking_without_reading(hub):
    """1,000 times a document of 4 MB, by who takes nothing of it."""
    writer = await Member(hub, "asking", "writer").connect()
    await writer.say("doc", pycrdt.create_sync_message(pycrdt.Doc()))
    for part in range(8):
        await writer.say("doc", update_message(block(5, part * 500_000, first("x" * 500_000))))
    await quiet(writer)
    await until(lambda: len(writer.ops("document")) == 8, "eight ops")
    attacker = await Member(hub, "asking", "attacker").connect()
    bystander = await Bystander(hub, "asking", "bystander").connect()
    talking = asyncio.create_task(bystander.talk())
    await asyncio.sleep(0.2)
    meter = Meter(hub)
    meter.begin()
    attacker.socket.transport.pause_reading()
    for _ in range(1000):
        try:
            await attacker.say("doc", pycrdt.create_sync_message(pycrdt.Doc()))
        except Exception:  # Closed: that is one of the right answers.
            break
    await asyncio.sleep(3)
    talking.cancel()
    cpu, memory, seconds = meter.end()
    attacker.socket.transport.abort()
    within = cpu <= 4 and memory <= 128 and bystander.worst <= 0.5
    print(
        f"{'asking-without-reading':<26}{1000:>8}{'':>10}{'':>8}{'':>9}{cpu * 1000:>9,.0f}{memory:>8.1f}"
        f"{bystander.worst * 1000:>9,.0f}{seconds * 1000:>9,.0f}  {'' if within else 'BEYOND ITS BOUNDS'}"
    )
    await writer.close()
    await bystander.close()
    return within


async def opened_again(hub, rooms):
    """The hub is killed; then every room is entered and its document opened. Returns whether all could be."""
    hub.kill()
    hub.start()
    slowest = ("none", 0.0)
    for room in rooms:
        started = time.monotonic()
        member = await Member(hub, room, "late").connect()
        await member.say("doc", pycrdt.create_sync_message(pycrdt.Doc()))
        await until(lambda member=member: len(member.heard("doc")) >= 2, f"the document of {room}")
        slowest = max(slowest, (room, time.monotonic() - started), key=lambda pair: pair[1])
        await member.close()
    print(f"after a kill all {len(rooms)} documents open; the slowest, {slowest[0]}, in {slowest[1] * 1000:.0f} ms")
    verified = subprocess.run(
        [os.environ["CHATOS"], "verify", "--data", hub.folder.name], capture_output=True, text=True
    )
    print(f"verify: {'ok' if verified.returncode == 0 else verified.stdout + verified.stderr}")
    return verified.returncode == 0


async def main():
    words = sys.argv[1:]
    hub = Hub()
    results = []
    rooms = []
    print(
        f"{'attempt':<26}{'messages':>8}{'KiB':>10}{'ops':>8}{'refused':>9}{'CPU ms':>9}{'MiB':>8}{'delay ms':>9}{'ms':>9}"
    )

    def chosen(name):
        return not words or any(word in name for word in words)

    try:
        for make, bounds in ATTEMPTS:
            name = make.__name__.replace("_", "-")
            if chosen(name):
                results.append(await attempt(hub, make, bounds))
                rooms.append(name)
        for act in (rising_ids, many_documents, asking_without_reading):
            if chosen(act.__name__.replace("_", "-")):
                results.append(await act(hub))
        if rooms:
            results.append(await opened_again(hub, rooms))
    finally:
        hub.close()
    if not results:
        raise SystemExit("no attempt has such a name")
    beyond = results.count(False)
    print(f"{len(results) - beyond} within their bounds, {beyond} beyond")
    return 1 if beyond else 0


if __name__ == "__main__":
    os.environ.setdefault("CHATOS", str(ROOT / ".build" / "release" / "chatos"))
    sys.exit(asyncio.run(main()))
