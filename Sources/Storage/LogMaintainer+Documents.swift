internal import HubProtocol
internal import SQLite

/// What maintenance does to the states of documents.
extension LogMaintainer {
    func insert(_ document: StoredDocument, of room: RoomID) throws(SQLiteError) {
        let insert = try connection.statement(
            """
            INSERT INTO documents (room, name, seq, version, hash, state)
            VALUES (?1, ?2, ?3, \(StoredDocument.version), ?4, ?5)
            ON CONFLICT (room, name, seq)
            DO UPDATE SET version = excluded.version, hash = excluded.hash, state = excluded.state
            """)
        try insert.bind(1, room.number)
        try insert.bind(2, document.name.text)
        try insert.bind(3, Int64(truncatingIfNeeded: document.seq.number))
        try insert.bind(4, document.hash)
        try insert.bind(5, document.state)
        try insert.run()
    }

    /// Keeps of each document the state right after `last`, at the seq of its newest update then, and drops
    /// the older ones. The updates are still there, and may go afterwards.
    func keepDocuments(of room: RoomID, upTo last: Seq) throws(SQLiteError) {
        var after = ""
        while let name = try queries.nextDocument(of: room, after: after) {
            after = name.text
            guard let newest = try queries.baseDocument(name, of: room, at: last) else { continue }
            try insert(newest, of: room)
            let drop = try connection.statement(
                "DELETE FROM documents WHERE room = ?1 AND name = ?2 AND seq < ?3")
            try drop.bind(1, room.number)
            try drop.bind(2, name.text)
            try drop.bind(3, Int64(truncatingIfNeeded: newest.seq.number))
            try drop.run()
        }
    }
}
