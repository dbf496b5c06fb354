internal import HubProtocol
internal import SQLite

extension LogQueries {
    /// A room's row with its newest op. After a compaction that left no op behind the trimmed ones, the
    /// newest is the last that was trimmed.
    static let summarySQL = """
        SELECT rooms.id, rooms.name, rooms.epoch, newest.key,
            CASE WHEN coalesce(newest.key, 0) & 1099511627775 >= rooms.trimmed
                THEN coalesce(newest.at, rooms.created) ELSE rooms.trimmed_at END AS active,
            rooms.trimmed, rooms.origin
        FROM rooms LEFT JOIN ops AS newest ON newest.key =
            (SELECT max(key) FROM ops WHERE key > rooms.id << 40 AND key < (rooms.id + 1) << 40)
        """

    /// The rooms, newest activity first.
    func summaries(limit: Int) throws(SQLiteError) -> [RoomSummary] {
        let query = try connection.statement(
            LogQueries.summarySQL + " ORDER BY active DESC, rooms.id LIMIT ?1")
        defer { query.reset() }
        try query.bind(1, Int64(max(limit, 0)))
        var found: [RoomSummary] = []
        while try query.step() {
            if let summary = LogQueries.summary(from: query) {
                found.append(summary)
            }
        }
        return found
    }

    /// Nil when there is no such room, or none that anybody sees.
    func summary(of room: RoomID) throws(SQLiteError) -> RoomSummary? {
        let query = try connection.statement(LogQueries.summarySQL + " WHERE rooms.id = ?1")
        defer { query.reset() }
        try query.bind(1, room.number)
        return try query.step() ? LogQueries.summary(from: query) : nil
    }

    /// Nil when there is no such room.
    func summary(of name: RoomName) throws(SQLiteError) -> RoomSummary? {
        let query = try connection.statement(LogQueries.summarySQL + " WHERE rooms.name = ?1")
        defer { query.reset() }
        try query.bind(1, name.text)
        return try query.step() ? LogQueries.summary(from: query) : nil
    }

    /// Nil for a name that no room may have: a room that is being imported has one.
    private static func summary(from row: Statement) -> RoomSummary? {
        guard let name = RoomName(row.text(1)) else { return nil }
        let trimmed = OpKey.seq(of: row.integer(5))
        return RoomSummary(
            id: RoomID(number: row.integer(0)), name: name, epoch: row.text(2),
            head: max(OpKey.seq(of: row.integer(3)), trimmed), at: row.integer(4), trimmed: trimmed,
            origin: row.text(6))
    }

    /// Everything needed to open the room; nil when there is none. Wants a transaction around it.
    func image(of name: RoomName) throws(SQLiteError) -> RoomImage? {
        guard let summary = try summary(of: name) else { return nil }
        return RoomImage(
            id: summary.id, name: summary.name, epoch: summary.epoch, head: summary.head, lastAt: summary.at,
            current: try ops(withKeys: try currentKeys(of: summary.id)).filter { !$0.isErased },
            trimmed: summary.trimmed, imported: try lastImported(into: summary.id))
    }

    /// The newest op that came from elsewhere; `.none` when all were said here.
    private func lastImported(into room: RoomID) throws(SQLiteError) -> Seq {
        guard let first = OpKey(room, .none), let last = OpKey(room, .max) else { return .none }
        let query = try connection.statement(
            "SELECT coalesce(max(last), 0) FROM imports WHERE key > ?1 AND key <= ?2")
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        return try query.step() ? Seq(UInt64(clamping: query.integer(0))) ?? .none : .none
    }

    /// The rooms in which definitions of schedules are current, ended ones too. It reads all current ops.
    func roomsWithDefinitions() throws(SQLiteError) -> [RoomName] {
        let query = try connection.statement(
            """
            SELECT name FROM rooms WHERE id IN
                (SELECT room FROM current WHERE current.name >= ?1 AND current.name < ?2)
            ORDER BY id
            """)
        defer { query.reset() }
        try query.bind(1, DefinitionName.mark)
        try query.bind(2, DefinitionName.end)
        var found: [RoomName] = []
        while try query.step() {
            if let name = RoomName(query.text(0)) { found.append(name) }
        }
        return found
    }

    /// Tools first, each part in the order of its seqs ([HI2]).
    private func currentKeys(of room: RoomID) throws(SQLiteError) -> [Int64] {
        let query = try connection.statement(
            "SELECT room << 40 | seq FROM current WHERE room = ?1 ORDER BY type <> 'upgrade', seq")
        defer { query.reset() }
        try query.bind(1, room.number)
        var keys: [Int64] = []
        while try query.step() {
            keys.append(query.integer(0))
        }
        return keys
    }

    /// The current op of that pair; nothing when there is none, or no such room.
    func current(_ key: NamedKey, of name: RoomName) throws(SQLiteError) -> [LoggedOp] {
        guard let summary = try summary(of: name) else { return [] }
        let query = try connection.statement(
            "SELECT room << 40 | seq FROM current WHERE room = ?1 AND type = ?2 AND name = ?3")
        defer { query.reset() }
        try query.bind(1, summary.id.number)
        try query.bind(2, key.type)
        try query.bind(3, key.name)
        return try query.step() ? try ops(withKeys: [query.integer(0)]).filter { !$0.isErased } : []
    }

    /// What recognises re-sends of the newest ops up to a seq that carry an id, newest first ([ID4]).
    func resends(of room: RoomID, upTo: Seq, limit: Int) throws(SQLiteError) -> [(ResendKey, Seq)] {
        guard let newest = OpKey(room, upTo) else { return [] }
        let query = try connection.statement(LogQueries.resendsSQL)
        defer { query.reset() }
        try query.bind(1, room.number)
        try query.bind(2, newest.number)
        try query.bind(3, Int64(max(limit, 0)))
        var found: [(ResendKey, Seq)] = []
        while try query.step() {
            let participant = try author(query.integer(1)).id
            let key = ResendKey(participant: participant, client: query.text(2), id: query.text(3))
            found.append((key, OpKey.seq(of: query.integer(0))))
        }
        return found
    }

    static let resendsSQL = """
        SELECT key, author, client, op_id FROM ops INDEXED BY ops_resendable
        WHERE room = ?1 AND key <= ?2 AND op_id IS NOT NULL ORDER BY key DESC LIMIT ?3
        """
}
