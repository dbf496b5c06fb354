import Testing

@testable import WebSocket

struct DeflateStreamTests {
    private static func payload(_ stream: DeflateStream, _ text: String) -> [UInt8] {
        stream.withMessage(Array(text.utf8).span.bytes) { $0.withUnsafeBytes { Array($0) } }
    }

    @Test func `[RFC 7692 7.2.3.2] Hello twice, with and without the window`() {
        let stream = DeflateStream(windowBits: 15, memLevel: 8, level: 6)
        #expect(Self.payload(stream, "Hello") == [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        #expect(Self.payload(stream, "Hello") == [0xF2, 0x00, 0x11, 0x00, 0x00])
        stream.reset()
        #expect(Self.payload(stream, "Hello") == [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
    }

    @Test func `[W59] an empty message is one byte, every time`() {
        let stream = DeflateStream(windowBits: 9, memLevel: 1, level: 1)
        let payloads = ["", "", "x", "", ""].map { Self.payload(stream, $0) }
        #expect(payloads[0] == [0x00] && payloads[1] == [0x00] && payloads[4] == [0x00])
        #expect(inflated(payloads) == ["", "", "x", "", ""])
    }

    @Test(arguments: [(9, 1, 1), (9, 9, 9), (12, 5, 6), (15, 8, 6), (15, 1, 1)])
    func `messages of all sizes come back, in the window that was asked for`(bits: Int, mem: Int, level: Int)
    {
        var random = Seeded(state: UInt64(bits * 100 + mem * 10 + level))
        let stream = DeflateStream(windowBits: bits, memLevel: mem, level: level)
        var texts: [String] = []
        for size in [50, 1, 300, 5_000, 70_000, 64, 200_000, 3] { texts.append(randomMessage(size, &random)) }
        let noise = String(
            decoding: (0..<60_000).map { _ in UInt8.random(in: 0...127, using: &random) }, as: UTF8.self)
        texts += [noise, "after"]
        let payloads = texts.map { Self.payload(stream, $0) }
        #expect(inflated(payloads, windowBits: bits) == texts)
        stream.trim()
    }

    @Test func `[RFC 7692 7.2.1] no message ends in the mark that is cut off`() {
        var random = Seeded(state: 5)
        let stream = DeflateStream(windowBits: 10, memLevel: 3, level: 6)
        for size in 0..<2_000 {
            let payload = Self.payload(stream, randomMessage(size % 700, &random))
            if payload.suffix(4) == MessageInflater.tail[...] { Issue.record("a message of \(size) bytes") }
        }
    }
}
