internal import HubProtocol
internal import SQLite

/// Rooms that are filled with ops from elsewhere, within transactions: nobody sees one until it has its name.
///
/// It does not read session files.
final class LogImporter {
    private let connection: Connection
    private let appender: LogAppender
    private let maintainer: LogMaintainer
    private let digest = SHA256()
    private let stateHash = StateHash()
    private var imports: [RoomID: Import] = [:]

    /// Before the name of a room that is being imported; no room that anybody can see has a slash in its
    /// name.
    private static let prefix = "import/"

    init(_ connection: Connection, appender: LogAppender, maintainer: LogMaintainer) {
        self.connection = connection
        self.appender = appender
        self.maintainer = maintainer
    }

    /// What a room under way still waits for.
    private struct Import {
        let origin: LogOrigin
        let at: Int64
        let source: String
        var first: Seq?
        /// The ops that a base keeps come first; then the base is laid and the chain begins.
        var isBased: Bool
        var lastKept = Seq.none
        var kept: [Seq] = []
    }

    /// After a rollback the rooms of this run that are not committed are gone, and the others can't go on.
    func forget() {
        imports.removeAll()
    }

    /// The room is deleted.
    func forget(_ room: RoomID) {
        imports[room] = nil
    }

    /// Deletes what an earlier run of the program left unfinished.
    func sweep() throws {
        let query = try connection.statement("SELECT id FROM rooms WHERE name GLOB '\(LogImporter.prefix)*'")
        var left: [RoomID] = []
        while try query.step() { left.append(RoomID(number: query.integer(0))) }
        for room in left { _ = try maintainer.delete(room) }
    }

    func begin(_ origin: LogOrigin, epoch: String, at: Int64, source: String) throws -> RoomID {
        let room = try appender.insertRoom(
            LogImporter.prefix + epoch, epoch: epoch, origin: origin.epoch, at: at)
        imports[room] = Import(origin: origin, at: at, source: source, isBased: origin.base == nil)
        return room
    }

    /// Returns the last seq.
    func append(_ ops: [ImportedOp], to room: RoomID) throws -> Seq {
        guard var state = imports[room] else { throw LogAppender.Refusal(reason: "no such import") }
        var last = state.lastKept
        for op in ops {
            let logged = op.op
            guard op.erased == nil ? !logged.payload.bytes.isEmpty : logged.payload.bytes.isEmpty else {
                throw LogAppender.Refusal(reason: "op \(logged.seq.number) is neither whole nor erased")
            }
            if let base = state.origin.base, !state.isBased, logged.seq <= base.seq {
                guard logged.seq > state.lastKept, logged.name != nil else {
                    throw LogAppender.Refusal(
                        reason: "op \(logged.seq.number) is none that a compaction keeps")
                }
                try appender.keep(op, in: room)
                state.lastKept = logged.seq
                state.kept.append(logged.seq)
            } else {
                try lay(&state, in: room)
                try appender.append(imported: op, to: room)
            }
            if let erased = op.erased, let key = OpKey(room, logged.seq) {
                try maintainer.insert(erased.erasure, key: key)
            }
            state.first = state.first ?? logged.seq
            last = logged.seq
        }
        try mark(&state, of: room, through: last)
        imports[room] = state
        return last
    }

    /// The states of documents that the base has.
    func append(documents: [StoredDocument], to room: RoomID) throws {
        guard !documents.isEmpty else { return }
        guard let state = imports[room] else { throw LogAppender.Refusal(reason: "no such import") }
        guard let base = state.origin.base, !state.isBased else {
            throw LogAppender.Refusal(reason: "a document's state belongs to the base of a log")
        }
        for document in documents {
            guard document.seq > .none, document.seq <= base.seq else {
                throw LogAppender.Refusal(
                    reason: "the state of the document '\(document.name.text)' is not from before the base")
            }
            try maintainer.insert(document, of: room)
        }
    }

    /// Begins the chain where the compaction of the log in its first place left it.
    private func lay(_ state: inout Import, in room: RoomID) throws {
        guard !state.isBased, let base = state.origin.base else { return }
        var present: [Int64] = []
        for author in base.present { present.append(try appender.author(author)) }
        let checkpoint = Checkpoint(seq: base.seq, current: state.kept, present: present)
        let hash = try appender.queries.hash(of: checkpoint, in: room, by: stateHash)
        try maintainer.insert(checkpoint, hash: hash, of: room)
        let link = ChainHash(
            former: base.formerLink, seq: base.seq, at: base.at, state: hash,
            documents: try appender.queries.documentDigests(of: room, upTo: base.seq), by: digest)
        try maintainer.trim(room, to: base.seq, at: base.at, former: base.formerLink, base: link)
        appender.forget(room)
        state.isBased = true
        state.kept = []
    }

    /// Notes which ops came from elsewhere.
    private func mark(_ state: inout Import, of room: RoomID, through last: Seq) throws(SQLiteError) {
        guard let first = state.first, let key = OpKey(room, first) else { return }
        let mark = try connection.statement(
            """
            INSERT INTO imports (key, last, at, source) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET last = excluded.last
            """)
        try mark.bind(1, key.number)
        try mark.bind(2, Int64(truncatingIfNeeded: last.number))
        try mark.bind(3, state.at)
        try mark.bind(4, state.source)
        try mark.run()
    }

    func finish(_ room: RoomID, as name: RoomName) throws -> RoomImage {
        guard var state = imports[room] else { throw LogAppender.Refusal(reason: "no such import") }
        try lay(&state, in: room)
        try maintainer.setName(room, name)
        imports[room] = nil
        guard let image = try appender.queries.image(of: name) else {
            throw LogAppender.Refusal(reason: "no such import")
        }
        return image
    }
}
