internal import HubProtocol
internal import SQLite

/// Keeps the files of rooms, within the transaction of whoever calls it.
///
/// It does not judge what kind of file it is, nor who brought it.
final class AssetKeeper {
    private let connection: Connection
    private let queries: LogQueries
    private let limits: AssetLimits
    private let digest = SHA256()

    init(_ connection: Connection, _ queries: LogQueries, limits: AssetLimits = AssetLimits()) {
        self.connection = connection
        self.queries = queries
        self.limits = limits
    }

    /// What is refused was not begun.
    func keep(_ asset: NewAsset, in name: RoomName) throws(SQLiteError) -> LogWriter.Outcome {
        guard let room = try queries.summary(of: name)?.id else { return .assetRefused(.noRoom) }
        guard asset.bytes.count <= limits.bytes else { return .assetRefused(.tooLarge(most: limits.bytes)) }
        guard let hash = AssetHash(bytes: digest.hash(asset.bytes)) else {
            preconditionFailure("a SHA-256 has 32 bytes")
        }
        if let known = try queries.assetRecord(hash, of: room) { return .assetKept(known, isNew: false) }
        let (count, bytes) = try queries.assetTotals(of: room)
        guard count < limits.roomCount else { return .assetRefused(.tooMany(most: limits.roomCount)) }
        guard bytes <= limits.roomBytes - asset.bytes.count else {
            return .assetRefused(.roomFull(most: limits.roomBytes))
        }
        let insert = try connection.statement(
            "INSERT INTO assets (room, hash, type, bytes, at, content) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        try insert.bind(1, room.number)
        try insert.bind(2, hash.bytes)
        try insert.bind(3, asset.type.rawValue)
        try insert.bind(4, Int64(asset.bytes.count))
        try insert.bind(5, asset.at)
        try insert.bind(6, asset.bytes)
        try insert.run()
        let record = AssetRecord(hash: hash, type: asset.type, bytes: asset.bytes.count, at: asset.at)
        return .assetKept(record, isNew: true)
    }

    /// Takes a file out of the room, and its bytes out of the database.
    func drop(_ hash: AssetHash, from room: RoomID) throws -> Freed {
        guard let record = try queries.assetRecord(hash, of: room) else {
            throw LogAppender.Refusal(reason: "the room has no asset \(hash.text)")
        }
        let delete = try connection.statement("DELETE FROM assets WHERE room = ?1 AND hash = ?2")
        try delete.bind(1, room.number)
        try delete.bind(2, hash.bytes)
        try delete.run()
        return Freed(ops: 0, bytes: record.bytes)
    }
}
