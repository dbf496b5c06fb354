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
import select
import subprocess
import sys
import time

import pycrdt

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Documents"))
from document_attempts import ATTEMPTS, VICTIM, block, first  # noqa: E402
from peers import Hub, Member, Stranger, until  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
update_message = pycrdt.create_update_message


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
    """A member of the same room. A program of its own talks to itself beside it, and notes how long it ever waits for
    its own words: this one is busy with the attempt."""

    async def start_talking(self):
        self.talker = await asyncio.create_subprocess_exec(
            sys.executable,
            __file__,
            "--talk",
            self.address,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        await self.talker.stdout.readline()

    async def stop_talking(self):
        self.talker.stdin.close()
        self.worst = float(await self.talker.stdout.readline())
        await self.talker.wait()


def talk(address):
    """Speaks until the standard input ends; then prints the longest wait for an own word."""
    from websockets.sync.client import connect

    worst = 0.0
    with connect(address, subprotocols=["chatos.v1"], compression=None, max_size=None) as socket:
        socket.send(json.dumps({"hub": "hello", "name": "talker", "quiet": True}))
        turn = 0
        while not select.select([sys.stdin], [], [], 0.01)[0]:
            turn += 1
            started = time.monotonic()
            socket.send(json.dumps({"type": "tick", "persist": False, "turn": turn}))
            while json.loads(socket.recv()).get("op", {}).get("turn") != turn:
                pass
            if turn == 1:
                print("ready", flush=True)
            else:
                worst = max(worst, time.monotonic() - started)
    print(worst)


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
    messages = list(make(random.Random(1)))
    meter = Meter(hub)
    await asyncio.sleep(0.2)
    await bystander.start_talking()
    await asyncio.sleep(0.1)
    meter.begin()
    for message in messages:
        await attacker.say("doc", message)
    await quiet(attacker)
    await bystander.stop_talking()
    cpu, memory, seconds = meter.end()
    await quiet(bystander)
    refused = sum(error["code"] == "bad_update" for error in attacker.errors())

    # Nothing is shown but what is an op.
    def shown():
        return sum(message[:2] == b"\x00\x02" for message in bystander.heard("doc"))

    await until(lambda: shown() == len(bystander.ops("document")), "as many updates as ops")
    ops = shown() - 1
    # The document and the room go on.
    other = await Stranger(hub, f"{name}/other").connect()
    await other.update(block(1, 0, first("after")))
    await until(other.updates, "that another document can be written")
    await other.close()
    within = cpu <= bounds.cpu_s and memory <= bounds.memory_mib and bystander.worst <= bounds.delay_s
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
    await bystander.start_talking()
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
    await bystander.stop_talking()
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
    await bystander.start_talking()
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
    await bystander.stop_talking()
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
    if sys.argv[1:2] == ["--talk"]:
        sys.exit(talk(sys.argv[2]))
    sys.exit(asyncio.run(main()))
