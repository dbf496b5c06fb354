import HubProtocol
import Testing

@testable import Storage

@Suite struct CheckpointKeeperTests {
    private let log: MemoryLog
    private let keeper: CheckpointKeeper

    init() throws {
        log = try MemoryLog()
        keeper = CheckpointKeeper(log.appender, log.maintainer)
    }

    private func work() throws {
        while keeper.hasSteps { keeper.step() }
        try keeper.store()
        keeper.stored()
    }

    @Test func `a room becomes due by growing, and is due again only after as much again`() throws {
        let room = try log.create("lobby", (1...999).map { sound($0) })
        #expect(log.appender.takeGrown() == [])
        try log.appender.append(sound(1_000), to: room)
        #expect(log.appender.takeGrown() == [room])
        #expect(log.appender.takeGrown() == [])
        keeper.note([room])
        try work()
        for number: UInt64 in 1_001...1_999 { try log.appender.append(sound(number), to: room) }
        #expect(log.appender.takeGrown() == [])
        try log.appender.append(sound(2_000), to: room)
        #expect(log.appender.takeGrown() == [room])
        keeper.note([room])
        try work()
        #expect(try log.queries.checkpoints(of: room) == (2, seq(2_000)))
        #expect(try log.verify(room).checkpoints == 2)
    }

    @Test func `when a room is due is read from the log by whoever opens it next`() throws {
        let room = try log.create("lobby", (1...1_200).map { sound($0) })
        try log.checkpoint(room, at: seq(300))
        log.appender.forget()
        for number: UInt64 in 1_201...1_299 { try log.appender.append(sound(number), to: room) }
        #expect(log.appender.takeGrown() == [])
        try log.appender.append(sound(1_300), to: room)
        #expect(log.appender.takeGrown() == [room])
    }

    @Test func `a room is worked on once, however often it is told of`() throws {
        let room = try log.create("lobby", RandomLog.ops(400, seed: 61))
        keeper.note([room])
        keeper.note([room])
        keeper.step()
        keeper.note([room])
        try work()
        #expect(!keeper.hasSteps && !keeper.hasMade)
        #expect(try log.queries.checkpoints(of: room) == (1, seq(400)))
    }

    @Test func `what is known of a room that maintenance changed is dropped`() throws {
        let room = try log.create("lobby", RandomLog.ops(400, seed: 62))
        let other = try log.create("other", RandomLog.ops(400, seed: 63))
        keeper.note([room])
        keeper.step()
        keeper.step()
        #expect(keeper.hasMade)
        keeper.note([other])
        keeper.forget(room)
        #expect(!keeper.hasMade && keeper.hasSteps)
        try work()
        #expect(try log.queries.checkpoints(of: room).count == 0)
        #expect(try log.queries.checkpoints(of: other).count == 1)
        keeper.note([room])
        keeper.forget()
        #expect(!keeper.hasSteps)
    }

    @Test func `all that is lacking can be made at once`() throws {
        let room = try log.create("lobby", RandomLog.ops(4_200, seed: 64))
        #expect(try keeper.complete(room) == (5, seq(4_200)))
        #expect(try keeper.complete(room) == (5, seq(4_200)))
        #expect(try log.verify(room).checkpoints == 5)
        #expect(throws: LogAppender.Refusal.self) { try keeper.complete(RoomID(number: 9)) }
    }
}
