internal import HubProtocol
internal import SQLite

extension LogQueries {
    /// The state right after `moment`, from the nearest checkpoint before it and the ops between; nil when a
    /// compaction dropped what it would take.
    func state(of room: RoomSummary, at moment: LogMoment) throws(SQLiteError) -> RoomState? {
        let seq: Seq
        switch moment {
        case .seq(let asked):
            seq = min(asked, room.head)
            guard seq >= room.trimmed else { return nil }
        case .time(let ms):
            // The one before the first that is later.
            let after = ms == .max ? room.head : try lastSeq(before: ms + 1, of: room.id, upTo: room.head)
            guard after >= room.trimmed else { return nil }
            seq = after
        }
        let replay = try replayedState(of: room.id, at: seq)
        let keys = replay.current.compactMap { OpKey(room.id, $0)?.number }
        let current = try ops(withKeys: keys).filter { !$0.isErased }
        return RoomState(
            seq: seq,
            current: current.filter { $0.type == "upgrade" } + current.filter { $0.type != "upgrade" },
            present: try authors(replay.present))
    }

    /// What the ops up to `seq` come to.
    func replayedState(of room: RoomID, at seq: Seq) throws(SQLiteError) -> StateReplay {
        var replay = StateReplay()
        var after = Seq.none
        if let checkpoint = try checkpoint(of: room, upTo: seq) {
            replay = try self.replay(from: checkpoint, of: room)
            after = checkpoint.seq
        }
        try eachStep(of: room, after: after, upTo: seq) { replay.apply($0) }
        return replay
    }

    /// Hands over the ops that may change the state, oldest first.
    func eachStep(
        of room: RoomID, after: Seq, upTo: Seq, _ body: (StateReplay.Step) -> Void
    ) throws(SQLiteError) {
        guard let first = OpKey(room, after), let last = OpKey(room, upTo) else { return }
        let query = try connection.statement(
            """
            SELECT key, type, name, author, CASE WHEN type = 'joined' THEN payload END FROM ops
            WHERE key > ?1 AND key <= ?2 AND (name IS NOT NULL OR type IN ('joined', 'disconnected'))
            ORDER BY key
            """)
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        while try query.step() {
            body(try step(from: query))
        }
    }

    private func step(from row: Statement) throws(SQLiteError) -> StateReplay.Step {
        let author = row.integer(3)
        return StateReplay.Step(
            seq: OpKey.seq(of: row.integer(0)), type: row.text(1), name: row.optionalText(2), author: author,
            participant: try self.author(author).id, isFirst: row.bytes(4) == LogQueries.first.bytes)
    }

    /// What the hub logs when somebody comes to an empty room.
    static let first = HubOps.joined(participants: 1)

    func authors(_ rows: [Int64]) throws(SQLiteError) -> [Author] {
        var found: [Author] = []
        for row in rows { found.append(try author(row)) }
        return found
    }

    // MARK: Checkpoints

    /// The newest one that can be read and is not later than `seq`; one that is damaged is passed over, since
    /// the ops say the same.
    func checkpoint(of room: RoomID, upTo seq: Seq) throws(SQLiteError) -> Checkpoint? {
        // None lies at 0: nothing is current before the first op.
        guard let first = OpKey(room, .none), let last = OpKey(room, seq) else { return nil }
        let query = try connection.statement(
            """
            SELECT key, state FROM checkpoints
            WHERE key > ?1 AND key <= ?2 AND version = \(Checkpoint.version) ORDER BY key DESC
            """)
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        while try query.step() {
            let found = Checkpoint(seq: OpKey.seq(of: query.integer(0)), state: query.bytes(1))
            if let found { return found }
        }
        return nil
    }

    /// How many there are, and where the newest lies.
    func checkpoints(of room: RoomID) throws(SQLiteError) -> (count: Int, newest: Seq) {
        guard let first = OpKey(room, .none), let last = OpKey(room, .max) else { return (0, .none) }
        let query = try connection.statement(
            "SELECT count(*), coalesce(max(key), 0) FROM checkpoints WHERE key > ?1 AND key <= ?2")
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        return try query.step()
            ? (Int(clamping: query.integer(0)), OpKey.seq(of: query.integer(1))) : (0, .none)
    }

    /// The current ops of the room at its head, erased ones too.
    func currentSeqs(of room: RoomID) throws(SQLiteError) -> [Seq] {
        let query = try connection.statement("SELECT seq FROM current WHERE room = ?1 ORDER BY seq")
        defer { query.reset() }
        try query.bind(1, room.number)
        var found: [Seq] = []
        while try query.step() { found.append(OpKey.seq(of: query.integer(0))) }
        return found
    }

    /// A replay that stands where the checkpoint does.
    private func replay(from checkpoint: Checkpoint, of room: RoomID) throws(SQLiteError) -> StateReplay {
        var replay = StateReplay()
        let query = try connection.statement("SELECT type, name FROM ops WHERE key = ?1")
        defer { query.reset() }
        for seq in checkpoint.current {
            guard let key = OpKey(room, seq) else { continue }
            try query.bind(1, key.number)
            if try query.step(), let name = query.optionalText(1) {
                replay.set(NamedKey(type: query.text(0), name: name), seq)
            }
            query.reset()
        }
        for author in checkpoint.present {
            replay.come(author, try self.author(author).id)
        }
        return replay
    }

    /// The hash of a state whose ops are all there.
    func hash(of checkpoint: Checkpoint, in room: RoomID, by hash: StateHash) throws(SQLiteError) -> [UInt8] {
        hash.begin(seq: checkpoint.seq, current: checkpoint.current.count)
        try add(checkpoint.current[...], of: room, to: hash)
        return hash.finish(present: try authors(checkpoint.present))
    }

    /// Feeds a part of a state's ops to its hash.
    func add(_ seqs: ArraySlice<Seq>, of room: RoomID, to hash: StateHash) throws(SQLiteError) {
        let query = try connection.statement("SELECT at, author, payload_hash FROM ops WHERE key = ?1")
        defer { query.reset() }
        for seq in seqs {
            guard let key = OpKey(room, seq) else { continue }
            try query.bind(1, key.number)
            if try query.step() {
                hash.add(
                    seq, at: query.integer(0), by: try author(query.integer(1)),
                    payloadHash: query.bytes(2))
            }
            query.reset()
        }
    }

    /// Who is present at `seq`, going on from what a checkpoint says.
    func present(in room: RoomID, after checkpoint: Checkpoint?, at seq: Seq) throws(SQLiteError) -> [Int64] {
        var replay = StateReplay()
        for author in checkpoint?.present ?? [] {
            replay.come(author, try self.author(author).id)
        }
        guard let first = OpKey(room, checkpoint?.seq ?? .none), let last = OpKey(room, seq) else {
            return []
        }
        let query = try connection.statement(
            """
            SELECT key, type, NULL, author, payload FROM ops INDEXED BY ops_by_type
            WHERE room = ?1 AND type IN ('joined', 'disconnected') AND unnamed AND key > ?2 AND key <= ?3
            ORDER BY key
            """)
        defer { query.reset() }
        try query.bind(1, room.number)
        try query.bind(2, first.number)
        try query.bind(3, last.number)
        while try query.step() {
            replay.apply(try step(from: query))
        }
        return replay.present
    }
}
