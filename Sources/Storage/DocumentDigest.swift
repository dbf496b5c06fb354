internal import HubProtocol
internal import SQLite

/// What the link of a base says of a document ([HC4]).
struct DocumentDigest: Hashable {
    let name: DocumentName
    let seq: Seq
    /// SHA-256 of its state.
    let hash: [UInt8]

    init(name: DocumentName, seq: Seq, hash: [UInt8]) {
        self.name = name
        self.seq = seq
        self.hash = hash
    }

    init(_ document: StoredDocument) {
        self.init(name: document.name, seq: document.seq, hash: document.hash)
    }
}

extension LogQueries {
    /// The document's state right after `last`, at the seq of its newest update then; nil if it began later.
    func baseDocument(
        _ name: DocumentName, of room: RoomID, at last: Seq
    ) throws(SQLiteError) -> StoredDocument? {
        let stored = try storedDocument(name, of: room, upTo: last)
        var hasGrown = false
        try eachUpdate(of: name, room, after: stored?.seq ?? .none, upTo: last, limit: 1) { _ in
            hasGrown = true
        }
        // One that is there is what it would be made again, or its content was left out and can't be.
        guard hasGrown else { return stored }
        guard let state = try document(name, of: room, at: last) else { return nil }
        return StoredDocument(
            name: name, seq: state.seq, hash: SHA256().hash(state.update), state: state.update)
    }

    /// Those of a base's documents, in the order of their names' bytes.
    func documentDigests(of room: RoomID, upTo seq: Seq) throws(SQLiteError) -> [DocumentDigest] {
        let query = try connection.statement(
            "SELECT name, seq, hash FROM documents WHERE room = ?1 AND seq <= ?2 ORDER BY name, seq")
        defer { query.reset() }
        try query.bind(1, room.number)
        try query.bind(2, Int64(truncatingIfNeeded: seq.number))
        var found: [DocumentDigest] = []
        while try query.step() {
            guard let name = DocumentName(query.text(0)) else { continue }
            found.append(
                DocumentDigest(name: name, seq: OpKey.seq(of: query.integer(1)), hash: query.bytes(2)))
        }
        return found
    }
}
