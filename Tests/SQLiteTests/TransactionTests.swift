import SQLite
import Testing

@Suite struct TransactionTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:", access: .create)
        try connection.run("CREATE TABLE t (x INTEGER PRIMARY KEY)")
    }

    private func count() throws -> Int64 {
        let query = try connection.statement("SELECT count(*) FROM t")
        defer { query.reset() }
        return try query.step() ? query.integer(0) : -1
    }

    @Test func `what the body did stays, and its result comes back`() throws {
        let result = try connection.transaction(.immediate) { () throws(SQLiteError) in
            try connection.run("INSERT INTO t VALUES (1)")
            return 5
        }
        #expect(result == 5)
        #expect(try count() == 1)
        #expect(!connection.isInTransaction)
    }

    @Test func `a body that throws leaves nothing`() throws {
        #expect(throws: SQLiteError.self) {
            try connection.transaction(.immediate) { () throws(SQLiteError) in
                try connection.run("INSERT INTO t VALUES (1)")
                try connection.run("INSERT INTO t VALUES (1)")
            }
        }
        #expect(try count() == 0)
        #expect(!connection.isInTransaction)
    }

    @Test func `rolling back without a transaction does nothing`() throws {
        connection.rollBack()
        try connection.run("INSERT INTO t VALUES (1)")
        #expect(try count() == 1)
    }

    @Test func `a transaction within a transaction is an error`() throws {
        try connection.begin(.deferred)
        #expect(throws: SQLiteError.self) { try connection.begin(.immediate) }
        #expect(connection.isInTransaction)
    }
}
