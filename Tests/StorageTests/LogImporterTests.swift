import HubProtocol
import Testing

@testable import Storage

@Suite struct LogImporterTests {
    private let log: MemoryLog
    private let importer: LogImporter
    private let ops = RandomLog.ops(120, seed: 41)

    init() throws {
        log = try MemoryLog()
        importer = LogImporter(log.connection, appender: log.appender, maintainer: log.maintainer)
    }

    private func begin(_ origin: LogOrigin = LogOrigin(epoch: "origin")) throws -> RoomID {
        try importer.begin(origin, epoch: "fresh", at: 7, source: "a file")
    }

    private func finish(_ room: RoomID, _ name: String = "salon") throws -> RoomImage {
        try importer.finish(room, as: try #require(RoomName(name)))
    }

    /// All that a log keeps of a room, as an export with the chain would take it.
    private func importable(_ room: RoomID) throws -> (origin: LogOrigin, [ImportedOp]) {
        var found: [ImportedOp] = []
        try log.queries.eachRecord(of: room, after: .none, upTo: .max, limit: .max) { record, _ in
            let erased = record.erasure.map {
                ImportedOp.ErasedPayload(hash: record.payloadHash, erasure: $0)
            }
            found.append(ImportedOp(record.op, erased: erased))
        }
        let base = try #require(try log.queries.base(of: room))
        let checkpoint = try log.queries.checkpoint(of: room, upTo: base.seq)
        let present = try log.queries.authors(checkpoint?.present ?? [])
        let logBase = LogBase(seq: base.seq, at: base.at, formerLink: base.formerLink, present: present)
        return (LogOrigin(epoch: base.origin, base: base.seq == .none ? nil : logBase), found)
    }

    @Test func `[MT4] [SC8] an imported room is seen when it is whole, and not before`() throws {
        let room = try begin()
        _ = try importer.append(ops.prefix(60).map { ImportedOp($0) }, to: room)
        #expect(try log.queries.summaries(limit: 10).isEmpty)
        #expect(try importer.append(ops.dropFirst(60).map { ImportedOp($0) }, to: room) == seq(120))
        let image = try finish(room)
        #expect(image.epoch == "fresh" && image.head == seq(120))
        #expect(image.current == RandomLog.state(of: ops).current)
        #expect(try log.ops(room) == ops)
        #expect(try log.summary(room).origin == "origin")
        #expect(try log.verify(room).fault == nil)
        #expect(
            try log.queries.imports(of: room)
                == [ImportedRange(first: seq(1), last: seq(120), at: 7, source: "a file")])
        try log.appender.append(sound(121, at: 99_999), to: room)
        let opened = try #require(try log.queries.image(of: image.name))
        #expect(opened.imported == seq(120) && opened.head == seq(121))
        #expect(try log.queries.imports(of: room).last?.last == seq(120))
    }

    @Test func `[HC1] an import has the links of the log that it came from`() throws {
        let first = try log.create("lobby", ops)
        let room = try begin(LogOrigin(epoch: "epoch-lobby"))
        _ = try importer.append(ops.map { ImportedOp($0) }, to: room)
        _ = try finish(room)
        for number: UInt64 in [1, 60, 120] {
            #expect(
                try log.queries.link(of: room, at: seq(number))
                    == (try log.queries.link(of: first, at: seq(number))))
        }
    }

    @Test func `[HC4] [HC6] a log that was compacted, with an op erased, comes back as it was`() throws {
        let first = try log.create("lobby", ops)
        let tool = try #require(RandomLog.state(of: ops.prefix(50)).current.first)
        let erasure = Erasure(at: 5, actor: "op")
        _ = try log.maintainer.erase(tool.seq, in: first, epoch: "e2", erasure)
        let comment = try #require(ops[60...].first { $0.type == "comment" })
        _ = try log.maintainer.erase(comment.seq, in: first, epoch: "e3", erasure)
        _ = try log.maintainer.compact(first, keep: .from(seq(51)))
        let (origin, records) = try importable(first)
        let room = try begin(origin)
        for record in records { _ = try importer.append([record], to: room) }
        _ = try finish(room)
        #expect(try importable(room).1 == records)
        #expect(try importable(room).origin == origin)
        let reports = try [log.verify(first), log.verify(room)]
        #expect(reports[0].fault == nil && reports[0] == reports[1])
        for at: UInt64 in 50...120 {
            #expect(
                try log.queries.state(of: log.summary(room), at: .seq(seq(at)))
                    == (try log.queries.state(of: log.summary(first), at: .seq(seq(at)))))
        }
    }

    @Test func `a compacted log that ends with its start comes back too`() throws {
        let first = try log.create("lobby", ops)
        _ = try log.maintainer.compact(first, keep: .newest(0))
        let (origin, records) = try importable(first)
        let room = try begin(origin)
        _ = try importer.append(records, to: room)
        #expect(try finish(room).head == seq(120))
        #expect(try log.verify(room) == (try log.verify(first)))
    }

    @Test func `[F14] a time that runs backwards is raised to that of the op before`() throws {
        let room = try begin()
        let times: [Int64] = [100, 50, 120, -3]
        let imported = times.enumerated().map { index, at in ImportedOp(sound(UInt64(index) + 1, at: at)) }
        _ = try importer.append(imported, to: room)
        #expect(try log.ops(room).map(\.at) == [100, 100, 120, 120])
        #expect(try log.verify(room).fault == nil)
    }

    @Test func `what can't be of a log is refused`() throws {
        let room = try begin()
        let hash = ImportedOp.ErasedPayload(hash: [], erasure: Erasure(at: 0, actor: ""))
        for wrong in [
            ImportedOp(sound(2)), ImportedOp(op(1, payload: "")), ImportedOp(sound(1), erased: hash),
        ] {
            #expect(throws: LogAppender.Refusal.self) { try importer.append([wrong], to: room) }
        }
        let base = LogBase(seq: seq(5), at: 50, formerLink: [], present: [])
        let other = try importer.begin(
            LogOrigin(epoch: "o", base: base), epoch: "f2", at: 0, source: "")
        _ = try importer.append([ImportedOp(sound(3, "state", name: "a"))], to: other)
        for wrong in [sound(2, "state", name: "b"), sound(4), sound(7)] {
            #expect(throws: LogAppender.Refusal.self) { try importer.append([ImportedOp(wrong)], to: other) }
        }
        #expect(throws: LogAppender.Refusal.self) { try importer.append([], to: RoomID(number: 99)) }
    }

    @Test func `[MT4] [U5] a name that is taken is refused`() throws {
        _ = try log.create("lobby")
        let room = try begin()
        #expect(throws: LogAppender.Refusal.self) { try finish(room, "lobby") }
        #expect(try finish(room).name.text == "salon")
    }

    @Test func `[MT4] what was not finished is gone when the database is opened again`() throws {
        _ = try log.create("lobby", ops)
        let room = try begin()
        _ = try importer.append(ops.map { ImportedOp($0) }, to: room)
        try importer.sweep()
        #expect(try log.queries.number("SELECT count(*) FROM ops") == 120)
        #expect(try log.queries.number("SELECT count(*) FROM rooms") == 1)
    }
}
