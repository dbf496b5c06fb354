import SQLite
import TestSupport
import Testing

@testable import Storage

@Suite struct LogDatabaseTests {
    private let temporary: TemporaryFolder
    private let folder: DataFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = try DataFolder.open(path: temporary.path, exclusive: true)
    }

    private func pragma(_ name: String, _ durability: Durability) throws -> String {
        let connection = try LogDatabase.openForWriting(folder, durability: durability)
        let query = try connection.statement("PRAGMA \(name)")
        #expect(try query.step())
        return query.text(0)
    }

    @Test func `an empty file becomes a database of this program's schema`() throws {
        try ByteFile.write(folder.databasePath, replacing: false).close()
        #expect(try pragma("user_version", .full) == "\(Schema.migrations.count)")
        #expect(try pragma("journal_mode", .full) == "wal")
        #expect(try pragma("foreign_keys", .full) == "1")
    }

    @Test func `full durability waits for the disk at each commit, relaxed does not`() throws {
        #expect(try pragma("synchronous", .full) == "2")
        #expect(try pragma("synchronous", .relaxed) == "1")
    }

    @Test func `a newer database is refused for writing and for reading, and says which`() throws {
        _ = try LogDatabase.openForWriting(folder, durability: .full)
        try Connection(path: folder.databasePath, access: .readWrite).run("PRAGMA user_version = 999")
        let expected = StorageError.newerDatabase(
            path: folder.databasePath, version: 999, known: Int64(Schema.migrations.count))
        #expect(throws: expected) { try LogDatabase.openForWriting(folder, durability: .full) }
        #expect(throws: expected) { try LogDatabase.openForReading(folder) }
        #expect(expected.description.contains("999"))
    }

    @Test func `an older database is not read before a hub has brought it up to date`() throws {
        try Connection(path: folder.databasePath, access: .create).run("CREATE TABLE t (x)")
        #expect(
            throws: StorageError.olderDatabase(
                path: folder.databasePath, version: 0, known: Int64(Schema.migrations.count))
        ) { try LogDatabase.openForReading(folder) }
    }

    @Test func `a file that is no database is an error of SQLite's`() throws {
        let file = try ByteFile.write(folder.databasePath, replacing: false)
        try file.write([UInt8](repeating: 7, count: 5_000))
        try file.close()
        let error = #expect(throws: StorageError.self) {
            try LogDatabase.openForWriting(folder, durability: .full)
        }
        guard case .database(26, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
