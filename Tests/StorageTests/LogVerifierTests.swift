import HubProtocol
import SQLite
import Testing

@testable import Storage

@Suite struct LogVerifierTests {
    private let log: MemoryLog
    private let ops = RandomLog.ops(120, seed: 31)
    private let room: RoomID

    init() throws {
        log = try MemoryLog()
        room = try log.create("lobby", ops)
        try log.checkpoint(room, at: seq(40))
        try log.checkpoint(room, at: seq(80))
    }

    private func fault(after sql: String) throws -> LogFault? {
        try log.connection.run(sql)
        return try log.verify(room).fault
    }

    @Test func `[HC3] a sound log is found sound, to its head`() throws {
        let report = try log.verify(room)
        #expect(report.fault == nil)
        #expect(report.ops == 120 && report.head == seq(120) && report.checkpoints == 2 && report.erased == 0)
        #expect(report.link == (try log.queries.link(of: room, at: seq(120))))
        let empty = try log.verify(try log.create("empty"))
        #expect(empty.fault == nil && empty.ops == 0 && empty.head == .none)
    }

    /// A statement that damages op 50 or what hangs on it, and what is said of it.
    @Test(arguments: [
        ("payload = payload || ' '", "its payload does not have the hash that is kept beside it"),
        ("payload = x''", "its payload is gone, and nobody erased it"),
        ("payload_hash = zeroblob(32)", "its payload does not have the hash that is kept beside it"),
        ("at = at + 100000", "its link does not follow"),
        ("at = at - 100000", "its time is before that of the op before"),
        ("author = (SELECT max(id) FROM authors WHERE id <> author)", "its link does not follow"),
        ("chain_hash = zeroblob(32)", "its link does not follow"),
        ("type = type || 'x'", "its type or name is not what its payload says"),
        ("name = coalesce(name, '') || 'x'", "its type or name is not what its payload says"),
    ])
    func `[HC3] whatever is changed in an op, that op is named`(_ change: String, _ what: String) throws {
        let found = try #require(try fault(after: "UPDATE ops SET \(change) WHERE seq = 50"))
        #expect(found.seq == seq(50))
        #expect(found.description.hasPrefix("op 50: \(what)"))
    }

    @Test func `[HC3] a payload that is no op is named, though its hash and link were made anew`() throws {
        let lone = op(1, payload: "[]")
        let other = try log.create("other", [lone])
        #expect(try log.verify(other).fault == LogFault(seq: seq(1), what: "its payload is no op"))
    }

    @Test func `[HC3] an op that is missing is named`() throws {
        try log.connection.run("PRAGMA foreign_keys = OFF")
        let found = try fault(after: "DELETE FROM ops WHERE seq = 50")
        #expect(found == LogFault(seq: seq(50), what: "it is missing"))
    }

    @Test func `[HC3] ops that changed places are named`() throws {
        let found = try fault(
            after: """
                UPDATE ops SET key = key + 1000 WHERE seq = 50;
                UPDATE ops SET key = key - 1 WHERE seq = 51;
                UPDATE ops SET key = key - 999 WHERE seq = 1050
                """)
        #expect(found?.seq == seq(50))
    }

    @Test func `[HC3] an op behind the head's link, or none of the log's own, is named`() throws {
        let found = try fault(
            after: """
                INSERT INTO ops (key, at, author, type, payload_hash, chain_hash, payload)
                SELECT key + 1, at, author, type, payload_hash, chain_hash, payload FROM ops WHERE seq = 120
                """)
        #expect(found?.seq == seq(121))
    }

    @Test func `[HC3] a note of an erasure without one is named`() throws {
        let key = try #require(OpKey(room, seq(50))).number
        let found = try fault(after: "INSERT INTO erasures VALUES (\(key), 0, 'nobody')")
        #expect(found == LogFault(seq: seq(50), what: "it is noted as erased, and has a payload"))
    }

    @Test(arguments: [
        ("UPDATE rooms SET origin = 'other'", 1 as UInt64),
        ("UPDATE checkpoints SET hash = zeroblob(32) WHERE key & 255 = 80", 80),
        ("UPDATE checkpoints SET state = x'00' WHERE key & 255 = 80", 80),
        ("UPDATE checkpoints SET state = x'0000' WHERE key & 255 = 80", 80),
        ("UPDATE checkpoints SET key = key + 100 WHERE key & 255 = 80", 180),
    ])
    func `[HC3] what is derived from the ops is compared too`(_ change: String, _ at: UInt64) throws {
        #expect(try fault(after: change)?.seq == seq(at))
    }

    @Test func `[HC3] a current op that should not be, and one that is missing, are named`() throws {
        let tool = try #require(RandomLog.state(of: ops).current.first)
        let number = tool.seq.number
        #expect(try fault(after: "DELETE FROM current WHERE seq = \(number)")?.seq == tool.seq)
        try log.connection.run(
            "INSERT INTO current VALUES (1, '\(tool.type)', '\(tool.name ?? "")', \(number))")
        #expect(try log.verify(room).fault == nil)
        #expect(try fault(after: "INSERT INTO current VALUES (1, 'a', 'b', 3)")?.seq == seq(3))
    }

    @Test(arguments: [
        "UPDATE ops SET payload = payload || ' ' WHERE seq = (SELECT min(seq) FROM ops)",
        "UPDATE ops SET chain_hash = zeroblob(32) WHERE seq = (SELECT min(seq) FROM ops)",
        "UPDATE ops SET at = 0 WHERE seq = (SELECT min(seq) FROM ops)",
        "DELETE FROM ops WHERE seq = (SELECT min(seq) FROM ops)",
        "DELETE FROM checkpoints",
        "UPDATE checkpoints SET hash = zeroblob(32)",
        "UPDATE rooms SET base_link = zeroblob(32)",
        "UPDATE rooms SET former_link = zeroblob(32)",
        "UPDATE rooms SET trimmed_at = 0",
        "UPDATE rooms SET trimmed = 99",
    ])
    func `[HC4] whatever is changed before the start of a compacted log is found`(_ change: String) throws {
        _ = try log.maintainer.compact(room, keep: .from(seq(101)))
        #expect(try log.verify(room).fault == nil)
        let found = try #require(try fault(after: change))
        #expect(found.seq <= seq(100))
    }

    @Test func `progress is told on the way`() throws {
        let long = try log.create("long", (1...9_000).map { sound($0) })
        var told: [UInt64] = []
        let verifier = try #require(try LogVerifier(long, log.queries))
        #expect(try verifier.verify { told.append($0.number) }.fault == nil)
        #expect(told == [4_096, 8_192])
    }
}
