import HubProtocol
import Testing

@testable import Storage

@Suite struct CheckpointBuilderTests {
    private let log: MemoryLog

    init() throws {
        log = try MemoryLog()
    }

    /// Everything that one makes, and in how many steps.
    private func run(_ room: RoomID) throws -> (made: [CheckpointBuilder.Made], steps: Int) {
        let builder = try CheckpointBuilder(room, log.queries)
        var made: [CheckpointBuilder.Made] = []
        var steps = 0
        while !builder.isDone {
            if let one = try builder.step() { made.append(one) }
            steps += 1
        }
        return (made, steps)
    }

    private func expectSound(_ made: [CheckpointBuilder.Made], _ room: RoomID) throws {
        for one in made { try log.maintainer.insert(one.checkpoint, hash: one.hash, of: room) }
        let report = try log.verify(room)
        #expect(report.fault == nil && report.checkpoints == made.count)
    }

    @Test(arguments: [51, 52] as [UInt64])
    func `a short log gets one at its head, from the table of what is current`(_ seed: UInt64) throws {
        let room = try log.create("lobby", RandomLog.ops(500, seed: seed))
        let made = try run(room).made
        #expect(made.map(\.checkpoint.seq) == [seq(500)])
        try expectSound(made, room)
    }

    @Test func `a long log that has none gets them all along`() throws {
        let room = try log.create("lobby", RandomLog.ops(5_500, seed: 53))
        let (made, steps) = try run(room)
        #expect(made.map(\.checkpoint.seq.number) == [1_024, 2_048, 3_072, 4_096, 5_120, 5_500])
        #expect(steps > 11)
        try expectSound(made, room)
    }

    @Test func `a large state is hashed in parts`() throws {
        let room = try log.create("lobby", (1...1_000).map { sound($0, "state", name: "n\($0)") })
        let (made, steps) = try run(room)
        #expect(steps == 5)
        try expectSound(made, room)
    }

    @Test func `what is appended between the steps is not in it`() throws {
        let ops = RandomLog.ops(900, seed: 54)
        let room = try log.create("lobby", Array(ops.prefix(600)))
        let builder = try CheckpointBuilder(room, log.queries)
        #expect(try builder.step()?.hash == nil)
        for op in ops.dropFirst(600) { try log.appender.append(op, to: room) }
        let made = try #require(try builder.step())
        #expect(builder.isDone && made.checkpoint.seq == seq(600))
        try expectSound([made], room)
    }

    @Test func `a room without ops, or without any since the last, gets none`() throws {
        #expect(try run(try log.create("empty")).made.isEmpty)
        let room = try log.create("lobby", RandomLog.ops(50, seed: 55))
        try log.checkpoint(room, at: seq(50))
        #expect(try run(room).made.isEmpty)
        _ = try log.maintainer.compact(room, keep: .newest(0))
        #expect(try run(room).made.isEmpty)
    }
}
