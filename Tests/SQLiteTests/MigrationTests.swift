import SQLite
import Testing

@Suite struct MigrationTests {
    private let connection: Connection
    private let first = Migration(version: 1, sql: "CREATE TABLE a (x); INSERT INTO a VALUES (1)")
    private let second = Migration(version: 2, sql: "INSERT INTO a VALUES (2)")

    init() throws {
        connection = try Connection(path: ":memory:", access: .create)
    }

    private func count() throws -> Int64 {
        let query = try connection.statement("SELECT count(*) FROM a")
        defer { query.reset() }
        return try query.step() ? query.integer(0) : -1
    }

    @Test func `each migration that is lacking is applied once, in order`() throws {
        try connection.migrate([first])
        #expect(try connection.userVersion() == 1)
        try connection.migrate([first, second])
        try connection.migrate([first, second])
        #expect(try connection.userVersion() == 2)
        #expect(try count() == 2)
    }

    @Test func `a migration that fails leaves the version before it, and nothing of itself`() throws {
        let broken = Migration(version: 2, sql: "INSERT INTO a VALUES (2); INSERT INTO none VALUES (1)")
        #expect(throws: MigrationError.self) { try connection.migrate([first, broken]) }
        #expect(try connection.userVersion() == 1)
        #expect(try count() == 1)
        try connection.migrate([first, second])
        #expect(try count() == 2)
    }

    @Test func `a database newer than the program is refused and not touched`() throws {
        try connection.migrate([first, second])
        #expect(throws: MigrationError.newer(found: 2, known: 1)) { try connection.migrate([first]) }
        #expect(try connection.userVersion() == 2)
    }
}
