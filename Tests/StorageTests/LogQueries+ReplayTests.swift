import HubProtocol
import SQLite
import Testing

@testable import Storage

@Suite struct LogQueriesReplayTests {
    /// A log and questions to it; the log's folder goes with it.
    private struct Filled {
        let log: LogFixture
        let queries: LogQueries
    }

    /// A room beside two others, so that a query that strays is seen.
    private func filled(_ ops: [LoggedOp]) async throws -> Filled {
        let log = try LogFixture()
        for name in ["before", "lobby", "after"] {
            try await log.append(ops, to: try await log.create(name).id)
        }
        log.writer.stop()
        return Filled(log: log, queries: LogQueries(try LogDatabase.openForReading(log.folder)))
    }

    private let lobby = RoomID(number: 2)

    private let mixed = [
        op(1, "comment", at: 1_000), op(2, "upgrade", name: "clock", at: 1_000), op(3, "joined", at: 2_000),
        op(4, "upgrade", name: "clock", at: 3_000), op(5, "comment", at: 3_000),
        op(6, "upgrade", name: "dice", at: 3_000),
        op(7, "remove", name: "dice", at: 4_000), op(8, "vote", name: "a", at: 5_000),
        op(9, "vote", at: 5_000),
        op(10, "vote", name: "b", at: 5_000), op(11, "vote", name: "a", at: 6_000),
        op(12, "remove", at: 7_000),
    ]

    private func seqs(
        _ filled: Filled, _ types: [String]? = nil, since: ReplayQuery.Since = .seq(.none), limit: Int = 100,
        history: Bool = false, upTo: UInt64 = Seq.max.number
    ) throws -> [UInt64] {
        let query = ReplayQuery(types: types, since: since, limit: limit, history: history)
        return try filled.queries.replay(of: lobby, query, upTo: seq(upTo)).map(\.seq.number)
    }

    @Test func `[RP1] the newest matching ops come in the order of their seqs`() async throws {
        let room = try await filled(mixed)
        #expect(try seqs(room, history: true) == Array(1...12))
        #expect(try seqs(room, limit: 3, history: true) == [10, 11, 12])
        #expect(try seqs(room, ["comment"]) == [1, 5])
        #expect(try seqs(room, ["comment"], limit: 1) == [5])
        #expect(try seqs(room, ["joined", "comment", "comment"], limit: 2) == [3, 5])
        #expect(try seqs(room, ["vote", "comment"], limit: 4, history: true) == [8, 9, 10, 11])
        #expect(try seqs(room, ["nobody's"]) == [])
        #expect(try seqs(room, []) == [])
        #expect(
            try room.queries.replay(
                of: RoomID(number: 9),
                ReplayQuery(types: nil, since: .seq(.none), limit: 9, history: false), upTo: .max) == [])
    }

    @Test func `[RP2] since keeps the ops after a seq, or at or after a time`() async throws {
        let room = try await filled(mixed)
        #expect(try seqs(room, since: .seq(seq(9)), history: true) == [10, 11, 12])
        #expect(try seqs(room, since: .seq(seq(12)), history: true) == [])
        #expect(try seqs(room, since: .seq(.max), history: true) == [])
        #expect(try seqs(room, since: .time(.min), history: true) == Array(1...12))
        #expect(try seqs(room, since: .time(1_000), history: true) == Array(1...12))
        #expect(try seqs(room, since: .time(1_001), history: true) == Array(3...12))
        #expect(try seqs(room, since: .time(5_000), history: true) == Array(8...12))
        #expect(try seqs(room, since: .time(7_000), history: true) == [12])
        #expect(try seqs(room, since: .time(7_001), history: true) == [])
        #expect(try seqs(room, ["comment"], since: .time(1_001)) == [5])
        #expect(try seqs(room, ["vote"], since: .seq(seq(10))) == [11])
    }

    @Test func `[RP3] of named ops only the current one comes, and a remove counts as unnamed`() async throws
    {
        let room = try await filled(mixed)
        #expect(try seqs(room) == [1, 3, 4, 5, 7, 9, 10, 11, 12])
        #expect(try seqs(room, limit: 4) == [9, 10, 11, 12])
        #expect(try seqs(room, ["upgrade"]) == [4])
        #expect(try seqs(room, ["upgrade"], history: true) == [2, 4, 6])
        #expect(try seqs(room, ["remove"]) == [7, 12])
        #expect(try seqs(room, ["remove"], history: true) == [7, 12])
        #expect(try seqs(room, ["vote"]) == [9, 10, 11])
    }

    @Test func `[RP5] an answer stops at a seq`() async throws {
        let room = try await filled(mixed)
        #expect(try seqs(room, history: true, upTo: 5) == [1, 2, 3, 4, 5])
        #expect(try seqs(room, upTo: 4) == [1, 3, 4])
        #expect(try seqs(room, ["comment"], upTo: 4) == [1])
        #expect(try seqs(room, since: .time(3_000), history: true, upTo: 5) == [4, 5])
        #expect(try seqs(room, upTo: 0) == [])
    }

    @Test func `the oldest matching ops are left out when the payloads reach the bound`() async throws {
        let room = try await filled((1...5).map { op(UInt64($0), payload: #"{"n":"12"}"#) })
        for (bound, expected) in [(0, []), (1, [5]), (10, [5]), (11, [4, 5]), (1_000, [1, 2, 3, 4, 5])] {
            let query = ReplayQuery(types: nil, since: .seq(.none), limit: 10, history: false)
            let found = try room.queries.replay(of: lobby, query, upTo: .max, maxBytes: bound)
            #expect(found.map { Int($0.seq.number) } == expected)
        }
    }

    @Test func `types are compared by their bytes`() async throws {
        let room = try await filled([
            op(1, "\u{E9}"), op(2, "e\u{301}"), op(3, "a\u{0}"), op(4, "a"), op(5, "__proto__"),
        ])
        #expect(try seqs(room, ["\u{E9}"]) == [1])
        #expect(try seqs(room, ["\u{E9}", "e\u{301}"]) == [1, 2])
        #expect(try seqs(room, ["a\u{0}"]) == [3])
        #expect(try seqs(room, ["a"]) == [4])
        #expect(try seqs(room, ["__proto__"]) == [5])
    }

    @Test(arguments: [
        LogQueries.everySQL, LogQueries.unnamedSQL, LogQueries.typedSQL, LogQueries.currentSQL,
        LogQueries.typedCurrentSQL, LogQueries.resendsSQL,
    ])
    func `a query searches an index, and sorts at most the current ops`(_ sql: String) throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.migrate(Schema.migrations)
        let plan = try connection.statement("EXPLAIN QUERY PLAN " + sql)
        var steps: [String] = []
        while try plan.step() { steps.append(plan.text(3)) }
        #expect(!steps.isEmpty)
        #expect(!steps.contains { $0.contains("SCAN") }, "\(steps)")
        if sql.contains("FROM ops") {
            #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
        }
        if sql.contains("key > ?2"), sql.contains("FROM ops") {
            #expect(steps.contains { $0.contains("rowid>? AND rowid<?") }, "\(steps)")
        }
    }
}
