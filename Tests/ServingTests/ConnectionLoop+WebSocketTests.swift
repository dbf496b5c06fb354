import Testing
import WebSocket

@testable import Serving

/// The order of what a WebSocket is sent, over sockets.
@Suite struct ConnectionLoopWebSocketTests {
    @Test func `[RFC 6455 5.5.3] a pong goes before the answer to what came behind its ping`() throws {
        let sent =
            FrameEncoder.frame(.text, payload: Array("one".utf8), mask: 1)
            + FrameEncoder.frame(.ping, payload: Array("p".utf8), mask: 2)
            + FrameEncoder.frame(.text, payload: Array("two".utf8), mask: 3)
        let expected =
            FrameEncoder.frame(.text, payload: Array("one".utf8))
            + FrameEncoder.frame(.pong, payload: Array("p".utf8))
            + FrameEncoder.frame(.text, payload: Array("two".utf8))
        try expectEcho(of: sent, expected)
    }

    @Test func `an answer too large to be gathered with others keeps its place`() throws {
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
        let small = Array("small".utf8)
        let messages = [small, large, small, large, small]
        try expectEcho(
            of: messages.flatMap { FrameEncoder.frame(.text, payload: $0, mask: 9) },
            messages.flatMap { FrameEncoder.frame(.text, payload: $0) })
    }

    @Test func `[RFC 6455 7.1.7] messages that were whole are answered before the close for an error`() throws
    {
        // The reserved opcode 3, masked, without a payload.
        let wrong: [UInt8] = [0x83, 0x80, 0, 0, 0, 0]
        let sent = FrameEncoder.frame(.text, payload: Array("whole".utf8), mask: 1) + wrong
        let expected = FrameEncoder.frame(.text, payload: Array("whole".utf8))
        _ = try TinyService.serving { address in
            let peer = try Ends.upgraded(to: address)
            try peer.send(sent)
            let all = try peer.receiveAll()
            #expect(all.prefix(expected.count) == expected[...])
            #expect(
                Array(
                    all.dropFirst(expected.count).prefix(4).enumerated().filter { $0.offset != 1 }.map(
                        \.element))
                    == [0x88, 0x03, 0xEA])
        }
    }

    private func expectEcho(of sent: [UInt8], _ expected: [UInt8]) throws {
        _ = try TinyService.serving { address in
            let peer = try Ends.upgraded(to: address)
            try peer.send(sent)
            #expect(try peer.receive(expected.count) == expected)
        }
    }
}
