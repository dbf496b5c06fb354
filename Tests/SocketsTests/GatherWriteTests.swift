import Sockets
import Testing

@Suite struct GatherWriteTests {
    @Test func `parts arrive as one, without the bytes that went before`() throws {
        let pair = try Pair()
        let parts: [[UInt8]] = [[0], [1, 2, 3], [], [4], [5, 6]]
        #expect(pair.server.writeVector(parts[1...], skipping: 2) == .bytes(4))
        #expect(pair.client.readOnce().bytes == [3, 4, 5, 6])
    }

    @Test func `more parts than one call takes are left for the next`() throws {
        let pair = try Pair()
        let parts = (0..<100).map { [UInt8($0)] }
        #expect(pair.server.writeVector(parts[...]) == .bytes(Socket.gatherMax))
        #expect(pair.client.readOnce().bytes == (0..<UInt8(Socket.gatherMax)).map { $0 })
    }

    @Test func `no bytes are no end`() throws {
        let pair = try Pair()
        #expect(pair.server.writeVector([]) == .bytes(0))
        #expect(pair.server.writeVector([[1, 2]], skipping: 2) == .bytes(0))
    }

    @Test func `a full socket takes a part of the parts`() throws {
        let pair = try Pair()
        let parts = [[UInt8]](repeating: [UInt8](repeating: 1, count: 1 << 20), count: 16)
        guard case .bytes(let count) = pair.server.writeVector(parts[...]) else {
            Issue.record("the first write was not taken")
            return
        }
        #expect(count < 16 << 20)
    }
}
