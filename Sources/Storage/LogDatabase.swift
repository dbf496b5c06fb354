internal import Glibc
internal import SQLite

/// How the log's database is opened.
///
/// It does not say what is done with it.
enum LogDatabase {
    /// For the one that writes: makes the database if absent and brings it to this program's schema.
    static func openForWriting(
        _ folder: DataFolder, durability: Durability
    ) throws(StorageError) -> Connection {
        let path = folder.databasePath
        do {
            let connection = try Connection(path: path, access: .create)
            try useWriteAheadLog(connection, path: path)
            try connection.run("PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
            try connection.run("PRAGMA foreign_keys = ON")
            // 16 MiB: the inner pages of a few hundred busy rooms and their indexes stay in memory.
            try connection.run("PRAGMA cache_size = -16384")
            // 16 MiB before pages move to the database: with a hundred busy rooms a commit touches hundreds
            // of pages, mostly the same ones each time, and moving them seldom makes appending a quarter
            // faster.
            try connection.run("PRAGMA wal_autocheckpoint = 4000")
            // A write-ahead log that once grew (a long reader kept it) is cut back to 64 MiB.
            try connection.run("PRAGMA journal_size_limit = 67108864")
            // What is erased is overwritten, not just forgotten.
            try connection.run("PRAGMA secure_delete = ON")
            try connection.migrate(Schema.migrations)
            return connection
        } catch let error as MigrationError {
            throw storageError(of: error, path: path)
        } catch let error as StorageError {
            throw error
        } catch let error as SQLiteError {
            throw StorageError(error)
        } catch {
            preconditionFailure("no other error is thrown above")
        }
    }

    /// For those that read: the database must exist and have this program's schema.
    static func openForReading(_ folder: DataFolder) throws(StorageError) -> Connection {
        let path = folder.databasePath
        guard access(path, F_OK) == 0 else { throw .noDatabase(path: path) }
        do {
            let connection = try Connection(path: path, access: .readOnly)
            let version = try connection.userVersion()
            let known = Int64(Schema.migrations.count)
            if version > known {
                throw StorageError.newerDatabase(path: path, version: version, known: known)
            }
            if version < known {
                throw StorageError.olderDatabase(path: path, version: version, known: known)
            }
            return connection
        } catch let error as StorageError {
            throw error
        } catch let error as SQLiteError {
            throw StorageError(error)
        } catch {
            preconditionFailure("no other error is thrown above")
        }
    }

    private static func useWriteAheadLog(_ connection: Connection, path: String) throws {
        let query = try connection.statement("PRAGMA journal_mode = WAL")
        defer { query.reset() }
        // SQLite answers with the mode it got, and does not call a refusal an error.
        guard try query.step(), query.text(0) == "wal" else {
            throw StorageError.database(code: 1, message: "\(path) can't have a write-ahead log")
        }
    }

    private static func storageError(of error: MigrationError, path: String) -> StorageError {
        switch error {
        case .newer(let found, let known): .newerDatabase(path: path, version: found, known: known)
        case .failed(let cause): StorageError(cause)
        }
    }
}
