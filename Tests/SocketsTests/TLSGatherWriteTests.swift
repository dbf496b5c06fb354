import Sockets
import Testing

@Suite struct TLSGatherWriteTests {
    @Test func `small parts leave as one record`() throws {
        let pair = try TLSPair()
        _ = pair.shakeHands()
        let parts: [[UInt8]] = [[0], [1, 2, 3], [], [4], [5, 6]]
        #expect(pair.server.writeVector(parts[1...], skipping: 2) == .bytes(4))
        let sent = pair.wire.move(.toClient)
        #expect(records(in: sent) == [sent.count - 5])
        #expect(pair.client.readOnce().bytes == [3, 4, 5, 6])
    }

    @Test func `parts of every size arrive as if they were one`() throws {
        let sizes = [0, 1, 100, 16_000, 16_383, 16_384, 16_385, 20_000, 70_000]
        for first in sizes {
            for second in sizes {
                for skipped in [0, 1, first] where skipped <= first {
                    let parts = [first, second, 5, 17_000, 3].enumerated().map { index, size in
                        (0..<size).map { UInt8(truncatingIfNeeded: $0 + index) }
                    }
                    try check(parts, skipping: skipped)
                }
            }
        }
    }

    @Test func `a part that fills records is not cut to join small ones`() throws {
        let pair = try TLSPair()
        _ = pair.shakeHands()
        let parts: [[UInt8]] = [[1], [2], .init(repeating: 3, count: 32_768), [4], [5]]
        #expect(pair.server.writeVector(parts[...]) == .bytes(32_772))
        #expect(records(in: pair.wire.move(.toClient)) == [2, 16_384, 16_384, 2].map { $0 + 17 })
    }

    @Test func `no bytes are no end`() throws {
        let pair = try TLSPair()
        _ = pair.shakeHands()
        #expect(pair.server.writeVector([]) == .bytes(0))
        #expect(pair.server.writeVector([[1, 2]], skipping: 2) == .bytes(0))
        #expect(pair.wire.move(.toClient).isEmpty)
    }

    private static let contexts = Result { (try TLSFiles.server(), try TLSFiles.client()) }

    private func check(_ parts: [[UInt8]], skipping skipped: Int) throws {
        let (server, client) = try TLSGatherWriteTests.contexts.get()
        let pair = try TLSPair(server, client)
        _ = pair.shakeHands()
        let whole = Array(parts.joined().dropFirst(skipped))
        guard case .bytes(let count) = pair.server.writeVector(parts[...], skipping: skipped) else {
            Issue.record("the first write was not taken")
            return
        }
        #expect(count == min(whole.count, 65_536))
        var heard: [UInt8] = []
        for _ in 0..<20 where heard.count < count {
            pair.wire.move(.toClient)
            heard += pair.client.readOnce().bytes
        }
        #expect(heard == Array(whole.prefix(count)))
    }

    /// The lengths of the records that a stream is made of.
    private func records(in stream: [UInt8]) -> [Int] {
        var lengths: [Int] = []
        var start = 0
        while start + 5 <= stream.count {
            lengths.append(Int(stream[start + 3]) << 8 | Int(stream[start + 4]))
            start += 5 + lengths[lengths.count - 1]
        }
        return lengths
    }
}
