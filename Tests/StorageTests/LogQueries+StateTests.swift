import HubProtocol
import SQLite
import TestSupport
import Testing

@testable import Storage

@Suite struct LogQueriesStateTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `[F21] the state at any seq, by checkpoints, is that of replaying all ops before it`(
        _ seed: UInt64
    ) throws {
        let log = try MemoryLog()
        let ops = RandomLog.ops(300, seed: seed)
        let room = try log.create("lobby", ops)
        _ = try log.create("other", RandomLog.ops(20, seed: seed + 100))
        var random = SeededGenerator(seed: seed)
        for at in Set((0..<8).map { _ in UInt64.random(in: 1...300, using: &random) }) {
            try log.checkpoint(room, at: seq(at))
        }
        let summary = try log.summary(room)
        for count in 0...ops.count {
            let state = try log.queries.state(of: summary, at: .seq(seq(UInt64(count))))
            #expect(state == RandomLog.state(of: ops.prefix(count)), "seed \(seed), seq \(count)")
        }
        #expect(try log.verify(room).fault == nil)
    }

    @Test func `[U33] seeking reads the nearest checkpoint and not what lies before it`() throws {
        let log = try MemoryLog()
        let room = try log.create("lobby", RandomLog.ops(100, seed: 5))
        let before = try log.queries.state(of: log.summary(room), at: .seq(seq(80)))
        try log.checkpoint(room, at: seq(60))
        // Were they read, the state would be another.
        let kept = try #require(try log.queries.checkpoint(of: room, upTo: seq(60))).current
        let list = kept.map { "\($0.number)" }.joined(separator: ",")
        try log.connection.run(
            "UPDATE ops SET name = 'x', type = 'x' WHERE seq < 60 AND seq NOT IN (\(list))")
        #expect(try log.queries.state(of: log.summary(room), at: .seq(seq(80))) == before)
    }

    @Test func `a damaged checkpoint, or one of a later program, is passed over`() throws {
        let log = try MemoryLog()
        let ops = RandomLog.ops(100, seed: 6)
        let room = try log.create("lobby", ops)
        for at: UInt64 in [20, 40, 60] { try log.checkpoint(room, at: seq(at)) }
        try log.connection.run("UPDATE checkpoints SET state = x'FF' WHERE key & 255 = 60")
        try log.connection.run("UPDATE checkpoints SET version = 2, state = x'0000' WHERE key & 255 = 40")
        #expect(try log.queries.checkpoint(of: room, upTo: .max)?.seq == seq(20))
        for count in [40, 60, 80] {
            let state = try log.queries.state(of: log.summary(room), at: .seq(seq(UInt64(count))))
            #expect(state == RandomLog.state(of: ops.prefix(count)))
        }
    }

    @Test func `[F10] [U37] before the first op a room is empty, and after the last it is as it is now`()
        throws
    {
        let log = try MemoryLog()
        let ops = RandomLog.ops(50, seed: 7)
        let summary = try log.summary(try log.create("lobby", ops))
        let empty = RoomState(seq: .none, current: [], present: [])
        let now = RandomLog.state(of: ops)
        let first = try #require(ops.first?.at)
        let last = try #require(ops.last?.at)
        for ms in [Int64.min, -1, 0, first - 1] {
            #expect(try log.queries.state(of: summary, at: .time(ms)) == empty)
        }
        for ms in [last, last + 1, .max] {
            #expect(try log.queries.state(of: summary, at: .time(ms)) == now)
        }
        #expect(try log.queries.state(of: summary, at: .seq(.none)) == empty)
        #expect(try log.queries.state(of: summary, at: .seq(.max)) == now)
        for ms in first...last {
            let before = ops.prefix { $0.at <= ms }
            #expect(try log.queries.state(of: summary, at: .time(ms)) == RandomLog.state(of: before))
        }
    }

    @Test func `[F10] a room without ops is empty at all times`() throws {
        let log = try MemoryLog()
        let summary = try log.summary(try log.create("empty"))
        let empty = RoomState(seq: .none, current: [], present: [])
        for ms in [Int64.min, 0, .max] {
            #expect(try log.queries.state(of: summary, at: .time(ms)) == empty)
        }
    }

    @Test func `[F11] ops at time 0, before it, and all at one time have a state by time`() throws {
        let log = try MemoryLog()
        let times: [Int64] = [-5, 0, 0, 0, 7]
        let ops = times.enumerated().map { index, at in
            sound(UInt64(index) + 1, "state", name: "n\(index)", at: at)
        }
        let summary = try log.summary(try log.create("lobby", ops))
        for (ms, count) in [(Int64(-6), 0), (-5, 1), (-1, 1), (0, 4), (6, 4), (7, 5)] {
            let state = try log.queries.state(of: summary, at: .time(ms))
            #expect(state == RandomLog.state(of: ops.prefix(count)))
        }
    }

    @Test func `whom a crash of the hub left in the room is gone when somebody comes to an empty one`() throws
    {
        let log = try MemoryLog()
        let room = try log.create(
            "lobby",
            [
                presence(1, "joined", 1, by: ada), presence(2, "joined", 2, by: bob),
                presence(3, "joined", 1, by: bob),
            ])
        func present(_ at: UInt64) throws -> [Author]? {
            try log.queries.state(of: log.summary(room), at: .seq(seq(at)))?.present
        }
        #expect(try present(2) == [ada, bob])
        #expect(try present(3) == [bob])
    }

    @Test(arguments: [11, 12] as [UInt64])
    func `who is present is the same by the index as by replaying`(_ seed: UInt64) throws {
        let log = try MemoryLog()
        let room = try log.create("lobby", RandomLog.ops(200, seed: seed))
        try log.checkpoint(room, at: seq(90))
        let checkpoint = try log.queries.checkpoint(of: room, upTo: .max)
        for at: UInt64 in 90...200 {
            let expected = try log.queries.replayedState(of: room, at: seq(at)).present
            #expect(try log.queries.present(in: room, after: checkpoint, at: seq(at)) == expected)
        }
    }
}
