import HubProtocol
import SQLite
import Testing

@testable import Storage

@Suite struct LogMaintainerTests {
    private let log: MemoryLog
    private let ops = RandomLog.ops(200, seed: 21)
    private let room: RoomID

    init() throws {
        log = try MemoryLog()
        // A room on either side, so that whoever takes too much is seen.
        _ = try log.create("before", RandomLog.ops(5, seed: 1))
        room = try log.create("lobby", ops)
        _ = try log.create("behind", RandomLog.ops(5, seed: 2))
    }

    private func state(_ at: UInt64) throws -> RoomState? {
        try log.queries.state(of: log.summary(room), at: .seq(seq(at)))
    }

    private func count(_ sql: String) throws -> Int64 {
        try log.queries.number(sql)
    }

    private func expectNeighboursWhole() throws {
        for (number, seed) in [(Int64(1), UInt64(1)), (3, 2)] {
            let neighbour = RoomID(number: number)
            #expect(try log.ops(neighbour) == RandomLog.ops(5, seed: seed))
            #expect(try log.verify(neighbour).fault == nil)
        }
    }

    // MARK: Erasing

    @Test func `[HC6] an erased op has no payload and the chain still verifies`() throws {
        let tool = try #require(ops.last { $0.type == "upgrade" })
        try log.checkpoint(room, at: seq(150))
        let erasure = Erasure(at: 5, actor: "op")
        let freed = try log.maintainer.erase(tool.seq, in: room, epoch: "new", erasure)
        #expect(freed == Freed(ops: 1, bytes: tool.payload.bytes.count))
        let report = try log.verify(room)
        #expect(report.fault == nil && report.erased == 1 && report.ops == 200)
        let shown = try #require(log.ops(room).first { $0.seq == tool.seq })
        #expect(shown.type == "erased" && shown.name == nil && shown.at == tool.at)
        #expect(shown.payload.bytes == Array(#"{"type":"erased"}"#.utf8))
        var records: [LogRecord] = []
        try log.queries.eachRecord(of: room, after: .none, upTo: .max, limit: .max) { record, _ in
            records.append(record)
        }
        let record = try #require(records.first { $0.op.seq == tool.seq })
        #expect(record.erasure == erasure && record.op.payload.bytes.isEmpty)
        #expect(record.op.type == "upgrade" && record.op.name == tool.name)
        #expect(record.payloadHash == SHA256().hash(tool.payload.bytes))
    }

    @Test func `[HC6] an op that is erased is in no state, and what it replaced does not come back`() throws {
        let tool = try #require(ops.last { $0.type == "upgrade" })
        let earlier = try #require(
            ops.last { $0.type == "upgrade" && $0.name == tool.name && $0.seq < tool.seq })
        let before = try #require(try state(200))
        #expect(before.current.contains(tool))
        _ = try log.maintainer.erase(tool.seq, in: room, epoch: "new", Erasure(at: 5, actor: "op"))
        let after = try #require(try state(200))
        #expect(after.current == before.current.filter { $0 != tool })
        #expect(try state(tool.seq.number - 1)?.current.contains(earlier) == true)
        let lobby = try #require(RoomName("lobby"))
        #expect(try log.queries.image(of: lobby)?.current == after.current)
        // What comes after it goes on as if nothing had happened.
        try log.appender.append(sound(201, "upgrade", name: tool.name, at: 9_999), to: room)
        #expect(try state(201)?.current.contains { $0.seq == seq(201) } == true)
        #expect(try log.verify(room).fault == nil)
    }

    @Test func `[MT2] erasing gives the room another epoch, and the chain keeps its start`() throws {
        let comment = try #require(ops.first { $0.type == "comment" })
        _ = try log.maintainer.erase(comment.seq, in: room, epoch: "new", Erasure(at: 5, actor: "op"))
        let summary = try log.summary(room)
        #expect(summary.epoch == "new" && summary.origin == "epoch-lobby")
    }

    @Test func `what can't be erased is refused`() throws {
        let erasure = Erasure(at: 5, actor: "op")
        let joined = try #require(ops.first { $0.type == "joined" })
        let comment = try #require(ops.first { $0.type == "comment" })
        _ = try log.maintainer.erase(comment.seq, in: room, epoch: "new", erasure)
        for wrong in [seq(201), .none, joined.seq, comment.seq] {
            #expect(throws: LogAppender.Refusal.self) {
                try log.maintainer.erase(wrong, in: room, epoch: "no", erasure)
            }
        }
        #expect(throws: LogAppender.Refusal.self) {
            try log.maintainer.erase(seq(1), in: RoomID(number: 9), epoch: "no", erasure)
        }
        #expect(try log.summary(room).epoch == "new")
    }

    // MARK: Compacting

    @Test(arguments: [1, 2, 57, 120, 199, 200] as [UInt64])
    func `[HC4] a compaction keeps the state at every seq from its start on`(_ last: UInt64) throws {
        let names = ops.prefix(Int(last))
        let kept = RandomLog.state(of: names).current
        let (trimmed, freed) = try log.maintainer.compact(room, keep: .from(seq(last + 1)))
        #expect(trimmed == seq(last))
        #expect(freed.ops == Int(last) - kept.count)
        #expect(freed.bytes == bytes(names) - bytes(kept))
        for at in last...200 {
            #expect(try state(at) == RandomLog.state(of: ops.prefix(Int(at))), "seq \(at)")
        }
        #expect(try state(last - 1) == nil)
        let report = try log.verify(room)
        #expect(report.fault == nil)
        #expect(report.head == seq(200))
        let summary = try log.summary(room)
        #expect(summary.head == seq(200) && summary.trimmed == seq(last) && summary.epoch == "epoch-lobby")
        #expect(summary.at == ops.last?.at)
        try expectNeighboursWhole()
    }

    private func bytes(_ ops: some Sequence<LoggedOp>) -> Int {
        ops.reduce(0) { $0 + $1.payload.bytes.count }
    }

    @Test func `[HC4] a log goes on after its compaction, and can be compacted again`() throws {
        var ops = ops
        _ = try log.maintainer.compact(room, keep: .newest(0))
        let more = RandomLog.ops(230, seed: 21).suffix(30)
        for op in more { try log.appender.append(op, to: room) }
        ops += more
        #expect(try log.verify(room).fault == nil)
        _ = try log.maintainer.compact(room, keep: .newest(10))
        #expect(try state(225) == RandomLog.state(of: ops.prefix(225)))
        #expect(try log.verify(room).fault == nil)
        #expect(try count("SELECT count(*) FROM checkpoints") == 1)
    }

    @Test func `[HC4] the first link is the hash of the former one and of the state`() throws {
        let digest = SHA256()
        let former = try #require(try log.queries.link(of: room, at: seq(100)))
        let last = ops[99]
        _ = try log.maintainer.compact(room, keep: .from(seq(101)))
        let checkpoint = try #require(try log.queries.checkpoint(of: room, upTo: seq(100)))
        let hash = try log.queries.hash(of: checkpoint, in: room, by: StateHash())
        let base = ChainHash(
            former: former, seq: seq(100), at: last.at, state: hash, documents: [], by: digest)
        let next = base.next(ops[100], payloadHash: digest.hash(ops[100].payload.bytes), by: digest)
        #expect(try log.queries.link(of: room, at: seq(100)) == base.bytes)
        #expect(try log.queries.link(of: room, at: seq(101)) == next.bytes)
    }

    @Test func `[U32] what a compaction frees is filled again before the database grows`() throws {
        func pages() throws -> Int64 { try count("PRAGMA page_count") }
        let long = try log.create("long")
        func append(_ numbers: ClosedRange<UInt64>) throws {
            for number in numbers {
                try log.appender.append(sound(number, body: "twenty bytes of text"), to: long)
            }
        }
        try append(1...3_000)
        let full = try pages()
        for round: UInt64 in 1...4 {
            let (_, freed) = try log.maintainer.compact(long, keep: .newest(50))
            #expect(freed.ops >= 2_900 && freed.bytes > 100_000)
            try append((round * 3_000 + 1)...((round + 1) * 3_000))
        }
        #expect(try pages() <= full + full / 20)
        #expect(try log.verify(long).fault == nil)
    }

    @Test func `compacting nothing, or what is compacted, changes nothing`() throws {
        let none = Freed(ops: 0, bytes: 0)
        for keep in [Retention.newest(200), .newest(.max), .from(.none), .from(seq(1))] {
            let (trimmed, freed) = try log.maintainer.compact(room, keep: keep)
            #expect(trimmed == .none && freed == none)
        }
        _ = try log.maintainer.compact(room, keep: .newest(50))
        let (trimmed, freed) = try log.maintainer.compact(room, keep: .newest(60))
        #expect(trimmed == seq(150) && freed == none)
        #expect(try log.verify(room).fault == nil)
    }

    @Test func `[F10] the state by time of a compacted log starts where the log does`() throws {
        _ = try log.maintainer.compact(room, keep: .from(seq(101)))
        let base = ops[99]
        let summary = try log.summary(room)
        let first = try #require(ops.firstIndex { $0.at == base.at })
        for ms in [Int64.min, ops[first].at - 1] {
            #expect(try log.queries.state(of: summary, at: .time(ms)) == nil)
        }
        for ms in base.at...(base.at + 20) {
            let expected = RandomLog.state(of: ops.prefix { $0.at <= ms })
            #expect(try log.queries.state(of: summary, at: .time(ms)) == expected)
        }
    }

    @Test func `[RP2] a replay by time finds what a compaction kept`() throws {
        _ = try log.maintainer.compact(room, keep: .from(seq(101)))
        let left = try log.ops(room)
        for ms in [Int64(0), ops[20].at, ops[98].at, ops[99].at, ops[100].at, ops[150].at] {
            let query = ReplayQuery(types: nil, since: .time(ms), limit: 1_000, history: true)
            #expect(try log.queries.replay(of: room, query, upTo: .max) == left.filter { $0.at >= ms })
        }
    }

    @Test func `an erased op stays erased through a compaction that keeps its place`() throws {
        let tool = try #require(RandomLog.state(of: ops.prefix(100)).current.first)
        _ = try log.maintainer.erase(tool.seq, in: room, epoch: "new", Erasure(at: 5, actor: "op"))
        let expected = try state(100)
        _ = try log.maintainer.compact(room, keep: .from(seq(101)))
        #expect(try state(100) == expected)
        let report = try log.verify(room)
        #expect(report.fault == nil && report.erased == 1)
        #expect(try count("SELECT count(*) FROM erasures") == 1)
    }

    // MARK: Rooms

    @Test func `a renamed room is found by its new name alone, with the same log`() throws {
        let name = try #require(RoomName("salon"))
        try log.maintainer.rename(room, to: name)
        #expect(try log.queries.summary(of: name)?.id == room)
        #expect(try log.queries.summary(of: try #require(RoomName("lobby"))) == nil)
        #expect(try log.ops(room) == ops)
        let taken = try #require(RoomName("before"))
        #expect(throws: LogAppender.Refusal.self) { try log.maintainer.rename(room, to: taken) }
        #expect(throws: LogAppender.Refusal.self) {
            try log.maintainer.rename(RoomID(number: 77), to: try #require(RoomName("x")))
        }
    }

    @Test func `a deleted room leaves nothing, and its number is not given again`() throws {
        let newest = try log.create("newest", RandomLog.ops(30, seed: 3))
        try log.checkpoint(newest, at: seq(20))
        _ = try log.maintainer.erase(seq(1), in: newest, epoch: "e", Erasure(at: 5, actor: "op"))
        let freed = try log.maintainer.delete(newest)
        #expect(freed.ops == 30)
        for table in ["ops WHERE room = 4", "current WHERE room = 4", "checkpoints", "erasures"] {
            #expect(try count("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
        #expect(throws: LogAppender.Refusal.self) { try log.appender.append(op(31, at: 99_999), to: newest) }
        #expect(throws: LogAppender.Refusal.self) { try log.maintainer.delete(newest) }
        #expect(try log.create("newest").number == 5)
        _ = try log.maintainer.delete(RoomID(number: 2))
        #expect(try log.create("another").number == 6)
        try expectNeighboursWhole()
    }
}
