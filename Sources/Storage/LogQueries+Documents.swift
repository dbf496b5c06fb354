internal import HubProtocol
internal import SQLite

extension LogQueries {
    /// The document right after `seq`, from the nearest stored state and the updates between; nil when there
    /// was none.
    func document(_ name: DocumentName, of room: RoomID, at seq: Seq) throws(SQLiteError) -> DocumentState? {
        guard let replay = try replayedDocument(name, of: room, at: seq) else { return nil }
        return DocumentState(name: name, seq: replay.seq, update: replay.state)
    }

    /// What people read of it.
    func content(_ name: DocumentName, of room: RoomID, at seq: Seq) throws(SQLiteError) -> DocumentContent? {
        guard let replay = try replayedDocument(name, of: room, at: seq) else { return nil }
        // Values of a byte each come to many times that while they are made JSON of.
        let isShown = replay.state.count <= LogQueries.largestShown
        return DocumentContent(seq: replay.seq, json: isShown ? replay.json : nil)
    }

    /// Bytes of a document whose content is shown ([DO22]): far more than people read, and at worst some
    /// hundred megabytes of memory for a moment.
    private static let largestShown = 2 << 20

    /// Nil when none of its updates is that old, or a compaction dropped what it would take.
    func replayedDocument(
        _ name: DocumentName, of room: RoomID, at seq: Seq
    ) throws(SQLiteError) -> DocumentReplay? {
        guard let base = try base(of: room), seq >= base.seq else { return nil }
        let replay = try startOfReplay(name, of: room, upTo: seq)
        try eachUpdate(of: name, room, after: replay.seq, upTo: seq) { replay.apply($0.update, at: $0.seq) }
        return replay.seq > .none ? replay : nil
    }

    /// The newest state that can be read and is not later; one that is damaged is passed over, since the
    /// updates say the same. An empty document where there is none.
    func startOfReplay(
        _ name: DocumentName, of room: RoomID, upTo seq: Seq
    ) throws(SQLiteError) -> DocumentReplay {
        var last = seq
        while let stored = try storedDocument(name, of: room, upTo: last) {
            if let replay = DocumentReplay(stored) { return replay }
            last = Seq(stored.seq.number - 1) ?? .none
        }
        return DocumentReplay()
    }

    // MARK: Updates

    /// An update of a document as the log has it; nil bytes for one whose payload was erased.
    struct LoggedUpdate {
        let seq: Seq
        let update: [UInt8]?
        /// Of the payload.
        let bytes: Int
    }

    static let updatesSQL = """
        SELECT key, payload FROM ops INDEXED BY ops_by_document
        WHERE room = ?1 AND type = 'document' AND name = ?2 AND key > ?3 AND key <= ?4 ORDER BY key LIMIT ?5
        """

    /// Hands over the document's updates with `after < seq <= upTo`, oldest first.
    func eachUpdate(
        of name: DocumentName, _ room: RoomID, after: Seq, upTo: Seq, limit: Int = .max,
        _ body: (LoggedUpdate) -> Void
    ) throws(SQLiteError) {
        guard after < upTo, let first = OpKey(room, after), let last = OpKey(room, upTo) else { return }
        let query = try connection.statement(LogQueries.updatesSQL)
        defer { query.reset() }
        try query.bind(1, room.number)
        try query.bind(2, name.stored)
        try query.bind(3, first.number)
        try query.bind(4, last.number)
        try query.bind(5, Int64(max(limit, 0)))
        while try query.step() {
            let payload = Payload(bytes: query.bytes(1))
            body(
                LoggedUpdate(
                    seq: OpKey.seq(of: query.integer(0)), update: DocumentOp(payload)?.update,
                    bytes: payload.bytes.count))
        }
    }

    // MARK: Stored states

    func storedDocument(
        _ name: DocumentName, of room: RoomID, upTo seq: Seq
    ) throws(SQLiteError) -> StoredDocument? {
        let query = try connection.statement(
            """
            SELECT seq, hash, state FROM documents WHERE room = ?1 AND name = ?2 AND seq <= ?3
            ORDER BY seq DESC LIMIT 1
            """)
        return try stored(name, room, seq, by: query)
    }

    func storedDocument(
        _ name: DocumentName, of room: RoomID, after seq: Seq
    ) throws(SQLiteError) -> (StoredDocument, version: Int64)? {
        let query = try connection.statement(
            """
            SELECT seq, hash, state, version FROM documents WHERE room = ?1 AND name = ?2 AND seq > ?3
            ORDER BY seq LIMIT 1
            """)
        defer { query.reset() }
        try bind(name, room, seq, to: query)
        guard try query.step() else { return nil }
        return (stored(name, from: query), query.integer(3))
    }

    private func stored(
        _ name: DocumentName, _ room: RoomID, _ seq: Seq, by query: Statement
    ) throws(SQLiteError) -> StoredDocument? {
        defer { query.reset() }
        try bind(name, room, seq, to: query)
        return try query.step() ? stored(name, from: query) : nil
    }

    private func bind(
        _ name: DocumentName, _ room: RoomID, _ seq: Seq, to query: Statement
    ) throws(SQLiteError) {
        try query.bind(1, room.number)
        try query.bind(2, name.text)
        try query.bind(3, Int64(truncatingIfNeeded: seq.number))
    }

    private func stored(_ name: DocumentName, from row: Statement) -> StoredDocument {
        StoredDocument(
            name: name, seq: OpKey.seq(of: row.integer(0)), hash: row.bytes(1), state: row.bytes(2))
    }

    // MARK: The list

    /// The documents of the room in the order of their names' bytes, at most `limit` behind `after`.
    func documents(
        of room: RoomID, after: String, limit: Int
    ) throws(SQLiteError) -> [DocumentSummary] {
        var found: [DocumentSummary] = []
        var after = after
        while found.count < limit, let name = try nextDocument(of: room, after: after) {
            after = name.text
            if let summary = try summary(of: name, in: room) { found.append(summary) }
        }
        return found
    }

    /// Byte by byte the first name behind those of all documents.
    private static let endOfMarks = "\u{3}"

    /// From name to name by the indexes, however many updates each has.
    func nextDocument(of room: RoomID, after: String) throws(SQLiteError) -> DocumentName? {
        let inOps = try name(
            """
            SELECT name FROM ops INDEXED BY ops_by_document
            WHERE room = ?1 AND type = 'document' AND name > ?2 AND name < ?3 ORDER BY name LIMIT 1
            """, room, DocumentName.mark + after, below: LogQueries.endOfMarks
        ).map { String(decoding: $0.utf8.dropFirst(), as: UTF8.self) }
        let inStates = try name(
            "SELECT name FROM documents WHERE room = ?1 AND name > ?2 ORDER BY name LIMIT 1", room, after)
        let next = [inOps, inStates].compactMap { $0 }.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return next.flatMap { DocumentName($0) }
    }

    private func name(
        _ sql: String, _ room: RoomID, _ after: String, below: String? = nil
    ) throws(SQLiteError) -> String? {
        let query = try connection.statement(sql)
        defer { query.reset() }
        try query.bind(1, room.number)
        try query.bind(2, after)
        if let below { try query.bind(3, below) }
        return try query.step() ? query.text(0) : nil
    }

    /// What was logged of it since its newest state, and that state's bytes.
    func growth(of name: DocumentName, in room: RoomID) throws(SQLiteError) -> (state: Int, since: Int) {
        let stored = try storedDocument(name, of: room, upTo: .max)
        let since = try updatesSince(stored?.seq ?? .none, of: name, in: room)
        return (stored?.state.count ?? 0, since.bytes)
    }

    private func summary(of name: DocumentName, in room: RoomID) throws(SQLiteError) -> DocumentSummary? {
        let stored = try number(
            """
            SELECT seq, length(state) FROM documents WHERE room = ?1 AND name = ?2
            ORDER BY seq DESC LIMIT 1
            """,
            of: name.text, in: room)
        let since = try updatesSince(stored?.seq ?? .none, of: name, in: room)
        return DocumentSummary(
            name: name, seq: max(since.newest, stored?.seq ?? .none),
            bytes: (stored?.bytes ?? 0) + since.bytes)
    }

    private func number(
        _ sql: String, of name: String, in room: RoomID
    ) throws(SQLiteError) -> (seq: Seq, bytes: Int)? {
        let query = try connection.statement(sql)
        defer { query.reset() }
        try query.bind(1, room.number)
        try query.bind(2, name)
        guard try query.step() else { return nil }
        return (OpKey.seq(of: query.integer(0)), Int(clamping: query.integer(1)))
    }

    private func updatesSince(
        _ seq: Seq, of name: DocumentName, in room: RoomID
    ) throws(SQLiteError) -> (newest: Seq, bytes: Int) {
        guard let first = OpKey(room, seq), let last = OpKey(room, .max) else { return (.none, 0) }
        let query = try connection.statement(
            """
            SELECT coalesce(max(key), 0), coalesce(sum(length(payload)), 0)
            FROM ops INDEXED BY ops_by_document
            WHERE room = ?1 AND type = 'document' AND name = ?2 AND key > ?3 AND key <= ?4
            """)
        defer { query.reset() }
        try query.bind(1, room.number)
        try query.bind(2, name.stored)
        try query.bind(3, first.number)
        try query.bind(4, last.number)
        guard try query.step() else { return (.none, 0) }
        return (OpKey.seq(of: query.integer(0)), Int(clamping: query.integer(1)))
    }
}
