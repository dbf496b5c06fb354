import Glibc
import Sockets
import Testing
import WebSocket

@testable import Serving

/// A connection on its way from one loop to another, seen from the client.
@Suite struct MovingConnectionTests {
    private static let handshake = Array(
        """
        GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
        """.utf8)

    private func frame(_ text: String, mask: UInt32? = nil) -> [UInt8] {
        FrameEncoder.frame(.text, payload: Array(text.utf8), mask: mask)
    }

    private func receiveHead(_ ends: Ends) throws -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try ends.receive(1) }
        return String(decoding: head, as: UTF8.self)
    }

    @Test func `[W10] what came behind the request goes along, whole frames and begun ones`() throws {
        var pair = try HandingPair()
        pair.start()
        let frames = frame("first", mask: 7) + frame("second", mask: 9)
        for cut in [0, 1, 11, frames.count] {
            let ends = try Ends.connect(to: pair.address)
            try ends.send(Self.handshake + frames[..<cut])
            #expect(try receiveHead(ends).hasPrefix("HTTP/1.1 101 "))
            try ends.send(Array(frames[cut...]))
            let expected = frame("first") + frame("second")
            #expect(try ends.receive(expected.count) == expected)
        }
        #expect(pair.served == 4)
        pair.stop()
    }

    @Test func `a request that is no handshake is answered there, like those behind it`() throws {
        var pair = try HandingPair()
        pair.start()
        let ends = try Ends.connect(to: pair.address)
        let request = "GET /none HTTP/1.1\r\nHost: a\r\n\r\n"
        let last = request.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
        try ends.send(request + request + last)
        let answers = String(decoding: try ends.receiveAll(), as: UTF8.self)
        #expect(answers.split(separator: "HTTP/1.1 404 ").count == 3)
        pair.stop()
    }

    @Test func `a connection goes on with its TLS, and what TLS had read already`() throws {
        let files = #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Fixtures/tls/"
        var pair = try HandingPair(
            tls: try TLSContext(
                certificateChain: "/\(files)server.pem", privateKey: "/\(files)server.key"))
        pair.start()
        let client = try TLSSocket(
            client: try Socket.connect(to: pair.address, blocking: true),
            try TLSContext(trusting: .certificates(inFile: "/\(files)server.pem")), host: "localhost")
        // One write, so one record: TLS reads all of it before the loop knows that it will hand it on.
        let sent = Self.handshake + frame("early", mask: 5)
        var written = Socket.Transfer.wouldBlock
        while written == .wouldBlock {
            written = sent.withUnsafeBytes { client.write($0) }
            if written == .wouldBlock {
                var buffer = [UInt8](repeating: 0, count: 1)
                _ = buffer.withUnsafeMutableBytes { client.read(into: $0) }
            }
        }
        #expect(written == .bytes(sent.count))
        var received: [UInt8] = []
        while !received.suffix(7).elementsEqual(frame("early")) {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            guard case .bytes(let count) = buffer.withUnsafeMutableBytes({ client.read(into: $0) }) else {
                continue
            }
            received += buffer.prefix(count)
        }
        #expect(String(decoding: received.prefix(12), as: UTF8.self) == "HTTP/1.1 101")
        pair.stop()
    }

    @Test func `who is on the way when the other loop stops is let go`() throws {
        var pair = try HandingPair()
        pair.start(upTo: 1)
        // It will be stopping when it hears of the client.
        pair.tellToStop(1)
        let ends = try Ends.connect(to: pair.address)
        try ends.send(Self.handshake)
        pair.waitUntilHandedOn(1)
        pair.start()
        #expect(try ends.receiveAll().isEmpty)
        pair.stop()
        #expect(pair.served == 0)
    }

    @Test func `who is on the way when nobody takes it in any more is let go with the word of it`() throws {
        var pair = try HandingPair()
        pair.start(upTo: 1)
        let ends = try Ends.connect(to: pair.address)
        try ends.send(Self.handshake)
        pair.waitUntilHandedOn(1)
        pair.stop()
        pair.discard()
        #expect(try ends.receiveAll().isEmpty)
    }

    @Test func `[W23] who is gone before the other loop takes it in costs nothing but the look`() throws {
        var pair = try HandingPair()
        pair.start(upTo: 1)
        do {
            let ends = try Ends.connect(to: pair.address)
            try ends.send(Self.handshake)
            pair.waitUntilHandedOn(1)
        }
        pair.start()
        let ends = try Ends.connect(to: pair.address)
        try ends.send(Self.handshake + frame("still there", mask: 1))
        #expect(try receiveHead(ends).hasPrefix("HTTP/1.1 101 "))
        #expect(try ends.receive(frame("still there").count) == frame("still there"))
        pair.stop()
        #expect(pair.served == 2)
    }
}
