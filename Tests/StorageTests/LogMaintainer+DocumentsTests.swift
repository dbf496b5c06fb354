import HubProtocol
import SQLite
import TestSupport
import Testing

@testable import Storage

@Suite struct LogMaintainerDocumentsTests {
    private let log: MemoryLog
    private let ops: [LoggedOp]
    private let room: RoomID

    init() throws {
        log = try MemoryLog()
        ops = try DocumentLog.ops(160, seed: 31)
        // A room on either side, so that whoever takes too much is seen.
        _ = try log.create("before", DocumentLog.ops(20, seed: 1))
        room = try log.create("lobby", ops)
        _ = try log.create("behind", DocumentLog.ops(20, seed: 2))
        for (number, seed) in [(Int64(1), UInt64(1)), (3, 2)] {
            try log.keepState(of: "notes", RoomID(number: number), at: seq(10))
            #expect(
                try log.documents(RoomID(number: number))
                    == DocumentLog.states(of: DocumentLog.ops(20, seed: seed)))
        }
    }

    private func expectNeighboursWhole() throws {
        for (number, seed) in [(Int64(1), UInt64(1)), (3, 2)] {
            let neighbour = RoomID(number: number)
            #expect(try log.documents(neighbour) == DocumentLog.states(of: DocumentLog.ops(20, seed: seed)))
            #expect(try log.queries.statistics(of: neighbour).documentStates == 1)
            #expect(try log.verify(neighbour).fault == nil)
        }
    }

    @Test(arguments: [UInt64(1), 2, 40, 100, 159, 160])
    func `[DO25] compacting leaves every document the same, bit for bit, from there on`(last: UInt64) throws {
        for (name, place) in [("notes", UInt64(50)), ("notes", 120), ("tools/clock", 90)] {
            try log.keepState(of: name, room, at: seq(place))
        }
        let kept = try #require(try log.queries.state(of: log.summary(room), at: .seq(seq(last))))
        let (trimmed, freed) = try log.maintainer.compact(room, keep: .from(seq(last + 1)))
        #expect(trimmed == seq(last) && freed.ops == Int(last) - kept.current.count)
        for count in last...160 {
            let expected = try DocumentLog.states(of: ops.prefix(Int(count)))
            #expect(try log.documents(room, at: seq(count)) == expected)
        }
        // What it would take was dropped, even where a document has not changed since.
        #expect(try log.documents(room, at: seq(last - 1)) == [])
        let dropped = "room = \(room.number) AND seq <= \(last) AND type = 'document'"
        #expect(try log.queries.number("SELECT count(*) FROM ops WHERE \(dropped)") == 0)
        let report = try log.verify(room)
        let distinct = Set(try DocumentLog.states(of: ops).map(\.name))
        #expect(report.fault == nil && report.documents == distinct.count)
        try expectNeighboursWhole()
        // And once more, from the states that the first one left.
        _ = try log.maintainer.compact(room, keep: .newest(0))
        #expect(try log.documents(room) == DocumentLog.states(of: ops))
        #expect(try log.queries.statistics(of: room).documentStates == Int64(distinct.count))
        #expect(try log.verify(room).fault == nil)
    }

    @Test func `[DO25] updates that come after a compaction go on from the state`() throws {
        _ = try log.maintainer.compact(room, keep: .newest(0))
        let more = try update(161, of: "notes", LargeUpdate.bytes(100), at: 1_000_000)
        try log.appender.append(more, to: room)
        #expect(try log.documents(room) == DocumentLog.states(of: ops + [more]))
        #expect(try log.verify(room).fault == nil)
    }

    @Test func `[DO26] an update is not erased, since later ones rest on it`() throws {
        let op = try #require(ops.first { $0.type == "document" })
        let erasure = Erasure(at: 1, actor: "operator")
        let error = #expect(throws: LogAppender.Refusal.self) {
            try log.maintainer.erase(op.seq, in: room, epoch: "new", erasure)
        }
        #expect(error?.reason.contains("is an update of the document '") == true)
        #expect(try log.documents(room) == DocumentLog.states(of: ops))
        // What a client of an older hub called so is an op like any other.
        let plain = try log.create("plain", [sound(1, "document", name: "notes")])
        #expect(try log.maintainer.erase(seq(1), in: plain, epoch: "new", erasure).ops == 1)
    }

    @Test func `a deleted room leaves no state of a document`() throws {
        try log.keepState(of: "notes", room, at: seq(90))
        _ = try log.maintainer.delete(room)
        #expect(try log.queries.number("SELECT count(*) FROM documents WHERE room = \(room.number)") == 0)
        #expect(try log.queries.documents(of: room, after: "", limit: 10) == [])
        try expectNeighboursWhole()
    }

    @Test func `a renamed room keeps its documents`() throws {
        try log.keepState(of: "notes", room, at: seq(90))
        try log.maintainer.rename(room, to: #require(RoomName("other")))
        #expect(try log.documents(room) == DocumentLog.states(of: ops) && log.verify(room).fault == nil)
    }

    @Test func `[DO4] [DO24] an update is no named op: it is never current, and replaces nothing`() throws {
        let plain = try log.create(
            "plain",
            [sound(1, "document", name: "notes"), update(2, of: "notes", [0, 0]), sound(3, "document")])
        let state = try #require(try log.queries.state(of: log.summary(plain), at: .seq(seq(3))))
        #expect(state.current.map(\.seq.number) == [1])
        #expect(try log.queries.currentSeqs(of: plain) == [seq(1)])
        func replay(_ history: Bool, _ types: [String]?) throws -> [UInt64] {
            let query = ReplayQuery(types: types, since: .seq(.none), limit: 10, history: history)
            return try log.queries.replay(of: plain, query, upTo: .max).map(\.seq.number)
        }
        #expect(try replay(false, nil) == [1, 3] && replay(false, ["document"]) == [1, 3])
        #expect(try replay(true, nil) == [1, 2, 3] && replay(true, ["document"]) == [1, 2, 3])
    }
}
