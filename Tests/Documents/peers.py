"""What the tests of documents share: providers of Yjs and of pycrdt, and a connection that says what it likes."""

import asyncio
import json
import os
import pathlib
import sys
import time
import urllib.parse

import pycrdt
import websockets

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))
from support import Hub  # noqa: E402, F401

PATIENCE_SECONDS = 20


async def until(condition, what):
    """Waits for a condition, which may be a coroutine function; fails with what was there last."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        value = condition()
        if asyncio.iscoroutine(value):
            value = await value
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited in vain for {what}")
        await asyncio.sleep(0.02)


def socket_base(hub):
    return hub.address.replace("http:", "ws:") + "/yjs"


class YjsPeers:
    """A process of node with any number of stock providers in it."""

    async def start(self, speed=1):
        environment = {**os.environ, "SPEED": str(speed)}
        environment["NODE_PATH"] = os.environ.get("NODE_PATH", "") + ":/usr/share/nodejs"
        self.process = await asyncio.create_subprocess_exec(
            "node",
            str(ROOT / "Tests" / "Peers" / "websocket_peers.cjs"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            limit=1 << 24,
        )
        self.count = 0
        self.lock = asyncio.Lock()
        return self

    async def ask(self, do, **rest):
        async with self.lock:
            self.process.stdin.write(json.dumps({"do": do, **rest}).encode() + b"\n")
            answer = json.loads(await self.process.stdout.readline())
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer

    async def open(self, hub, doc, **rest):
        """A provider on `ROOM/DOC`."""
        self.count += 1
        peer = YjsPeer(self, self.count)
        await self.ask("open", r=peer.number, base=socket_base(hub), doc=doc, **rest)
        return peer

    async def stop(self):
        self.process.stdin.close()
        await self.process.wait()


class YjsPeer:
    def __init__(self, peers, number):
        self.peers = peers
        self.number = number

    async def do(self, what, **rest):
        return await self.peers.ask(what, r=self.number, **rest)

    async def look(self):
        return await self.do("look")

    async def insert(self, at, text):
        await self.do("insert", at=at, text=text)

    async def text(self):
        return (await self.look())["text"]

    async def names(self):
        """The names in the states of all that it knows of, itself too."""
        states = (await self.look())["states"].values()
        return sorted(state.get("name", "") for state in states if state)

    async def synced(self):
        await until(self.is_synced, "a provider of Yjs that is synced")
        return self

    async def is_synced(self):
        return (await self.look())["synced"]


class Channel:
    """A WebSocket as pycrdt's provider wants it; messages that are not of a sync go to the awareness."""

    def __init__(self, socket, awareness):
        self.socket = socket
        self.awareness = awareness
        self.path = "a document"

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.recv()
        except websockets.ConnectionClosed:
            raise StopAsyncIteration from None

    async def send(self, message):
        await self.socket.send(message)

    async def recv(self):
        while True:
            message = await self.socket.recv()
            if message[0] != pycrdt.YMessageType.AWARENESS:
                return message
            self.awareness.apply_awareness_update(pycrdt.read_message(message[1:]), "the hub")


class PycrdtPeer:
    """A document of pycrdt with its provider, on `ROOM/DOC`."""

    def __init__(self, hub, doc, name="pycrdt"):
        self.address = f"{socket_base(hub)}/{doc}?name={urllib.parse.quote(name)}"
        self.doc = pycrdt.Doc()
        self.content = self.doc.get("text", type=pycrdt.Text)
        self.awareness = pycrdt.Awareness(self.doc)
        self.awareness.set_local_state({"name": name})

    async def connect(self):
        self.socket = await websockets.connect(self.address, compression=None, max_size=None)
        channel = Channel(self.socket, self.awareness)
        self.provider = pycrdt.Provider(self.doc, channel)
        self.task = asyncio.create_task(self.provider.start())
        await self.provider.started.wait()
        await self.tell()
        await asyncio.wait_for(self.provider.synced.wait(), PATIENCE_SECONDS)
        return self

    async def tell(self):
        state = self.awareness.encode_awareness_update([self.awareness.client_id])
        await self.socket.send(pycrdt.create_awareness_message(state))

    def insert(self, at, text):
        self.content.insert(at, text)

    def text(self):
        return str(self.content)

    def names(self):
        return sorted(state.get("name", "") for state in self.awareness.states.values())

    async def disconnect(self):
        """Ends the connection without a word, as a program that is killed does."""
        await self.provider.stop()
        await asyncio.gather(self.task, return_exceptions=True)
        self.socket.transport.abort()
        await self.socket.wait_closed()


class Stranger:
    """A connection to a document, that says what it likes and notes what it is told."""

    def __init__(self, hub, doc):
        self.address = f"{socket_base(hub)}/{doc}"
        self.messages = []
        self.code = None

    async def connect(self):
        self.socket = await websockets.connect(self.address, compression=None, max_size=None)
        self.task = asyncio.create_task(self.listen())
        return self

    async def listen(self):
        try:
            async for message in self.socket:
                self.messages.append(message)
        except websockets.ConnectionClosed:
            pass
        self.code = self.socket.close_code

    async def say(self, message):
        try:
            await self.socket.send(message)
        except websockets.ConnectionClosed:
            pass

    async def update(self, update):
        await self.say(pycrdt.create_update_message(update))

    def refusals(self):
        """The reasons of the auth messages."""
        return [pycrdt.read_message(message[2:]).decode() for message in self.messages if message[0] == 2]

    def updates(self):
        return [pycrdt.read_message(message[2:]) for message in self.messages if message[:2] == b"\x00\x02"]

    async def close(self):
        await self.socket.close()
        await self.task


class Member:
    """A member of a room on the room's own socket, with documents in it."""

    def __init__(self, hub, room, name="Ada", quiet=False):
        self.address = hub.address.replace("http:", "ws:") + f"/rooms/{room}"
        self.quiet = quiet
        self.name = name
        self.frames = []
        self.binary = []

    async def connect(self):
        self.socket = await websockets.connect(
            self.address, subprotocols=["chatos.v1"], compression=None, max_size=None
        )
        self.task = asyncio.create_task(self.listen())
        await self.socket.send(json.dumps({"hub": "hello", "name": self.name, "quiet": self.quiet}))
        await until(lambda: any(frame.get("hub") == "ready" for frame in self.frames), "ready")
        return self

    async def listen(self):
        try:
            async for message in self.socket:
                if isinstance(message, str):
                    self.frames.append(json.loads(message))
                else:
                    self.binary.append(message)
        except websockets.ConnectionClosed:
            pass

    async def say(self, doc, message):
        name = doc.encode()
        await self.socket.send(pycrdt.write_var_uint(len(name)) + name + message)

    def heard(self, doc):
        """What it was told about a document."""
        head = pycrdt.write_var_uint(len(doc.encode())) + doc.encode()
        return [message[len(head) :] for message in self.binary if message.startswith(head)]

    def ops(self, kind):
        return [frame for frame in self.frames if frame.get("op", {}).get("type") == kind]

    def errors(self):
        return [frame for frame in self.frames if frame.get("hub") == "error"]

    async def close(self):
        await self.socket.close()
        await self.task
