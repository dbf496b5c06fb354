internal import HubProtocol
internal import SQLite

/// What the writing thread does within a transaction: appends ops and makes rooms.
///
/// It neither begins nor ends the transaction, and forgets all it knows when one was rolled back.
final class LogAppender {
    private let connection: Connection
    private let queries: LogQueries
    private let digest = SHA256()
    private var tails: [RoomID: Tail] = [:]
    /// By bytes: Swift's comparison of texts takes some that differ for the same, and an author is logged
    /// exactly.
    private var authors: [AuthorKey: Int64] = [:]

    /// Bounds what is kept in memory (about 2 MB); beyond it everything is read again from the database.
    private static let mostKept = 10_000

    init(_ connection: Connection) {
        self.connection = connection
        queries = LogQueries(connection)
    }

    /// The end of a room's log.
    private struct Tail {
        var head: Seq
        var at: Int64
        var chain: ChainHash
    }

    private struct AuthorKey: Hashable {
        /// Id and name, and between them a byte that is in no text.
        private let bytes: [UInt8]

        init(_ author: Author) {
            let (id, name) = (author.id.utf8, author.name.utf8)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(id.count + 1 + name.count)
            bytes.append(contentsOf: id)
            bytes.append(0xFF)
            bytes.append(contentsOf: name)
            self.bytes = bytes
        }
    }

    /// Why an op was not appended though the database is well; the transaction can go on.
    struct Refusal: Error {
        let reason: String
    }

    /// After a rollback, nothing known of the database holds any more.
    func forget() {
        tails.removeAll()
        authors.removeAll()
        queries.forget()
    }

    // MARK: Rooms

    /// The room's image, and the room itself if there was none.
    func create(_ name: RoomName, epoch: String, at: Int64, recent: Int) throws -> RoomImage {
        if let image = try queries.image(of: name, recent: recent) { return image }
        let insert = try connection.statement("INSERT INTO rooms (name, epoch, created) VALUES (?1, ?2, ?3)")
        try insert.bind(1, name.text)
        try insert.bind(2, epoch)
        try insert.bind(3, at)
        try insert.run()
        let id = RoomID(number: connection.lastInsertedRow)
        guard id.number <= OpKey.largestRoom else {
            // The row must not stay: its ops could not be told from another room's.
            try connection.run("DELETE FROM rooms WHERE id = \(id.number)")
            throw Refusal(reason: "a database holds at most \(OpKey.largestRoom) rooms")
        }
        return RoomImage(id: id, name: name, epoch: epoch, head: .none, lastAt: at, current: [], recent: [])
    }

    // MARK: Ops

    /// Appends the op if it is the log's next; otherwise throws a ``Refusal`` and changes nothing.
    func append(_ op: LoggedOp, to room: RoomID) throws {
        let tail = try tail(of: room)
        guard tail.head < .max else { throw Refusal(reason: "the log is full") }
        guard op.seq == tail.head.next else {
            throw Refusal(reason: "seq \(op.seq.number) can't follow \(tail.head.number)")
        }
        guard op.at >= tail.at else {
            throw Refusal(reason: "time \(op.at) is before that of the op before, \(tail.at)")
        }
        guard let key = OpKey(room, op.seq) else { throw Refusal(reason: "no such room") }
        let payloadHash = digest.hash(op.payload.bytes)
        let chain = tail.chain.next(op, payloadHash: payloadHash, by: digest)
        try insert(op, key: key, author: try author(op.author), payloadHash: payloadHash, chain: chain)
        try change(op.change, of: room, at: op.seq)
        tails[room] = Tail(head: op.seq, at: op.at, chain: chain)
    }

    private func insert(
        _ op: LoggedOp, key: OpKey, author: Int64, payloadHash: [UInt8], chain: ChainHash
    ) throws(SQLiteError) {
        let insert = try connection.statement(
            """
            INSERT INTO ops (key, at, author, type, name, client, op_id, payload_hash, chain_hash, payload)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """)
        try insert.bind(1, key.number)
        try insert.bind(2, op.at)
        try insert.bind(3, author)
        try insert.bind(4, op.type)
        try insert.bind(5, op.name)
        try insert.bind(6, op.resend?.client)
        try insert.bind(7, op.resend?.id)
        try insert.bind(8, payloadHash)
        try insert.bind(9, chain.bytes)
        try insert.bind(10, op.payload.bytes)
        try insert.run()
    }

    private func change(_ change: StateChange, of room: RoomID, at seq: Seq) throws(SQLiteError) {
        switch change {
        case .none:
            return
        case .sets(let pair):
            let set = try connection.statement(
                """
                INSERT INTO current (room, type, name, seq) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET seq = excluded.seq
                """)
            try set.bind(1, room.number)
            try set.bind(2, pair.type)
            try set.bind(3, pair.name)
            try set.bind(4, Int64(truncatingIfNeeded: seq.number))
            try set.run()
        case .removes(let pair):
            let remove = try connection.statement(
                "DELETE FROM current WHERE room = ?1 AND type = ?2 AND name = ?3")
            try remove.bind(1, room.number)
            try remove.bind(2, pair.type)
            try remove.bind(3, pair.name)
            try remove.run()
        }
    }

    // MARK: What is known

    private func tail(of room: RoomID) throws -> Tail {
        if let known = tails[room] { return known }
        let tail = try readTail(of: room)
        if tails.count >= LogAppender.mostKept {
            tails.removeAll()
        }
        tails[room] = tail
        return tail
    }

    private func readTail(of room: RoomID) throws -> Tail {
        let roomRow = try connection.statement("SELECT epoch FROM rooms WHERE id = ?1")
        defer { roomRow.reset() }
        try roomRow.bind(1, room.number)
        guard try roomRow.step(), let first = OpKey(room, .none), let last = OpKey(room, .max) else {
            throw Refusal(reason: "no such room")
        }
        let newest = try connection.statement(
            "SELECT key, at, chain_hash FROM ops WHERE key > ?1 AND key <= ?2 ORDER BY key DESC LIMIT 1")
        defer { newest.reset() }
        try newest.bind(1, first.number)
        try newest.bind(2, last.number)
        guard try newest.step() else {
            return Tail(head: .none, at: .min, chain: ChainHash(epoch: roomRow.text(0), by: digest))
        }
        return Tail(
            head: OpKey.seq(of: newest.integer(0)), at: newest.integer(1),
            chain: ChainHash(bytes: newest.bytes(2)))
    }

    /// The author's row, made when it isn't there.
    private func author(_ author: Author) throws(SQLiteError) -> Int64 {
        let key = AuthorKey(author)
        if let known = authors[key] { return known }
        let find = try connection.statement("SELECT id FROM authors WHERE participant = ?1 AND name = ?2")
        defer { find.reset() }
        try find.bind(1, author.id)
        try find.bind(2, author.name)
        let id: Int64
        if try find.step() {
            id = find.integer(0)
        } else {
            let insert = try connection.statement("INSERT INTO authors (participant, name) VALUES (?1, ?2)")
            try insert.bind(1, author.id)
            try insert.bind(2, author.name)
            try insert.run()
            id = connection.lastInsertedRow
        }
        if authors.count >= LogAppender.mostKept {
            authors.removeAll()
        }
        authors[key] = id
        return id
    }
}
