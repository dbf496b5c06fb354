internal import HubProtocol
internal import SQLite

/// The questions that a log's database can answer, on one connection.
///
/// It never writes, and opens no transaction: who wants several answers of one moment does.
final class LogQueries {
    let connection: Connection
    /// Rows of `authors` never change, so what was read once stays right.
    private var authors: [Int64: Author] = [:]

    /// Enough for everyone in the rooms of one hub; beyond it the rows are read again.
    private static let mostAuthors = 10_000

    /// The columns that make a ``LoggedOp``, in the order in which ``op(from:)`` reads them.
    static let opColumns = "key, at, author, type, name, client, op_id, payload"

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Forgets what was read: after a rollback, rows seen before may never have been.
    func forget() {
        authors.removeAll()
    }

    // MARK: Ops

    /// Hands the ops with `after < seq <= upTo` to `body`, oldest first, until it returns false.
    func eachOp(
        of room: RoomID, after: Seq, upTo: Seq, limit: Int, _ body: (LoggedOp) throws -> Bool
    ) throws {
        guard let first = OpKey(room, after), let last = OpKey(room, upTo) else { return }
        let query = try connection.statement(
            "SELECT \(LogQueries.opColumns) FROM ops WHERE key > ?1 AND key <= ?2 ORDER BY key LIMIT ?3")
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        // To SQLite a negative limit is none.
        try query.bind(3, Int64(max(limit, 0)))
        while try query.step() {
            guard try body(op(from: query)) else { return }
        }
    }

    /// Hands the ops with what is kept beside them, and the rows of their authors, to `body`, oldest first.
    func eachRecord(
        of room: RoomID, after: Seq, upTo: Seq, limit: Int, _ body: (LogRecord, Int64) throws -> Void
    ) throws {
        guard let first = OpKey(room, after), let last = OpKey(room, upTo) else { return }
        let query = try connection.statement(
            """
            SELECT ops.key, ops.at, author, type, name, client, op_id, payload, payload_hash, chain_hash,
                erasures.at, erasures.actor
            FROM ops LEFT JOIN erasures ON erasures.key = ops.key
            WHERE ops.key > ?1 AND ops.key <= ?2 ORDER BY ops.key LIMIT ?3
            """)
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        try query.bind(3, Int64(max(limit, 0)))
        while try query.step() {
            let erasure = query.isNull(10) ? nil : Erasure(at: query.integer(10), actor: query.text(11))
            try body(
                LogRecord(
                    op: try storedOp(from: query), payloadHash: query.bytes(8), link: query.bytes(9),
                    erasure: erasure), query.integer(2))
        }
    }

    /// At most `limit` ops, and none after the one with which their payloads reach `maxBytes`.
    func ops(of room: RoomID, after: Seq, upTo: Seq, limit: Int, maxBytes: Int) throws -> [LoggedOp] {
        var found: [LoggedOp] = []
        var bytesLeft = maxBytes
        try eachOp(of: room, after: after, upTo: upTo, limit: limit) { op in
            found.append(op)
            bytesLeft -= op.payload.bytes.count
            return bytesLeft > 0
        }
        return found
    }

    /// The ops of these keys, in their order; a key without an op is left out. None comes after the one with
    /// which their payloads reach `maxBytes`.
    func ops(withKeys keys: some Sequence<Int64>, maxBytes: Int = .max) throws(SQLiteError) -> [LoggedOp] {
        let query = try connection.statement("SELECT \(LogQueries.opColumns) FROM ops WHERE key = ?1")
        defer { query.reset() }
        var found: [LoggedOp] = []
        var bytesLeft = maxBytes
        for key in keys where bytesLeft > 0 {
            try query.bind(1, key)
            if try query.step() {
                let op = try op(from: query)
                found.append(op)
                bytesLeft -= op.payload.bytes.count
            }
            query.reset()
        }
        return found
    }

    /// An op as everyone is shown it: in the place of an erased one stands what the hub says of it.
    private func op(from row: Statement) throws(SQLiteError) -> LoggedOp {
        let op = try storedOp(from: row)
        guard op.payload.bytes.isEmpty else { return op }
        return LoggedOp(
            seq: op.seq, at: op.at, author: op.author, type: "erased", name: nil, resend: op.resend,
            payload: HubOps.erased)
    }

    /// An op as it is stored: without a payload where that was erased.
    func storedOp(from row: Statement) throws(SQLiteError) -> LoggedOp {
        let author = try author(row.integer(2))
        var resend: ResendKey?
        if let client = row.optionalText(5), let id = row.optionalText(6) {
            resend = ResendKey(participant: author.id, client: client, id: id)
        }
        return LoggedOp(
            seq: OpKey.seq(of: row.integer(0)), at: row.integer(1), author: author, type: row.text(3),
            name: row.optionalText(4), resend: resend, payload: Payload(bytes: row.bytes(7)))
    }

    // MARK: Authors

    func author(_ id: Int64) throws(SQLiteError) -> Author {
        if let known = authors[id] { return known }
        let query = try connection.statement("SELECT participant, name FROM authors WHERE id = ?1")
        defer { query.reset() }
        try query.bind(1, id)
        guard try query.step() else {
            throw SQLiteError(code: 11, message: "an op has author \(id), and there is none")
        }
        let author = Author(id: query.text(0), name: query.text(1))
        if authors.count >= LogQueries.mostAuthors {
            authors.removeAll()
        }
        authors[id] = author
        return author
    }

    /// Everyone who did something in the room, in the order of their first ops.
    func authors(of room: RoomID) throws(SQLiteError) -> [Author] {
        guard let first = OpKey(room, .none), let last = OpKey(room, .max) else { return [] }
        let query = try connection.statement(
            "SELECT author FROM ops WHERE key > ?1 AND key <= ?2 GROUP BY author ORDER BY min(key)")
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        var found: [Author] = []
        while try query.step() {
            found.append(try author(query.integer(0)))
        }
        return found
    }
}

extension LoggedOp {
    /// Whether this is what stands in the place of an erased op. A client can't send one ([TY8]).
    var isErased: Bool { payload == HubOps.erased }
}
