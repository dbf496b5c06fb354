import TestSupport
import Testing
import WebSocket

@testable import chatos_bench

struct FrameScannerTests {
    private struct Message: Equatable {
        var opcode: UInt8
        var payload: [UInt8] = []
    }

    /// The messages in these bytes, cut as given.
    private func messages(_ parts: [[UInt8]]) throws(Failure) -> [Message] {
        var scanner = FrameScanner()
        var messages: [Message] = []
        var open: [UInt8: [UInt8]] = [:]
        for part in parts {
            try part.withUnsafeBufferPointer { buffer throws(Failure) in
                try scanner.scan(UnsafeRawBufferPointer(buffer)) { piece throws(Failure) in
                    let kind: UInt8 = piece.isControl ? piece.opcode : 0
                    #expect(piece.offset == open[kind, default: []].count)
                    open[kind, default: []] += Array(piece.bytes)
                    guard piece.isLast else { return }
                    messages.append(Message(opcode: piece.opcode, payload: open[kind] ?? []))
                    open[kind] = nil
                }
            }
        }
        return messages
    }

    private let long = [UInt8](repeating: 7, count: 300)
    private let veryLong = [UInt8](repeating: 9, count: 70_000)

    @Test func `messages come out the same however their bytes are cut`() throws {
        let bytes =
            FrameEncoder.frame(.text, payload: [1, 2, 3]) + FrameEncoder.frame(.binary, payload: [])
            + FrameEncoder.frame(.ping, payload: [4]) + FrameEncoder.frame(.text, payload: long)
        let expected = [
            Message(opcode: 1, payload: [1, 2, 3]), Message(opcode: 2), Message(opcode: 9, payload: [4]),
            Message(opcode: 1, payload: long),
        ]
        for parts in cuts(of: bytes) { #expect(try messages(parts) == expected) }
    }

    @Test func `a ping between the fragments of a message does not move it`() throws {
        let bytes =
            FrameEncoder.frame(.text, payload: [1, 2], isFinal: false)
            + FrameEncoder.frame(.ping, payload: [8, 8]) + FrameEncoder.frame(.continuation, payload: [3])
        for parts in cuts(of: bytes) {
            #expect(
                try messages(parts) == [
                    Message(opcode: 9, payload: [8, 8]), Message(opcode: 0, payload: [1, 2, 3]),
                ])
        }
    }

    @Test func `the longest form of a length is read too, cut in its header`() throws {
        let bytes = FrameEncoder.frame(.binary, payload: veryLong)
        for cut in 0...11 {
            let parts = [Array(bytes[..<cut]), Array(bytes[cut...])]
            #expect(try messages(parts) == [Message(opcode: 2, payload: veryLong)])
        }
    }

    @Test func `RSV1 of a frame is told`() throws {
        var scanner = FrameScanner()
        var seen: [Bool] = []
        let bytes: [UInt8] = [0xC1, 1, 65, 0x81, 1, 65]
        try bytes.withUnsafeBytes { raw in try scanner.scan(raw) { piece in seen.append(piece.isCompressed) }
        }
        #expect(seen == [true, false])
    }

    @Test func `a server that masks and a length that no server means are refused`() {
        #expect(throws: Failure.self) { try messages([[0x81, 0x81, 0, 0, 0, 0, 65]]) }
        #expect(throws: Failure.self) { try messages([[0x82, 127] + [UInt8](repeating: 0xFF, count: 8)]) }
    }
}
