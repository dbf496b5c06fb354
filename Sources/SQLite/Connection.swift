internal import CSQLite

/// An open database, confined to the thread that uses it.
///
/// It does not share itself between threads: SQLite's own locking is switched off, so whoever holds it hands
/// it over whole or not at all (it is not `Sendable`).
public final class Connection {
    public enum Access: Sendable {
        /// The database must exist, and is never written.
        case readOnly
        /// The database must exist.
        case readWrite
        /// The database is made if absent.
        case create
    }

    private var handle: OpaquePointer?
    private var statements: [String: Statement] = [:]

    /// More prepared statements than any caller has texts; a caller that builds texts starts over instead of
    /// growing.
    private static let mostStatements = 128

    public static let defaultBusyTimeoutMs: Int32 = 5_000

    /// Opens the database at `path`, waiting up to `busyTimeoutMs` milliseconds wherever another process
    /// holds a lock.
    public init(path: String, access: Access, busyTimeoutMs: Int32 = defaultBusyTimeoutMs) throws(SQLiteError)
    {
        let mode =
            switch access {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK else {
            let error = Connection.error(code: code, of: handle, doing: "open \(path)")
            sqlite3_close_v2(handle)
            handle = nil
            throw error
        }
        sqlite3_busy_timeout(handle, busyTimeoutMs)
    }

    deinit {
        statements.removeAll()
        // The lenient close: a statement that outlives its connection keeps the memory until it goes itself.
        sqlite3_close_v2(handle)
    }

    /// Runs one or more statements that take no values and whose rows, if any, nobody wants.
    public func run(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code: code, doing: sql) }
    }

    /// The prepared statement of `sql`, reset and without values; prepared once and then kept.
    ///
    /// While one is being stepped, asking for the same text gives another, so that nested use is safe.
    public func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let kept = statements[sql], !kept.isBusy {
            kept.clear()
            return kept
        }
        let made = try prepare(sql)
        if statements[sql] == nil {
            if statements.count >= Connection.mostStatements {
                statements.removeAll()
            }
            statements[sql] = made
        }
        return made
    }

    /// Whether a transaction is open.
    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The rowid of the newest inserted row.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows the newest insert, update or delete touched.
    public var changes: Int64 { sqlite3_changes64(handle) }

    /// How many rows all inserts, updates and deletes of this connection have touched.
    public var totalChanges: Int64 { sqlite3_total_changes64(handle) }

    private func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        var raw: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
        guard code == SQLITE_OK, let raw else { throw error(code: code, doing: sql) }
        return Statement(raw, of: self)
    }

    func error(code: Int32, doing what: String) -> SQLiteError {
        Connection.error(code: code, of: handle, doing: what)
    }

    private static func error(code: Int32, of handle: OpaquePointer?, doing what: String) -> SQLiteError {
        let words = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        let said = words.map { String(cString: $0) } ?? "unknown error"
        return SQLiteError(code: code, message: "\(said) (in: \(what))")
    }
}
