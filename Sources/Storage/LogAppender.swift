internal import HubProtocol
internal import SQLite

/// What the writing thread does within a transaction: appends ops and makes rooms.
///
/// It neither begins nor ends the transaction, and forgets all it knows when one was rolled back.
final class LogAppender {
    private let connection: Connection
    let queries: LogQueries
    private let digest = SHA256()
    private var tails: [RoomID: Tail] = [:]
    /// By bytes: Swift's comparison of texts takes some that differ for the same, and an author is logged
    /// exactly.
    private var authors: [AuthorKey: Int64] = [:]
    /// Rooms that have grown enough for another checkpoint since they were last taken.
    private var grown: Set<RoomID> = []
    private var documents = DocumentGrowth()

    /// Bounds what is kept in memory (about 2 MB); beyond it everything is read again from the database.
    private static let mostKept = 10_000

    init(_ connection: Connection) {
        self.connection = connection
        queries = LogQueries(connection)
    }

    /// The end of a room's log.
    struct Tail {
        var head: Seq
        var at: Int64
        var chain: ChainHash
        /// From this seq on another checkpoint is worth its bytes.
        var due: UInt64
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
        grown.removeAll()
        documents.forget()
        queries.forget()
    }

    /// Maintenance changed the room under what is known of it.
    func forget(_ room: RoomID) {
        tails[room] = nil
        grown.remove(room)
        documents.forget(room)
    }

    var rememberedRooms: Int { tails.count }

    /// The rooms that have become due for a checkpoint; asked once for each time.
    func takeGrown() -> Set<RoomID> {
        defer { grown.removeAll() }
        return grown
    }

    /// The room has a checkpoint at `seq`, with that many current ops.
    func checkpointed(_ room: RoomID, at seq: Seq, current: Int) {
        tails[room]?.due = seq.number + Checkpoint.interval(current: current)
    }

    /// The documents that have become due for another state; asked once for each time.
    func takeGrownDocuments() -> Set<DocumentKey> { documents.takeGrown() }

    /// The document has this state now.
    func kept(_ document: StoredDocument, of room: RoomID) {
        documents.forget(DocumentKey(room: room, name: document.name))
    }

    // MARK: Rooms

    /// The room's image, and the room itself if there was none.
    func create(_ name: RoomName, epoch: String, at: Int64) throws -> RoomImage {
        if let image = try queries.image(of: name) { return image }
        let id = try insertRoom(name.text, epoch: epoch, origin: epoch, at: at)
        return RoomImage(id: id, name: name, epoch: epoch, head: .none, lastAt: at, current: [])
    }

    /// A number is never given twice: what is still under way for a room that was deleted must not reach
    /// another.
    func insertRoom(_ name: String, epoch: String, origin: String, at: Int64) throws -> RoomID {
        let id = RoomID(number: max(try largest("SELECT max(id) FROM rooms"), try largestDeleted()) + 1)
        guard id.number <= OpKey.largestRoom else {
            throw Refusal(reason: "a database holds at most \(OpKey.largestRoom) rooms")
        }
        let insert = try connection.statement(
            "INSERT INTO rooms (id, name, epoch, created, origin) VALUES (?1, ?2, ?3, ?4, ?5)")
        try insert.bind(1, id.number)
        try insert.bind(2, name)
        try insert.bind(3, epoch)
        try insert.bind(4, at)
        try insert.bind(5, origin)
        try insert.run()
        return id
    }

    private func largestDeleted() throws(SQLiteError) -> Int64 {
        try largest("SELECT value FROM meta WHERE key = '\(LogMaintainer.largestDeleted)'")
    }

    private func largest(_ sql: String) throws(SQLiteError) -> Int64 {
        let query = try connection.statement(sql)
        defer { query.reset() }
        return try query.step() ? query.integer(0) : 0
    }

    // MARK: Ops

    /// Appends the op if it is the log's next; otherwise throws a ``Refusal`` and changes nothing.
    func append(_ op: LoggedOp, to room: RoomID) throws {
        var tail = try tail(of: room)
        guard tail.head < .max else { throw Refusal(reason: "the log is full") }
        guard op.seq == tail.head.next else {
            throw Refusal(reason: "seq \(op.seq.number) can't follow \(tail.head.number)")
        }
        guard op.at >= tail.at else {
            throw Refusal(reason: "time \(op.at) is before that of the op before, \(tail.at)")
        }
        guard let key = OpKey(room, op.seq) else { throw Refusal(reason: "no such room") }
        let payloadHash = digest.hash(op.payload.bytes)
        tail.chain = tail.chain.next(op, payloadHash: payloadHash, by: digest)
        try insert(op, key: key, payloadHash: payloadHash, link: tail.chain.bytes)
        tail.head = op.seq
        tail.at = op.at
        grow(room, to: tail)
    }

    /// Appends an op from elsewhere, which follows the head; its time is raised where it runs backwards.
    func append(imported op: ImportedOp, to room: RoomID) throws {
        var tail = try tail(of: room)
        guard op.op.seq == tail.head.next, let key = OpKey(room, op.op.seq) else {
            throw Refusal(reason: "seq \(op.op.seq.number) can't follow \(tail.head.number)")
        }
        let logged = op.op.at >= tail.at ? op.op : op.op.raised(to: tail.at)
        let payloadHash = op.erased?.hash ?? digest.hash(logged.payload.bytes)
        tail.chain = tail.chain.next(logged, payloadHash: payloadHash, by: digest)
        try insert(logged, key: key, payloadHash: payloadHash, link: tail.chain.bytes)
        tail.head = logged.seq
        tail.at = logged.at
        grow(room, to: tail)
    }

    /// Puts in one of the ops that a compaction kept; they have no link.
    func keep(_ op: ImportedOp, in room: RoomID) throws {
        guard let key = OpKey(room, op.op.seq) else { throw Refusal(reason: "no such room") }
        try insert(
            op.op, key: key, payloadHash: op.erased?.hash ?? digest.hash(op.op.payload.bytes), link: [])
    }

    private func grow(_ room: RoomID, to tail: Tail) {
        tails[room] = tail
        if tail.head.number >= tail.due { grown.insert(room) }
    }

    private func insert(_ op: LoggedOp, key: OpKey, payloadHash: [UInt8], link: [UInt8]) throws {
        try insertRow(op, key: key, author: try author(op.author), payloadHash: payloadHash, link: link)
        try change(op.change, key: key)
        guard let document = op.document else { return }
        let room = RoomID(number: key.number >> 40)
        try documents.add(op.payload.bytes.count, to: DocumentKey(room: room, name: document), queries)
    }

    private func insertRow(
        _ op: LoggedOp, key: OpKey, author: Int64, payloadHash: [UInt8], link: [UInt8]
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
        try insert.bind(9, link)
        try insert.bind(10, op.payload.bytes)
        try insert.run()
    }

    private func change(_ change: StateChange, key: OpKey) throws(SQLiteError) {
        switch change {
        case .none:
            return
        case .sets(let pair):
            let set = try connection.statement(
                """
                INSERT INTO current (room, type, name, seq) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET seq = excluded.seq
                """)
            try set.bind(1, key.number >> 40)
            try set.bind(2, pair.type)
            try set.bind(3, pair.name)
            try set.bind(4, Int64(truncatingIfNeeded: OpKey.seq(of: key.number).number))
            try set.run()
        case .removes(let pair):
            let remove = try connection.statement(
                "DELETE FROM current WHERE room = ?1 AND type = ?2 AND name = ?3")
            try remove.bind(1, key.number >> 40)
            try remove.bind(2, pair.type)
            try remove.bind(3, pair.name)
            try remove.run()
        }
    }

    // MARK: What is known

    func tail(of room: RoomID) throws -> Tail {
        if let known = tails[room] { return known }
        let tail = try readTail(of: room)
        if tails.count >= LogAppender.mostKept {
            tails.removeAll()
        }
        tails[room] = tail
        return tail
    }

    private func readTail(of room: RoomID) throws -> Tail {
        let roomRow = try connection.statement(
            "SELECT origin, trimmed, trimmed_at, base_link FROM rooms WHERE id = ?1")
        defer { roomRow.reset() }
        try roomRow.bind(1, room.number)
        guard try roomRow.step() else { throw Refusal(reason: "no such room") }
        let trimmed = OpKey.seq(of: roomRow.integer(1))
        guard let before = OpKey(room, trimmed), let last = OpKey(room, .max) else {
            throw Refusal(reason: "no such room")
        }
        let due = try dueCheckpoint(of: room)
        let newest = try connection.statement(
            "SELECT key, at, chain_hash FROM ops WHERE key > ?1 AND key <= ?2 ORDER BY key DESC LIMIT 1")
        defer { newest.reset() }
        try newest.bind(1, before.number)
        try newest.bind(2, last.number)
        if try newest.step() {
            return Tail(
                head: OpKey.seq(of: newest.integer(0)), at: newest.integer(1),
                chain: ChainHash(bytes: newest.bytes(2)), due: due)
        }
        guard trimmed > .none else {
            return Tail(
                head: .none, at: .min, chain: ChainHash(epoch: roomRow.text(0), by: digest), due: due)
        }
        return Tail(
            head: trimmed, at: roomRow.integer(2), chain: ChainHash(bytes: roomRow.bytes(3)), due: due)
    }

    private func dueCheckpoint(of room: RoomID) throws(SQLiteError) -> UInt64 {
        let newest = try queries.checkpoint(of: room, upTo: .max)
        return (newest?.seq.number ?? 0) + Checkpoint.interval(current: newest?.current.count ?? 0)
    }

    /// The author's row, made when it isn't there.
    func author(_ author: Author) throws(SQLiteError) -> Int64 {
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
