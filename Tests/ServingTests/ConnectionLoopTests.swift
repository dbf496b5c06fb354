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

    @Test func `[RFC 9110 6.6.1] an answer says when it was made, also one that refuses`() throws {
        let before = time(nil)
        _ = try TinyService.serving { address in
            for request in [
                "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
            ] {
                let ends = try Ends.connect(to: address)
                try ends.send(request)
                let text = String(decoding: try ends.receive(), as: UTF8.self)
                let line = try #require(
                    text.split(separator: "\r\n").first { $0.hasPrefix("Date: ") }, "\(text)")
                #expect((before...time(nil)).contains { line == "Date: \(httpDate($0))" }, "\(line)")
            }
        }
    }
}

/// What the C library makes of a time.
private func httpDate(_ time: time_t) -> String {
    var (time, parts) = (time, tm())
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 40)
    let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
