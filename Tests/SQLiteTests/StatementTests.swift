import SQLite
import Testing

@Suite struct StatementTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:", access: .create)
    }

    private func stepped(_ sql: String, _ bind: (Statement) throws -> Void = { _ in }) throws -> Statement {
        let statement = try connection.statement(sql)
        try bind(statement)
        #expect(try statement.step())
        return statement
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 1 << 40, Int64.max])
    func `an integer comes back`(_ value: Int64) throws {
        let row = try stepped("SELECT ?1, typeof(?1)") { try $0.bind(1, value) }
        #expect(row.integer(0) == value)
        #expect(row.text(1) == "integer")
    }

    @Test func `a double comes back`() throws {
        let row = try stepped("SELECT ?1, typeof(?1)") { try $0.bind(1, real: 0.1) }
        #expect(row.double(0) == 0.1)
        #expect(row.text(1) == "real")
    }

    @Test(arguments: ["", "a", "a\u{0}b", "\u{0}", "__proto__", "Zoë 🎈", "e\u{301}", "\u{FEFF}x"])
    func `text comes back byte for byte`(_ value: String) throws {
        let row = try stepped("SELECT ?1, typeof(?1), length(CAST(?1 AS BLOB))") { try $0.bind(1, value) }
        #expect(Array(row.text(0).utf8) == Array(value.utf8))
        #expect(row.text(1) == "text")
        #expect(row.integer(2) == Int64(value.utf8.count))
    }

    @Test(arguments: [[], [0], [0, 255, 0], [UInt8](repeating: 7, count: 100_000)])
    func `a blob comes back byte for byte`(_ value: [UInt8]) throws {
        let row = try stepped("SELECT ?1, typeof(?1)") { try $0.bind(1, value) }
        #expect(row.bytes(0) == value)
        #expect(row.withBytes(0) { Array($0) } == value)
        #expect(row.text(1) == "blob")
    }

    @Test func `NULL is neither text nor bytes`() throws {
        let row = try stepped("SELECT ?1, ?2") {
            try $0.bindNull(1)
            try $0.bind(2, String?.none)
        }
        #expect(row.isNull(0) && row.isNull(1))
        #expect(row.optionalText(0) == nil)
        #expect(row.text(0) == "" && row.bytes(0) == [])
    }

    @Test func `texts that differ only behind a NUL differ`() throws {
        try connection.run("CREATE TABLE t (x TEXT PRIMARY KEY)")
        for text in ["a", "a\u{0}", "a\u{0}b", "a\u{0}c"] {
            let insert = try connection.statement("INSERT INTO t VALUES (?1)")
            try insert.bind(1, text)
            try insert.run()
        }
        let find = try connection.statement("SELECT count(*) FROM t WHERE x = ?1")
        try find.bind(1, "a\u{0}b")
        #expect(try find.step())
        #expect(find.integer(0) == 1)
    }

    @Test func `texts that Swift takes for the same differ by their bytes`() throws {
        try connection.run("CREATE TABLE t (x TEXT PRIMARY KEY)")
        for text in ["\u{E9}", "e\u{301}"] {
            let insert = try connection.statement("INSERT INTO t VALUES (?1)")
            try insert.bind(1, text)
            try insert.run()
        }
        #expect(try stepped("SELECT count(*) FROM t").integer(0) == 2)
    }

    @Test func `a parameter that isn't there is an error`() throws {
        let statement = try connection.statement("SELECT ?1")
        #expect(throws: SQLiteError.self) { try statement.bind(2, 1) }
    }

    @Test func `a broken constraint is an error, and the statement can be used again`() throws {
        try connection.run("CREATE TABLE t (x INTEGER PRIMARY KEY)")
        let insert = try connection.statement("INSERT INTO t VALUES (?1)")
        try insert.bind(1, 1)
        try insert.run()
        let error = #expect(throws: SQLiteError.self) { try insert.run() }
        #expect(error?.primaryCode == 19)
        try insert.bind(1, 2)
        try insert.run()
        #expect(connection.lastInsertedRow == 2)
        #expect(connection.changes == 1)
    }

    @Test func `what is left before its last row can be stepped again from the first`() throws {
        let query = try stepped("SELECT 1 UNION SELECT 2")
        #expect(query.isBusy)
        query.reset()
        #expect(!query.isBusy)
        #expect(try query.step())
        #expect(query.integer(0) == 1)
    }
}
