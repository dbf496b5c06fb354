import HubProtocol
import Testing

@testable import chatos_bench

struct RoomHistoryTests {
    /// What is current after all ops, by name.
    private func state(_ history: RoomHistory) throws -> [String: [UInt8]] {
        var current: [String: [UInt8]] = [:]
        for number in 0..<history.ops {
            let fed = history[number]
            guard case .op(let op) = try MessageCodec.decode(fed.payload.bytes) else {
                Issue.record("op \(number) is none")
                continue
            }
            #expect(op.type == fed.type)
            #expect(op.name == fed.name)
            if let name = op.name { current[name] = fed.payload.bytes }
        }
        return current
    }

    @Test(arguments: [100, 101, 104, 500, 1_000, 3_003])
    func `however long a history is, its state at the end is the same`(ops: Int) throws {
        let short = try #require(RoomHistory(ops: 100, tools: 20, size: 100))
        let long = try #require(RoomHistory(ops: ops, tools: 20, size: 100))
        let state = try state(short)
        #expect(state.count == 20)
        #expect(try self.state(long) == state)
    }

    @Test func `as many tools as ops leave no room for comments`() throws {
        let history = try #require(RoomHistory(ops: 7, tools: 7, size: 100))
        #expect(try state(history).count == 7)
        #expect(RoomHistory(ops: 6, tools: 7, size: 100) == nil)
    }

    @Test func `a comment has the size`() {
        #expect(RoomHistory.comment(size: 200).count == 200)
    }
}
