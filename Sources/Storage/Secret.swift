internal import COpenSSL
internal import SQLite

/// Random bytes that a database keeps under a name, such as the key that signs a hub's tokens.
///
/// It does not say what they are for, and nothing ever prints them.
enum Secret {
    /// Through a connection of its own, so that the writing thread isn't asked.
    static func loadOrMake(
        named name: String, length: Int, in folder: DataFolder
    ) throws(StorageError) -> [UInt8] {
        // Always durable: a key that a power cut takes back would turn every participant into a stranger.
        let connection = try LogDatabase.openForWriting(folder, durability: .full)
        do {
            return try connection.transaction(.immediate) { () throws(SQLiteError) in
                try loadOrMake(named: name, length: length, on: connection)
            }
        } catch {
            throw StorageError(error)
        }
    }

    /// Wants a transaction around it.
    @discardableResult
    static func loadOrMake(
        named name: String, length: Int, on connection: Connection
    ) throws(SQLiteError) -> [UInt8] {
        let find = try connection.statement("SELECT value FROM meta WHERE key = ?1")
        defer { find.reset() }
        try find.bind(1, name)
        if try find.step() { return find.bytes(0) }
        let made = [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
            precondition(RAND_bytes(bytes.baseAddress, Int32(length)) == 1, "the system has random bytes")
            count = length
        }
        let insert = try connection.statement("INSERT INTO meta (key, value) VALUES (?1, ?2)")
        try insert.bind(1, name)
        try insert.bind(2, made)
        try insert.run()
        return made
    }
}
