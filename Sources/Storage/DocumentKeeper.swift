internal import HubProtocol
internal import SQLite

/// Which documents wait for a state to be made of them, and the ones that wait to be stored.
///
/// It is confined to the writer's thread. It works only when it is told to, off the way of ops; what is made
/// goes into the next transaction, whoever that is for.
final class DocumentKeeper {
    private let queries: LogQueries
    private let maintainer: LogMaintainer
    private let appender: LogAppender
    private var waiting: [DocumentKey] = []
    private var builder: DocumentBuilder?
    private var made: [(room: RoomID, StoredDocument)] = []

    init(_ appender: LogAppender, _ maintainer: LogMaintainer) {
        queries = appender.queries
        self.appender = appender
        self.maintainer = maintainer
    }

    /// States wait for their transaction alone: a large document has many, and one at a time is held.
    var hasSteps: Bool { made.isEmpty && (builder != nil || !waiting.isEmpty) }

    var hasMade: Bool { !made.isEmpty }

    /// These documents have grown by what was committed.
    func note(_ grown: Set<DocumentKey>) {
        for key in grown where builder?.key != key && !waiting.contains(key) { waiting.append(key) }
    }

    /// The room was changed by maintenance: what was read of it may not hold.
    func forget(_ room: RoomID) {
        if builder?.key.room == room { builder = nil }
        waiting.removeAll { $0.room == room }
        made.removeAll { $0.room == room }
    }

    /// A transaction failed. What was made is right, and yet not worth holding on to.
    func forget() {
        builder = nil
        waiting.removeAll()
        made.removeAll()
    }

    /// One step, outside of any transaction. A document that can't be read is left for when it grows again.
    func step() {
        do {
            if builder == nil, let key = waiting.popLast() { builder = try DocumentBuilder(key, queries) }
            guard let builder else { return }
            if let done = try builder.step() { made.append((builder.key.room, done)) }
            if builder.isDone { self.builder = nil }
        } catch {
            builder = nil
        }
    }

    /// Within a transaction.
    func store() throws(SQLiteError) {
        for (room, document) in made { try maintainer.insert(document, of: room) }
    }

    /// That transaction is committed.
    func stored() {
        for (room, document) in made { appender.kept(document, of: room) }
        made.removeAll()
    }

    /// Makes and stores all that the room's documents lack, within a transaction.
    func complete(_ room: RoomID) throws {
        forget(room)
        var after = ""
        while let name = try queries.nextDocument(of: room, after: after) {
            after = name.text
            let builder = try DocumentBuilder(DocumentKey(room: room, name: name), queries)
            while !builder.isDone {
                if let made = try builder.step() { try maintainer.insert(made, of: room) }
            }
        }
        appender.forget(room)
    }
}
