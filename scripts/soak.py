"""200 connections in one room, 20 ops a second for a minute: nothing lost, doubled or out of order. Then
connections that come and go, 500 at a time: the hub's memory must not grow with them (case U40).

Starts a hub of its own on a free port with a fresh data folder, unless HUB names one (ws://host:port).
Environment: CHATOS (the program), CONNECTIONS, RATE (ops a second), DURATION (seconds), HUB.
"""

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import websockets

CONNECTIONS = int(os.environ.get("CONNECTIONS", "200"))
RATE = float(os.environ.get("RATE", "20"))
DURATION = float(os.environ.get("DURATION", "60"))
ROOM = "soak"
CHURN = 500
CHURN_ROUNDS = 8
# Above the memory after the second round, when every pool has been filled once.
CHURN_GROWTH = 1.10


class Member:
    """One connection: what it sent, and every envelope that it got."""

    def __init__(self, number):
        self.number = number
        self.seqs = []
        self.bodies = []
        self.sent = {}
        self.latencies = []
        self.ready = asyncio.Event()

    async def run(self, url):
        async with websockets.connect(url, subprotocols=["chatos.v1"], compression=None) as socket:
            self.socket = socket
            await socket.send(json.dumps({"hub": "hello", "name": f"m{self.number}", "client": "soak"}))
            try:
                async for message in socket:
                    self.take(json.loads(message))
            except websockets.ConnectionClosed as closed:
                raise SystemExit(f"member {self.number} was closed: {closed}")

    def take(self, frame):
        if frame.get("hub") == "ready":
            self.first = frame["seq"]
            self.ready.set()
        elif "hub" in frame and frame["hub"] != "welcome":
            raise SystemExit(f"member {self.number} got {frame}")
        elif "seq" in frame and self.ready.is_set():
            self.seqs.append(frame["seq"])
            if frame["op"]["type"] == "comment":
                body = frame["op"]["body"]
                self.bodies.append(body)
                if body in self.sent:
                    self.latencies.append(time.perf_counter() - self.sent[body])


async def soak(base):
    members = [Member(number) for number in range(CONNECTIONS)]
    tasks = [asyncio.create_task(member.run(f"{base}/rooms/{ROOM}")) for member in members]
    for member in members:
        await asyncio.wait_for(member.ready.wait(), 30)
    print(f"{CONNECTIONS} members are in; {RATE:g} ops a second for {DURATION:g} s", flush=True)

    bodies = []
    start = time.perf_counter()
    while time.perf_counter() - start < DURATION:
        sender = random.choice(members)
        body = f"{sender.number}/{len(bodies)}"
        bodies.append(body)
        sender.sent[body] = time.perf_counter()
        await sender.socket.send(json.dumps({"type": "comment", "body": body, "id": str(len(bodies))}))
        await asyncio.sleep(max(0, start + len(bodies) / RATE - time.perf_counter()))

    deadline = time.perf_counter() + 30
    while time.perf_counter() < deadline and any(len(m.bodies) < len(bodies) for m in members):
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    return members, bodies


async def visit(url):
    """Comes without being announced, so that a crowd of these says nothing to each other; asks once, and goes."""
    async with websockets.connect(url, subprotocols=["chatos.v1"], compression=None) as socket:
        await socket.send('{"hub":"hello","name":"passer-by","quiet":true}')
        await socket.send('{"type":"rollcall"}')
        async for message in socket:
            if '"rollcall"' in message:
                return


async def churn(base, pid):
    """The hub's resident memory in MiB after each round of connections that came, asked something and went."""
    sizes = []
    for number in range(CHURN_ROUNDS):
        url = f"{base}/rooms/churn{number % 2}"
        await asyncio.wait_for(asyncio.gather(*(visit(url) for _ in range(CHURN))), 60)
        await asyncio.sleep(0.5)
        with open(f"/proc/{pid}/status") as status:
            sizes.append(next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS")))
    return sizes


def judge(members, bodies, log):
    """What is wrong, one line each."""
    order = [line["op"]["body"] for line in log if line["op"]["type"] == "comment"]
    faults = []
    if sorted(order) != sorted(bodies):
        faults.append(f"the log has {len(order)} comments, {len(bodies)} were sent")
    if [line["seq"] for line in log] != list(range(1, len(log) + 1)):
        faults.append("the log's seqs have a gap")
    for member in members:
        expected = list(range(member.first + 1, member.first + 1 + len(member.seqs)))
        if member.seqs != expected:
            faults.append(f"member {member.number}: seqs are not strictly +1")
        if member.bodies != order:
            faults.append(f"member {member.number}: got {len(member.bodies)} of {len(order)} comments, or in another order")
        if len(member.latencies) != len(member.sent):
            faults.append(f"member {member.number}: {len(member.sent) - len(member.latencies)} not acknowledged")
    return faults


def read_log(base):
    lines = []
    while True:
        after = lines[-1]["seq"] if lines else 0
        url = f"{base.replace('ws', 'http', 1)}/api/v1/rooms/{ROOM}/log?after={after}&limit=10000"
        with urllib.request.urlopen(url) as answer:
            page = [json.loads(line) for line in answer.read().splitlines()]
        if not page:
            return lines
        lines += page


def main():
    with tempfile.TemporaryDirectory() as data:
        hub = None
        base = os.environ.get("HUB")
        if not base:
            program = [os.environ["CHATOS"], "serve", "--listen", "127.0.0.1:0", "--data", data, "--web", "web"]
            hub = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
            base = hub.stdout.readline().split()[-1].rstrip("/").replace("http", "ws", 1)
        try:
            members, bodies = asyncio.run(soak(base))
            faults = judge(members, bodies, read_log(base))
            if hub:
                sizes = asyncio.run(churn(base, hub.pid))
                print("MiB resident after each round of 500 connections:", *(f"{size:.1f}" for size in sizes))
                if sizes[-1] > CHURN_GROWTH * sizes[1]:
                    faults.append(f"memory grew from {sizes[1]:.1f} to {sizes[-1]:.1f} MiB with connections that are gone")
        finally:
            if hub:
                hub.terminate()
                hub.wait(10)
    latencies = sorted(latency for member in members for latency in member.latencies)
    if latencies:
        quantile = lambda part: latencies[min(len(latencies) - 1, int(part * len(latencies)))] * 1000
        print(
            f"{len(bodies)} ops, {sum(len(m.bodies) for m in members)} deliveries; acknowledged in "
            f"{statistics.median(latencies) * 1000:.1f} ms (median), {quantile(0.99):.1f} ms (99 %)"
        )
    for fault in faults:
        print(fault)
    print("nothing lost, doubled or out of order" if not faults else f"{len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
