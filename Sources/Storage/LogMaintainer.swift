internal import HubProtocol
internal import SQLite

/// What is done to a whole log within a transaction: erasing, compacting, renaming, deleting.
///
/// It neither begins nor ends the transaction; what it refuses it has not begun.
final class LogMaintainer {
    let connection: Connection
    private let appender: LogAppender
    let digest = SHA256()
    private let stateHash = StateHash()

    var queries: LogQueries { appender.queries }

    /// In `meta`: the largest number of a room that was deleted.
    static let largestDeleted = "largest deleted room"

    init(_ connection: Connection, appender: LogAppender) {
        self.connection = connection
        self.appender = appender
    }

    // MARK: Erasing

    /// Empties the op's payload. Its row stays, and with it what it did to the state.
    func erase(_ seq: Seq, in room: RoomID, epoch: String, _ erasure: Erasure) throws -> Freed {
        guard let key = OpKey(room, seq) else { throw refusal("no such room") }
        let find = try connection.statement("SELECT type, length(payload), name FROM ops WHERE key = ?1")
        defer { find.reset() }
        try find.bind(1, key.number)
        guard try find.step() else { throw refusal("the log has no op \(seq.number)") }
        let bytes = find.integer(1)
        guard bytes > 0 else { throw refusal("op \(seq.number) was erased before") }
        guard !["joined", "disconnected"].contains(find.text(0)) else {
            throw refusal("op \(seq.number) is the hub's own, and holds nothing but a number")
        }
        if let document = DocumentName(ofType: find.text(0), stored: find.optionalText(2)) {
            throw refusal(
                """
                op \(seq.number) is an update of the document '\(document.text)', on which later ones rest: \
                delete in the document what must go, and compact the log up to there
                """)
        }
        find.reset()
        let empty = try connection.statement("UPDATE ops SET payload = x'' WHERE key = ?1")
        try empty.bind(1, key.number)
        try empty.run()
        try insert(erasure, key: key)
        let rename = try connection.statement("UPDATE rooms SET epoch = ?2 WHERE id = ?1")
        try rename.bind(1, room.number)
        try rename.bind(2, epoch)
        try rename.run()
        return Freed(ops: 1, bytes: Int(clamping: bytes))
    }

    func insert(_ erasure: Erasure, key: OpKey) throws(SQLiteError) {
        let insert = try connection.statement("INSERT INTO erasures (key, at, actor) VALUES (?1, ?2, ?3)")
        try insert.bind(1, key.number)
        try insert.bind(2, erasure.at)
        try insert.bind(3, erasure.actor)
        try insert.run()
    }

    // MARK: Compacting

    /// Drops the ops before the first one kept, but not those that were current then, and starts the chain
    /// from their hash. Returns the last seq that is trimmed.
    func compact(_ room: RoomID, keep: Retention) throws -> (trimmed: Seq, Freed) {
        guard let summary = try queries.summary(of: room) else { throw refusal("no such room") }
        let last =
            switch keep {
            case .newest(let count): Seq(summary.head.number - min(count, summary.head.number)) ?? .none
            case .from(let seq): min(Seq(seq.number == 0 ? 0 : seq.number - 1) ?? .none, summary.head)
            }
        guard last > summary.trimmed else { return (summary.trimmed, Freed(ops: 0, bytes: 0)) }
        guard let key = OpKey(room, last) else { throw refusal("no such room") }
        let row = try connection.statement("SELECT at, chain_hash FROM ops WHERE key = ?1")
        defer { row.reset() }
        try row.bind(1, key.number)
        guard try row.step() else { throw refusal("op \(last.number) is missing: the log is damaged") }
        let (at, former) = (row.integer(0), row.bytes(1))
        row.reset()
        let state = try replayState(of: room, at: last)
        try keepDocuments(of: room, upTo: last)
        let base = ChainHash(
            former: former, seq: last, at: at, state: state.hash,
            documents: try queries.documentDigests(of: room, upTo: last), by: digest)
        try trim(room, to: last, at: at, former: former, base: base)
        let freed = try drop(upTo: last, of: room, except: state.checkpoint.current)
        try insert(state.checkpoint, hash: state.hash, of: room)
        try relink(room, after: last, from: base)
        appender.forget(room)
        return (last, freed)
    }

    private func replayState(
        of room: RoomID, at seq: Seq
    ) throws(SQLiteError) -> (checkpoint: Checkpoint, hash: [UInt8]) {
        let replay = try queries.replayedState(of: room, at: seq)
        let checkpoint = Checkpoint(seq: seq, current: replay.current, present: replay.present)
        return (checkpoint, try queries.hash(of: checkpoint, in: room, by: stateHash))
    }

    func trim(
        _ room: RoomID, to seq: Seq, at: Int64, former: [UInt8], base: ChainHash
    ) throws(SQLiteError) {
        let update = try connection.statement(
            """
            UPDATE rooms SET trimmed = ?2, trimmed_at = ?3, former_link = ?4, base_link = ?5 WHERE id = ?1
            """)
        try update.bind(1, room.number)
        try update.bind(2, Int64(truncatingIfNeeded: seq.number))
        try update.bind(3, at)
        try update.bind(4, former)
        try update.bind(5, base.bytes)
        try update.run()
    }

    func insert(_ checkpoint: Checkpoint, hash: [UInt8], of room: RoomID) throws(SQLiteError) {
        guard let key = OpKey(room, checkpoint.seq) else { return }
        let insert = try connection.statement(
            """
            INSERT INTO checkpoints (key, version, hash, state) VALUES (?1, \(Checkpoint.version), ?2, ?3)
            ON CONFLICT DO UPDATE SET version = excluded.version, hash = excluded.hash, state = excluded.state
            """)
        try insert.bind(1, key.number)
        try insert.bind(2, hash)
        try insert.bind(3, checkpoint.state)
        try insert.run()
    }

    /// Deletes what lies up to `last`, gap by gap between the ops that stay.
    private func drop(upTo last: Seq, of room: RoomID, except kept: [Seq]) throws(SQLiteError) -> Freed {
        guard let first = OpKey(room, .none), let end = OpKey(room, last) else {
            return Freed(ops: 0, bytes: 0)
        }
        var total = Freed(ops: 0, bytes: 0)
        var after = first.number
        for key in kept.compactMap({ OpKey(room, $0)?.number }) + [end.number + 1] {
            let freed = try dropOps(after: after, before: key)
            total = Freed(ops: total.ops + freed.ops, bytes: total.bytes + freed.bytes)
            after = key
        }
        let unlink = "UPDATE ops SET chain_hash = x'' WHERE key > ?1 AND key <= ?2"
        let checkpoints = "DELETE FROM checkpoints WHERE key > ?1 AND key <= ?2"
        let erasures = """
            DELETE FROM erasures WHERE key > ?1 AND key <= ?2 AND key NOT IN (SELECT key FROM ops)
            """
        for sql in [unlink, checkpoints, erasures] {
            try run(sql, first.number, end.number)
        }
        return total
    }

    private func dropOps(after: Int64, before: Int64) throws(SQLiteError) -> Freed {
        guard after + 1 < before else { return Freed(ops: 0, bytes: 0) }
        let sum = try connection.statement(
            "SELECT count(*), coalesce(sum(length(payload)), 0) FROM ops WHERE key > ?1 AND key < ?2")
        defer { sum.reset() }
        try sum.bind(1, after)
        try sum.bind(2, before)
        guard try sum.step() else { return Freed(ops: 0, bytes: 0) }
        let freed = Freed(ops: Int(clamping: sum.integer(0)), bytes: Int(clamping: sum.integer(1)))
        sum.reset()
        try run("DELETE FROM ops WHERE key > ?1 AND key < ?2", after, before)
        return freed
    }

    private func run(_ sql: String, _ first: Int64, _ second: Int64) throws(SQLiteError) {
        let statement = try connection.statement(sql)
        try statement.bind(1, first)
        try statement.bind(2, second)
        try statement.run()
    }

    /// Computes the links anew, in parts, since a row can't be changed while a statement stands on it.
    private func relink(_ room: RoomID, after: Seq, from base: ChainHash) throws {
        let update = try connection.statement("UPDATE ops SET chain_hash = ?2 WHERE key = ?1")
        var link = base
        var after = after
        while true {
            var links: [(key: Int64, link: [UInt8])] = []
            try queries.eachRecord(of: room, after: after, upTo: .max, limit: 512) { record, _ in
                link = link.next(record.op, payloadHash: record.payloadHash, by: digest)
                if let key = OpKey(room, record.op.seq) { links.append((key.number, link.bytes)) }
                after = record.op.seq
            }
            for (key, bytes) in links {
                try update.bind(1, key)
                try update.bind(2, bytes)
                try update.run()
            }
            guard links.count == 512 else { return }
        }
    }

    // MARK: Rooms

    func rename(_ room: RoomID, to name: RoomName) throws {
        guard try queries.summary(of: room) != nil else { throw refusal("no such room") }
        try setName(room, name)
    }

    /// Gives the room a name that no other has.
    func setName(_ room: RoomID, _ name: RoomName) throws {
        guard try queries.summary(of: name) == nil else {
            throw refusal("there is a room of that name already")
        }
        let update = try connection.statement("UPDATE rooms SET name = ?2 WHERE id = ?1")
        try update.bind(1, room.number)
        try update.bind(2, name.text)
        try update.run()
    }

    /// Deletes a room with all that belongs to it; also one that is being imported.
    func delete(_ room: RoomID) throws -> Freed {
        guard let first = OpKey(room, .none), let last = OpKey(room, .max), try exists(room) else {
            throw refusal("no such room")
        }
        let freed = try dropOps(after: first.number, before: last.number + 1)
        for table in ["checkpoints", "erasures", "imports"] {
            try run("DELETE FROM \(table) WHERE key > ?1 AND key <= ?2", first.number, last.number)
        }
        for table in ["current", "assets"] {
            try run("DELETE FROM \(table) WHERE room BETWEEN ?1 AND ?2", room.number, room.number)
        }
        try run("DELETE FROM rooms WHERE id BETWEEN ?1 AND ?2", room.number, room.number)
        let note = try connection.statement(
            """
            INSERT INTO meta (key, value) VALUES ('\(LogMaintainer.largestDeleted)', ?1)
            ON CONFLICT DO UPDATE SET value = max(value, excluded.value)
            """)
        try note.bind(1, room.number)
        try note.run()
        appender.forget(room)
        return freed
    }

    private func exists(_ room: RoomID) throws(SQLiteError) -> Bool {
        let query = try connection.statement("SELECT 1 FROM rooms WHERE id = ?1")
        defer { query.reset() }
        try query.bind(1, room.number)
        return try query.step()
    }

    private func refusal(_ reason: String) -> LogAppender.Refusal {
        LogAppender.Refusal(reason: reason)
    }
}
