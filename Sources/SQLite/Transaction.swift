extension Connection {
    public enum TransactionKind: String, Sendable {
        /// Reads one moment of the database, whatever is committed meanwhile.
        case deferred = "BEGIN DEFERRED"
        /// Takes the write lock at once, so that it cannot fail for it halfway.
        case immediate = "BEGIN IMMEDIATE"
    }

    public func begin(_ kind: TransactionKind) throws(SQLiteError) {
        try statement(kind.rawValue).run()
    }

    /// Returns when the transaction is durable, as far as `PRAGMA synchronous` says.
    public func commit() throws(SQLiteError) {
        try statement("COMMIT").run()
    }

    /// Ends the transaction, if one is open, as if it had not been.
    ///
    /// SQLite rolls back by itself after some failures (a full disk), so that none may be open.
    public func rollBack() {
        guard isInTransaction else { return }
        // A rollback that fails leaves the transaction to the closing of the connection, which rolls back
        // too.
        try? run("ROLLBACK")
    }

    /// Commits what `body` did, or rolls it back when it throws.
    public func transaction<Result>(
        _ kind: TransactionKind, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try begin(kind)
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }
}
