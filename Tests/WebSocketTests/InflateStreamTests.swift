import CZlib
import Testing

@testable import WebSocket

struct InflateStreamTests {
    /// Feeds a stream with little room, and gives what came out and how it ended.
    private static func inflate(
        _ bytes: [UInt8], room: Int = 7, _ stream: InflateStream = InflateStream(windowBits: 15)
    ) -> (String, InflateStream.Outcome) {
        var output: [UInt8] = []
        var scratch = [UInt8](repeating: 0, count: room)
        return bytes.withUnsafeBytes { all in
            var input = all
            while true {
                let (written, outcome) = scratch.withUnsafeMutableBytes { stream.inflate(&input, into: $0) }
                output += scratch.prefix(written)
                if case .needsRoom = outcome { continue }
                return (String(decoding: output, as: UTF8.self), outcome)
            }
        }
    }

    @Test func `all comes out, however little room there is`() {
        let text = String(repeating: "The window slides. ", count: 40)
        let bytes = RawDeflater().deflate(Array(text.utf8))
        for room in [1, 2, 100, 10_000] {
            let (seen, outcome) = Self.inflate(bytes, room: room)
            guard case .needsInput = outcome else {
                Issue.record("room \(room): \(outcome)")
                continue
            }
            #expect(seen == text)
        }
    }

    @Test func `a stream stands between blocks after a flush, and nowhere in one`() {
        let bytes = RawDeflater().deflate(Array("some words, some more words".utf8))
        for cut in 1..<bytes.count {
            let stream = InflateStream(windowBits: 15)
            _ = Self.inflate(Array(bytes[..<cut]), stream)
            if stream.isBetweenBlocks { Issue.record("cut at \(cut)") }
        }
        let stream = InflateStream(windowBits: 15)
        _ = Self.inflate(bytes, stream)
        #expect(stream.isBetweenBlocks)
    }

    @Test func `[W59] the window outlives a block that is marked as the last`() {
        let stream = InflateStream(windowBits: 15)
        // "Hello", in a last block; then five bytes that repeat those five bytes back.
        let (first, outcome) = Self.inflate([0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], stream)
        guard case .ended = outcome else {
            Issue.record("\(outcome)")
            return
        }
        stream.continueAfterEnd()
        let (second, _) = Self.inflate([0x02, 0x13, 0x00, 0x00, 0x00, 0xFF, 0xFF], stream)
        #expect(first == "Hello" && second == "Hello")
    }

    @Test func `what is no DEFLATE, or refers before the beginning, is broken`() {
        for bytes in [[0x07], [0x06, 0x00], [0x00, 0x01, 0x00, 0x00, 0x00], [0x02, 0x13, 0x00]] as [[UInt8]] {
            guard case (_, .broken) = Self.inflate(bytes) else {
                Issue.record("\(bytes)")
                continue
            }
        }
    }

    @Test func `a repetition from beyond the window is broken`() {
        let text = (0..<600).map { String($0) }.joined()
        let bytes = RawDeflater(windowBits: 15, level: 9).deflate(Array((text + text).utf8))
        guard case (_, .broken) = Self.inflate(bytes, InflateStream(windowBits: 9)) else {
            Issue.record("a window of 512 bytes found what lies further back")
            return
        }
        #expect(Self.inflate(bytes, InflateStream(windowBits: 12)).0 == text + text)
    }

    @Test func `[W60] a stream holds no more than it says`() {
        #expect(InflateStream.bytes(windowBits: 8) == 256 + 8_192)
        #expect(InflateStream.bytes(windowBits: 15) == 32_768 + 8_192)
    }
}
