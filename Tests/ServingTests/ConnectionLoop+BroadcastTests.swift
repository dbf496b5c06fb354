import Sockets
import Testing
import WebSocket

@testable import Serving

@Suite struct ConnectionLoopBroadcastTests {
    private func enter(_ address: SocketAddress) throws -> Ends {
        let ends = try Ends.connect(to: address)
        try ends.send(
            """
            GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """)
        _ = try ends.receive()
        return ends
    }

    private func frame(_ text: String, mask: UInt32? = nil) -> [UInt8] {
        FrameEncoder.frame(.text, payload: Array(text.utf8), mask: mask)
    }

    private func receive(_ count: Int, from ends: Ends) throws -> [UInt8] {
        var received: [UInt8] = []
        while received.count < count { received += try ends.receive() }
        return received
    }

    @Test func `what goes to many waits a moment for more, and goes though no more comes`() throws {
        _ = try TinyService.serving { address in
            let ends = try enter(address)
            for text in ["all of you", "all again"] {
                try ends.send(frame(text, mask: 1))
                #expect(try receive(frame(text).count, from: ends) == frame(text))
            }
        }
    }

    @Test func `nothing overtakes what waits for more`() throws {
        _ = try TinyService.serving { address in
            let ends = try enter(address)
            let texts = ["all first", "second", "all third", "all fourth", "fifth"]
            try ends.send(texts.flatMap { frame($0, mask: 1) })
            let expected = texts.flatMap { frame($0) }
            #expect(try receive(expected.count, from: ends) == expected)
        }
    }
}
