/// One numbered step of a schema: what turns a database of version `version - 1` into one of `version`.
///
/// It does not know how to go back; a program refuses a database newer than itself instead.
public struct Migration: Sendable {
    /// From 1, one more for each next.
    public let version: Int64
    public let sql: String

    public init(version: Int64, sql: String) {
        self.version = version
        self.sql = sql
    }
}

/// Why a database could not be brought to the program's schema.
public enum MigrationError: Error, Hashable, Sendable {
    /// A newer program made or changed the database.
    case newer(found: Int64, known: Int64)
    case failed(SQLiteError)
}

extension Connection {
    /// The schema's version, as SQLite keeps it in the file's header: 0 in a new file.
    public func userVersion() throws(SQLiteError) -> Int64 {
        let query = try statement("PRAGMA user_version")
        defer { query.reset() }
        return try query.step() ? query.integer(0) : 0
    }

    /// Applies, in their order, the migrations that the database lacks, each in its own transaction.
    public func migrate(_ migrations: [Migration]) throws(MigrationError) {
        for (index, migration) in migrations.enumerated() {
            precondition(migration.version == Int64(index) + 1, "migrations are numbered 1, 2, 3")
        }
        do {
            let found = try userVersion()
            guard found <= Int64(migrations.count) else {
                throw MigrationError.newer(found: found, known: Int64(migrations.count))
            }
            for migration in migrations where migration.version > found {
                try apply(migration)
            }
        } catch let error as SQLiteError {
            throw .failed(error)
        } catch let error as MigrationError {
            throw error
        } catch {
            preconditionFailure("no other error is thrown above")
        }
    }

    private func apply(_ migration: Migration) throws(SQLiteError) {
        try transaction(.immediate) { () throws(SQLiteError) in
            // Another process may have done it while this one waited for the lock.
            guard try userVersion() < migration.version else { return }
            try run(migration.sql)
            try run("PRAGMA user_version = \(migration.version)")
        }
    }
}
