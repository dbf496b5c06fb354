internal import HubProtocol
internal import SQLite

extension LogQueries {
    /// Where a room's chain starts, as its row says.
    struct Base {
        let origin: String
        /// 0 in a log that is whole; then the rest means nothing.
        let seq: Seq
        let at: Int64
        let formerLink: [UInt8]
        let link: [UInt8]
    }

    /// Nil when there is no such room.
    func base(of room: RoomID) throws(SQLiteError) -> Base? {
        let query = try connection.statement(
            "SELECT origin, trimmed, trimmed_at, former_link, base_link FROM rooms WHERE id = ?1")
        defer { query.reset() }
        try query.bind(1, room.number)
        guard try query.step() else { return nil }
        return Base(
            origin: query.text(0), seq: OpKey.seq(of: query.integer(1)), at: query.integer(2),
            formerLink: query.bytes(3), link: query.bytes(4))
    }

    struct StoredCheckpoint {
        let seq: Seq
        let version: Int64
        let hash: [UInt8]
        let state: [UInt8]
    }

    func storedCheckpoint(of room: RoomID, after: Seq) throws(SQLiteError) -> StoredCheckpoint? {
        guard let first = OpKey(room, after), let last = OpKey(room, .max) else { return nil }
        let query = try connection.statement(
            """
            SELECT key, version, hash, state FROM checkpoints WHERE key > ?1 AND key <= ?2
            ORDER BY key LIMIT 1
            """)
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        guard try query.step() else { return nil }
        return StoredCheckpoint(
            seq: OpKey.seq(of: query.integer(0)), version: query.integer(1), hash: query.bytes(2),
            state: query.bytes(3))
    }

    /// The table of current ops as it stands.
    func currentPairs(of room: RoomID) throws(SQLiteError) -> [NamedKey: Seq] {
        let query = try connection.statement("SELECT type, name, seq FROM current WHERE room = ?1")
        defer { query.reset() }
        try query.bind(1, room.number)
        var found: [NamedKey: Seq] = [:]
        while try query.step() {
            found[NamedKey(type: query.text(0), name: query.text(1))] = OpKey.seq(of: query.integer(2))
        }
        return found
    }

    func imports(of room: RoomID) throws(SQLiteError) -> [ImportedRange] {
        guard let first = OpKey(room, .none), let last = OpKey(room, .max) else { return [] }
        let query = try connection.statement(
            "SELECT key, last, at, source FROM imports WHERE key > ?1 AND key <= ?2 ORDER BY key")
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        var found: [ImportedRange] = []
        while try query.step() {
            found.append(
                ImportedRange(
                    first: OpKey.seq(of: query.integer(0)), last: OpKey.seq(of: query.integer(1)),
                    at: query.integer(2), source: query.text(3)))
        }
        return found
    }

    /// The link of an op, or of the base where the log has nothing behind it.
    func link(of room: RoomID, at seq: Seq) throws(SQLiteError) -> [UInt8]? {
        if let base = try base(of: room), base.seq == seq { return base.link }
        guard let key = OpKey(room, seq) else { return nil }
        let query = try connection.statement("SELECT chain_hash FROM ops WHERE key = ?1")
        defer { query.reset() }
        try query.bind(1, key.number)
        return try query.step() ? query.bytes(0) : nil
    }

    func signingKey() throws(SQLiteError) -> SigningKey? {
        let query = try connection.statement("SELECT value FROM meta WHERE key = ?1")
        defer { query.reset() }
        try query.bind(1, SigningKey.secretName)
        return try query.step() ? SigningKey(seed: query.bytes(0)) : nil
    }

    // MARK: Sizes

    func statistics(of room: RoomID) throws(SQLiteError) -> RoomStatistics {
        let range = "key > \(room.number) << 40 AND key < (\(room.number) + 1) << 40"
        let assets = try assetTotals(of: room)
        return RoomStatistics(
            ops: try number("SELECT count(*) FROM ops WHERE \(range)"),
            bytes: try number("SELECT coalesce(sum(length(payload)), 0) FROM ops WHERE \(range)"),
            current: try number("SELECT count(*) FROM current WHERE room = \(room.number)"),
            erased: try number("SELECT count(*) FROM erasures WHERE \(range)"),
            checkpoints: try number("SELECT count(*) FROM checkpoints WHERE \(range)"),
            checkpointBytes: try number(
                "SELECT coalesce(sum(length(state)), 0) FROM checkpoints WHERE \(range)"),
            documents: try numberOfDocuments(of: room),
            documentStates: try number("SELECT count(*) FROM documents WHERE room = \(room.number)"),
            documentBytes: try number(
                "SELECT coalesce(sum(length(state)), 0) FROM documents WHERE room = \(room.number)"),
            assets: Int64(assets.count), assetBytes: Int64(assets.bytes))
    }

    private func numberOfDocuments(of room: RoomID) throws(SQLiteError) -> Int64 {
        var count: Int64 = 0
        var after = ""
        while let name = try nextDocument(of: room, after: after) {
            after = name.text
            count += 1
        }
        return count
    }

    /// The one number that a query gives.
    func number(_ sql: String) throws(SQLiteError) -> Int64 {
        let query = try connection.statement(sql)
        defer { query.reset() }
        return try query.step() ? query.integer(0) : 0
    }
}
