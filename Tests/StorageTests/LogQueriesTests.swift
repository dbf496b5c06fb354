import HubProtocol
import SQLite
import Testing

@testable import Storage

@Suite struct LogQueriesTests {
    @Test func `a damaged database gives an error, not an invented author`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        try await log.append([op(1)], to: room.id)
        let other = try Connection(path: log.folder.databasePath, access: .readWrite)
        try other.run("PRAGMA foreign_keys = OFF; DELETE FROM authors")
        let answer = try await log.ask(.op(room.id, seq(1)))
        guard case .failed(let reason) = answer else { throw Unexpected() }
        #expect(reason.contains("author"))
    }

    @Test func `a limit below nothing is nothing`() async throws {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        try await log.append([op(1, id: "1"), op(2)], to: room.id)
        #expect(try await log.ops(.ops(room.id, after: .none, upTo: .max, limit: -1, maxBytes: 100)) == [])
        guard case .summaries(let none) = try await log.ask(.summaries(limit: -1)) else { throw Unexpected() }
        #expect(none.isEmpty)
    }

    @Test func `ops are found by their keys in the order asked, and what isn't there is left out`()
        async throws
    {
        let log = try LogFixture()
        let room = try await log.create("lobby")
        try await log.append([op(1), op(2), op(3)], to: room.id)
        let queries = LogQueries(try LogDatabase.openForReading(log.folder))
        let keys = try [3, 9, 1].map { try #require(OpKey(room.id, seq($0))).number }
        #expect(try queries.ops(withKeys: keys) == [op(3), op(1)])
    }

    @Test func `the head of a room is its own`() async throws {
        let log = try LogFixture()
        for (name, count) in [("a", 3), ("b", 0), ("c", 5)] {
            let room = try await log.create(name)
            if count > 0 { try await log.append((1...count).map { op(UInt64($0)) }, to: room.id) }
        }
        let queries = LogQueries(try LogDatabase.openForReading(log.folder))
        let heads = try (0...4).map { try queries.head(of: RoomID(number: $0)).number }
        #expect(heads == [0, 3, 0, 5, 0])
    }

    @Test func `a summary costs a search, not a scan of the ops`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.migrate(Schema.migrations)
        let plan = try connection.statement("EXPLAIN QUERY PLAN " + LogQueries.summarySQL)
        var steps: [String] = []
        while try plan.step() { steps.append(plan.text(3)) }
        #expect(steps.contains("SEARCH ops USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"), "\(steps)")
        #expect(!steps.contains { $0.contains("SCAN ops") || $0.contains("SCAN newest") }, "\(steps)")
    }
}
