internal import HubProtocol
internal import SQLite

/// What can be asked about the files of a room.
extension LogQueries {
    /// Oldest first; nil when there is no such room.
    func assets(of name: RoomName) throws(SQLiteError) -> [AssetRecord]? {
        guard let room = try summary(of: name)?.id else { return nil }
        let query = try connection.statement(
            "SELECT hash, type, bytes, at FROM assets WHERE room = ?1 ORDER BY id")
        defer { query.reset() }
        try query.bind(1, room.number)
        var found: [AssetRecord] = []
        while try query.step() {
            if let record = LogQueries.assetRecord(from: query) { found.append(record) }
        }
        return found
    }

    /// Nil when there is no such file, or no such room.
    func asset(_ hash: AssetHash, of name: RoomName) throws(SQLiteError) -> StoredAsset? {
        guard let room = try summary(of: name)?.id else { return nil }
        let query = try connection.statement(
            "SELECT hash, type, bytes, at, content FROM assets WHERE room = ?1 AND hash = ?2")
        defer { query.reset() }
        try query.bind(1, room.number)
        try query.bind(2, hash.bytes)
        guard try query.step(), let record = LogQueries.assetRecord(from: query) else { return nil }
        return StoredAsset(record: record, content: query.bytes(4))
    }

    func assetRecord(_ hash: AssetHash, of room: RoomID) throws(SQLiteError) -> AssetRecord? {
        let query = try connection.statement(
            "SELECT hash, type, bytes, at FROM assets WHERE room = ?1 AND hash = ?2")
        defer { query.reset() }
        try query.bind(1, room.number)
        try query.bind(2, hash.bytes)
        return try query.step() ? LogQueries.assetRecord(from: query) : nil
    }

    func assetTotals(of room: RoomID) throws(SQLiteError) -> (count: Int, bytes: Int) {
        let query = try connection.statement(
            "SELECT count(*), coalesce(sum(bytes), 0) FROM assets WHERE room = ?1")
        defer { query.reset() }
        try query.bind(1, room.number)
        guard try query.step() else { return (0, 0) }
        return (Int(clamping: query.integer(0)), Int(clamping: query.integer(1)))
    }

    /// The first file of the room whose bytes are not those of its name; nil when all are.
    func damagedAsset(of room: RoomID, by digest: SHA256) throws(SQLiteError) -> String? {
        let query = try connection.statement("SELECT hash, bytes, content FROM assets WHERE room = ?1")
        defer { query.reset() }
        try query.bind(1, room.number)
        while try query.step() {
            let (hash, content) = (query.bytes(0), query.bytes(2))
            if digest.hash(content) != hash || Int64(content.count) != query.integer(1) {
                return AssetHash(bytes: hash)?.text ?? "without a name"
            }
        }
        return nil
    }

    /// Nil for a row that this program can't have written.
    private static func assetRecord(from row: Statement) -> AssetRecord? {
        guard let hash = AssetHash(bytes: row.bytes(0)), let type = AssetType(rawValue: row.text(1)) else {
            return nil
        }
        return AssetRecord(hash: hash, type: type, bytes: Int(clamping: row.integer(2)), at: row.integer(3))
    }
}
