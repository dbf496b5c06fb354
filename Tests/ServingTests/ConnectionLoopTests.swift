import Glibc
import Testing
import WebSocket

@testable import Serving

/// A loop with the smallest service there is; the hub's tests are the loop's, too.
@Suite struct ConnectionLoopTests {
    @Test func `a service hears once that a connection is of no more use, however its handshake went`() throws
    {
        let events = try TinyService.serving { address in
            // No handshake at all, one that is cut off, and one that is good.
            for lines in ["", "Upgrade: websocket\r\nConnection: Upgrade\r\n"] {
                let ends = try Ends.connect(to: address)
                try ends.send("GET / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n")
                while let bytes = try? ends.receive(), !bytes.isEmpty {}
            }
            let good = try Ends.connect(to: address)
            try good.send(
                """
                GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
                """)
            _ = try good.receive()
            // A close, and its answer.
            try good.send(FrameEncoder.frame(.close, payload: [], mask: 1))
            #expect(try good.receive() == [0x88, 0])
        }
        #expect(events == ["asked", "left", "asked", "left", "asked", "left"])
    }

    @Test func `an alarm rings once, at the time that was set last`() throws {
        let events = try TinyService.serving { address in
            let ends = try Ends.connect(to: address)
            try ends.send(
                """
                GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
                """)
            _ = try ends.receive()
            try ends.send(FrameEncoder.frame(.text, payload: Array("alarm".utf8), mask: 1))
            _ = try ends.receive()
            usleep(200_000)
        }
        #expect(events == ["asked", "alarm", "left"])
    }
}
