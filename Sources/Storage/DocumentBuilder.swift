internal import HubProtocol
internal import SQLite

/// A document of a room.
struct DocumentKey: Hashable {
    let room: RoomID
    let name: DocumentName
}

/// Makes the states that a document lacks, from the newest it has, in small steps, so that whoever waits for
/// the writer waits for one step at most. What a step can't divide is the reading of one state.
///
/// It only reads; what it has made is stored by its owner. What it reads may grow meanwhile, and must not be
/// changed otherwise.
final class DocumentBuilder {
    let key: DocumentKey
    private let queries: LogQueries
    private let digest = SHA256()
    private let replay: DocumentReplay
    private let head: Seq
    /// Bytes of the newest state, and of the updates since.
    private var state: Int
    private var since = 0
    private(set) var isDone = false

    /// About a millisecond of integrating.
    private static let updatesPerStep = 128

    init(_ key: DocumentKey, _ queries: LogQueries) throws(SQLiteError) {
        self.key = key
        self.queries = queries
        head = try queries.head(of: key.room)
        replay = try queries.startOfReplay(key.name, of: key.room, upTo: head)
        state = try queries.growth(of: key.name, in: key.room).state
    }

    /// Does a step, and returns a state when that finished one.
    func step() throws(SQLiteError) -> StoredDocument? {
        var updates: [LogQueries.LoggedUpdate] = []
        try queries.eachUpdate(
            of: key.name, key.room, after: replay.seq, upTo: head, limit: DocumentBuilder.updatesPerStep
        ) { updates.append($0) }
        for update in updates {
            replay.apply(update.update, at: update.seq)
            since += update.bytes
            // The rest is read again by the next step.
            if since >= StoredDocument.interval(bytes: state) { return make() }
        }
        isDone = updates.count < DocumentBuilder.updatesPerStep
        return nil
    }

    private func make() -> StoredDocument {
        let bytes = replay.state
        state = bytes.count
        since = 0
        return StoredDocument(name: key.name, seq: replay.seq, hash: digest.hash(bytes), state: bytes)
    }
}
