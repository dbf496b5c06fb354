internal import HubProtocol
internal import SQLite

/// How much was logged of documents since their newest states, so that it is noticed when one is due for
/// another.
///
/// It makes none, and forgets all it knows when a transaction was rolled back.
struct DocumentGrowth {
    private var known: [DocumentKey: Growth] = [:]
    private var grown: Set<DocumentKey> = []

    /// Bounds what is kept in memory (about 2 MB); beyond it everything is read again from the database.
    private static let mostKept = 10_000

    private struct Growth {
        var state: Int
        var since: Int
    }

    /// An update of so many bytes was logged just now.
    mutating func add(_ bytes: Int, to key: DocumentKey, _ queries: LogQueries) throws(SQLiteError) {
        var growth: Growth
        if let found = known[key] {
            growth = found
            growth.since += bytes
        } else {
            // The update is in the database, and so in this.
            let read = try queries.growth(of: key.name, in: key.room)
            growth = Growth(state: read.state, since: read.since)
            if known.count >= DocumentGrowth.mostKept { known.removeAll() }
        }
        known[key] = growth
        if growth.since >= StoredDocument.interval(bytes: growth.state) { grown.insert(key) }
    }

    /// The documents that have become due for a state; asked once for each time.
    mutating func takeGrown() -> Set<DocumentKey> {
        defer { grown.removeAll() }
        return grown
    }

    /// The document has another state.
    mutating func forget(_ key: DocumentKey) {
        known[key] = nil
        grown.remove(key)
    }

    mutating func forget(_ room: RoomID) {
        known = known.filter { $0.key.room != room }
        grown = grown.filter { $0.room != room }
    }

    mutating func forget() {
        known.removeAll()
        grown.removeAll()
    }
}
