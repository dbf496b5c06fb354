import HubProtocol
import SQLite
import TestSupport
import Testing

@testable import Storage

@Suite struct LogAppenderTests {
    private let temporary: TemporaryFolder
    private let connection: Connection
    private let appender: LogAppender

    init() throws {
        temporary = try TemporaryFolder()
        let folder = try DataFolder.open(path: temporary.path, exclusive: true)
        connection = try LogDatabase.openForWriting(folder, durability: .full)
        appender = LogAppender(connection)
    }

    private func create(_ name: String) throws -> RoomID {
        try appender.create(try #require(RoomName(name)), epoch: "e", at: 0).id
    }

    private func number(_ sql: String) throws -> Int64 {
        let query = try connection.statement(sql)
        defer { query.reset() }
        #expect(try query.step())
        return query.integer(0)
    }

    @Test func `an author is one row, and names that Swift takes for the same are two`() throws {
        let room = try create("lobby")
        let authors = [
            Author(id: "1", name: "\u{E9}"), Author(id: "1", name: "e\u{301}"),
            Author(id: "1", name: "\u{E9}"),
            Author(id: "2", name: "\u{E9}"), Author(id: "1", name: "a\u{0}"), Author(id: "1", name: "a"),
        ]
        for (index, author) in authors.enumerated() {
            try appender.append(op(UInt64(index) + 1, by: author), to: room)
        }
        #expect(try number("SELECT count(*) FROM authors") == 5)
        #expect(try number("SELECT count(DISTINCT author) FROM ops") == 5)
    }

    @Test func `after a rollback nothing of it is remembered`() throws {
        let room = try create("lobby")
        try connection.begin(.immediate)
        try appender.append(op(1, by: bob), to: room)
        try appender.append(op(2), to: room)
        connection.rollBack()
        appender.forget()
        try appender.append(op(1), to: room)
        try appender.append(op(2, by: bob), to: room)
        let queries = LogQueries(connection)
        #expect(try queries.authors(of: room) == [ada, bob])
        #expect(try queries.head(of: room) == seq(2))
    }

    @Test func `a refusal changes nothing`() throws {
        let room = try create("lobby")
        try appender.append(op(1), to: room)
        for wrong in [op(0), op(1), op(3), op(2, at: 9)] {
            #expect(throws: LogAppender.Refusal.self) { try appender.append(wrong, to: room) }
        }
        #expect(throws: LogAppender.Refusal.self) { try appender.append(op(1), to: RoomID(number: 2)) }
        #expect(try number("SELECT count(*) FROM ops") == 1)
        try appender.append(op(2), to: room)
    }

    @Test func `a log that is full takes no more`() throws {
        let room = try create("lobby")
        let key = try #require(OpKey(room, .max))
        try connection.run("INSERT INTO authors VALUES (1, 'a', 'A')")
        try connection.run(
            """
            INSERT INTO ops (key, at, author, type, payload_hash, chain_hash, payload)
            VALUES (\(key.number), 0, 1, 'comment', x'', x'', x'')
            """)
        #expect(throws: LogAppender.Refusal.self) { try appender.append(op(1), to: room) }
    }

    @Test func `a room beyond the largest number is refused`() throws {
        try connection.run(
            "INSERT INTO rooms (id, name, epoch, created) VALUES (\(OpKey.largestRoom), 'last', 'e', 0)")
        #expect(throws: LogAppender.Refusal.self) { try create("one too many") }
        #expect(try number("SELECT count(*) FROM rooms") == 1)
    }

    @Test func `a named op is current until the next of its pair or its removal`() throws {
        let room = try create("lobby")
        let current = "SELECT coalesce(sum(seq * 100 + length(name)), 0) FROM current"
        try appender.append(op(1, "upgrade", name: "abc"), to: room)
        #expect(try number(current) == 103)
        try appender.append(op(2, "upgrade", name: "abc"), to: room)
        #expect(try number(current) == 203)
        try appender.append(op(3, "remove", name: "ab"), to: room)
        #expect(try number(current) == 203)
        try appender.append(op(4, "remove", name: "abc"), to: room)
        #expect(try number(current) == 0)
    }
}
