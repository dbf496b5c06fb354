public import HubProtocol
internal import SQLite

/// What a log can be asked by whoever wants to look back in it, or to be sure of it.
extension LogSnapshot {
    /// The room as it was at a moment; nil when a compaction dropped what it would take.
    ///
    /// It costs the state and the ops since the nearest checkpoint, not the history.
    public func state(of room: RoomSummary, at moment: LogMoment) throws(StorageError) -> RoomState? {
        try asking { queries throws(SQLiteError) in
            try queries.state(of: room, at: moment)
        }
    }

    /// Hands each op with what the log keeps beside it to `body`, oldest first, holding one at a time.
    ///
    /// In a compacted log the ops of the base's state come first. Throws a ``StorageError``, or what `body`
    /// throws.
    public func forEachRecord(
        in room: RoomID, after: Seq = .none, upTo: Seq = .max, _ body: (LogRecord) throws -> Void
    ) throws {
        do {
            try queries.eachRecord(of: room, after: after, upTo: upTo, limit: .max) { record, _ in
                try body(record)
            }
        } catch let error as SQLiteError {
            throw StorageError(error)
        }
    }

    /// Hands over the states that documents have where a log begins, in the order of their names' bytes,
    /// holding one at a time; none where it begins with its first op.
    ///
    /// Throws a ``StorageError``, or what `body` throws.
    func forEachDocument(
        of room: RoomSummary, where base: LogBase?, _ body: (StoredDocument) throws -> Void
    ) throws {
        guard let base else { return }
        do {
            var after = ""
            while let name = try queries.nextDocument(of: room.id, after: after) {
                after = name.text
                if let document = try queries.baseDocument(name, of: room.id, at: base.seq) {
                    try body(document)
                }
            }
        } catch let error as SQLiteError {
            throw StorageError(error)
        }
    }

    /// The document right after a seq; nil when there was none, or a compaction dropped what it would take.
    public func document(
        _ name: DocumentName, of room: RoomID, at seq: Seq
    ) throws(StorageError) -> DocumentState? {
        try asking { queries throws(SQLiteError) in
            try queries.document(name, of: room, at: seq)
        }
    }

    /// Computes the log once more and compares; `progress` is told now and then how far it is. An unknown
    /// room has a sound log without ops.
    public func verify(
        _ room: RoomID, progress: (Seq) -> Void = { _ in }
    ) throws(StorageError) -> LogReport {
        do {
            return try LogVerifier(room, queries)?.verify(progress: progress) ?? LogReport()
        } catch let error as SQLiteError {
            throw StorageError(error)
        } catch {
            preconditionFailure("no other error is thrown above")
        }
    }

    /// Where the chain starts, in a log that was compacted; nil in one that is whole.
    public func base(of room: RoomID) throws(StorageError) -> LogBase? {
        try asking { queries throws(SQLiteError) in
            guard let base = try queries.base(of: room), base.seq > .none else { return nil }
            let checkpoint = try queries.checkpoint(of: room, upTo: base.seq)
            let present = try queries.authors(checkpoint?.seq == base.seq ? checkpoint?.present ?? [] : [])
            return LogBase(seq: base.seq, at: base.at, formerLink: base.formerLink, present: present)
        }
    }

    /// Which of the room's ops came from elsewhere, oldest first.
    public func imports(of room: RoomID) throws(StorageError) -> [ImportedRange] {
        try asking { queries throws(SQLiteError) in
            try queries.imports(of: room)
        }
    }

    /// The newest seq whose op is older than `ms` (milliseconds since 1970).
    public func lastSeq(of room: RoomSummary, before ms: Int64) throws(StorageError) -> Seq {
        try asking { queries throws(SQLiteError) in
            try queries.lastSeq(before: ms, of: room.id, upTo: room.head)
        }
    }

    /// The head, signed with the hub's key; nil for a log without ops.
    public func signedHead(of room: RoomSummary) throws(StorageError) -> SignedHead? {
        try asking { queries throws(SQLiteError) in
            guard room.head > .none, let link = try queries.link(of: room.id, at: room.head),
                let key = try queries.signingKey()
            else { return nil }
            return SignedHead(origin: room.origin, seq: room.head, link: link, by: key)
        }
    }

    /// What the room takes.
    public func statistics(of room: RoomID) throws(StorageError) -> RoomStatistics {
        try asking { queries throws(SQLiteError) in
            try queries.statistics(of: room)
        }
    }

    /// What the database takes on the disk.
    public func size() throws(StorageError) -> DatabaseSize {
        try asking { queries throws(SQLiteError) in
            let page = try queries.number("PRAGMA page_size")
            return DatabaseSize(
                database: page * (try queries.number("PRAGMA page_count")),
                free: page * (try queries.number("PRAGMA freelist_count")),
                writeAheadLog: FileSize.of(folder.databasePath + "-wal"))
        }
    }

    private func asking<Answer>(
        _ question: (LogQueries) throws(SQLiteError) -> Answer
    ) throws(StorageError) -> Answer {
        do {
            return try question(queries)
        } catch {
            throw StorageError(error)
        }
    }
}
