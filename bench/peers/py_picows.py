"""Echo on picows, with uvloop: py_picows.py PORT"""

import asyncio
import sys

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server


class Echo(WSListener):
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame):
        if frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code(), frame.get_close_message())
            transport.disconnect()
        elif frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        else:
            transport.send(frame.msg_type, frame.get_payload_as_memoryview())


async def main():
    server = await ws_create_server(lambda request: Echo(), "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()


uvloop.run(main())
