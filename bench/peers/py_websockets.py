"""Echo on Python's websockets: py_websockets.py PORT [publish]"""

import asyncio
import sys

from websockets.asyncio.server import broadcast, serve
from websockets.exceptions import ConnectionClosed

members = set()


async def handle(socket):
    members.add(socket)
    topic = socket.request.path.startswith("/publish/")
    try:
        async for message in socket:
            if topic:
                broadcast(members, message)
            else:
                await socket.send(message)
    except ConnectionClosed:
        pass
    finally:
        members.discard(socket)


async def main():
    async with serve(handle, "127.0.0.1", int(sys.argv[1]), compression=None, max_size=1 << 24) as server:
        await server.serve_forever()


asyncio.run(main())
