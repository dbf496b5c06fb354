internal import HubProtocol
internal import SQLite

extension LogQueries {
    /// The newest matching ops up to `upTo`, in the order of their seqs ([RP1] to [RP3]).
    ///
    /// Keys are gathered first, from indexes alone, and only the ops that are wanted are read: the cost grows
    /// with the limit and the number of types, not with the log. A pair whose op was replaced after `upTo` is
    /// left out; its new op reaches the asker live. Older ops are left out once the payloads reach
    /// `maxBytes`.
    func replay(
        of room: RoomID, _ query: ReplayQuery, upTo: Seq, maxBytes: Int = .max
    ) throws(SQLiteError) -> [LoggedOp] {
        let last = min(upTo, try head(of: room))
        let after =
            switch query.since {
            case .seq(let seq): seq
            case .time(let ms): try lastSeq(before: ms, of: room, upTo: last)
            }
        guard after < last, let low = OpKey(room, after), let high = OpKey(room, last) else { return [] }
        let range = KeyRange(
            room: room, after: low.number, upTo: high.number, limit: Int64(clamping: query.limit))
        var keys: [Int64] = []
        if let types = query.types {
            for type in LogQueries.distinct(types) {
                keys += try self.keys(LogQueries.typedSQL, in: range, type: type, unnamed: 1)
                if query.history {
                    keys += try self.keys(LogQueries.typedSQL, in: range, type: type, unnamed: 0)
                } else {
                    keys += try self.keys(LogQueries.typedCurrentSQL, in: range, type: type)
                }
            }
        } else if query.history {
            keys = try self.keys(LogQueries.everySQL, in: range)
        } else {
            keys = try self.keys(LogQueries.unnamedSQL, in: range)
            keys += try self.keys(LogQueries.currentSQL, in: range)
        }
        keys.sort()
        return try ops(withKeys: keys.suffix(query.limit).reversed(), maxBytes: maxBytes).reversed()
    }

    /// The newest seq of the room.
    func head(of room: RoomID) throws(SQLiteError) -> Seq {
        guard let first = OpKey(room, .none), let last = OpKey(room, .max) else { return .none }
        let query = try connection.statement("SELECT max(key) FROM ops WHERE key > ?1 AND key <= ?2")
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        return try query.step() ? OpKey.seq(of: query.integer(0)) : .none
    }

    // MARK: Keys

    /// A part of a room's ops, of which the newest `limit` are wanted.
    private struct KeyRange {
        let room: RoomID
        let after: Int64
        let upTo: Int64
        let limit: Int64
    }

    /// Numbered parameters, so that every text takes the same: room, after, up to, limit, type, unnamed.
    static let everySQL = "SELECT key FROM ops WHERE key > ?2 AND key <= ?3 ORDER BY key DESC LIMIT ?4"
    static let unnamedSQL = """
        SELECT key FROM ops INDEXED BY ops_unnamed
        WHERE room = ?1 AND unnamed AND key > ?2 AND key <= ?3 ORDER BY key DESC LIMIT ?4
        """
    static let typedSQL = """
        SELECT key FROM ops INDEXED BY ops_by_type
        WHERE room = ?1 AND type = ?5 AND unnamed = ?6 AND key > ?2 AND key <= ?3 ORDER BY key DESC LIMIT ?4
        """
    /// A room has at most 10,000 current ops ([OP8]), so these may sort them.
    static let currentSQL = """
        SELECT ?1 << 40 | seq AS key FROM current
        WHERE room = ?1 AND ?1 << 40 | seq > ?2 AND ?1 << 40 | seq <= ?3 ORDER BY seq DESC LIMIT ?4
        """
    static let typedCurrentSQL = """
        SELECT ?1 << 40 | seq AS key FROM current
        WHERE room = ?1 AND type = ?5 AND ?1 << 40 | seq > ?2 AND ?1 << 40 | seq <= ?3
        ORDER BY seq DESC LIMIT ?4
        """

    private func keys(
        _ sql: String, in range: KeyRange, type: String? = nil, unnamed: Int64? = nil
    ) throws(SQLiteError) -> [Int64] {
        let query = try connection.statement(sql)
        defer { query.reset() }
        try query.bind(1, range.room.number)
        try query.bind(2, range.after)
        try query.bind(3, range.upTo)
        try query.bind(4, range.limit)
        if let type {
            try query.bind(5, type)
        }
        if let unnamed {
            try query.bind(6, unnamed)
        }
        var keys: [Int64] = []
        while try query.step() {
            keys.append(query.integer(0))
        }
        return keys
    }

    /// Types that differ in their bytes: Swift's own comparison takes some that differ for the same.
    private static func distinct(_ types: [String]) -> [String] {
        var seen: Set<[UInt8]> = []
        return types.filter { seen.insert(Array($0.utf8)).inserted }
    }

    // MARK: Times

    /// The newest seq whose op is older than `ms`; times never run backwards in a log, so it is found by
    /// halving.
    func lastSeq(before ms: Int64, of room: RoomID, upTo last: Seq) throws(SQLiteError) -> Seq {
        guard let base = try self.base(of: room) else { return .none }
        let trimmed = min(base.seq, last)
        let query = try connection.statement("SELECT at FROM ops WHERE key = ?1")
        defer { query.reset() }
        // Every seq up to `older` is older than `ms`, or trimmed, and none from `newer` on is.
        var older = trimmed.number
        var newer = last.number + 1
        while older + 1 < newer {
            let middle = older + (newer - older) / 2
            guard let seq = Seq(middle), let key = OpKey(room, seq) else { return .none }
            try query.bind(1, key.number)
            let isOlder = try query.step() && query.integer(0) < ms
            query.reset()
            if isOlder {
                older = middle
            } else {
                newer = middle
            }
        }
        guard older == trimmed.number, older > 0, base.at >= ms else { return Seq(older) ?? .none }
        return try lastKept(before: ms, of: room, trimmed: trimmed)
    }

    /// The same among the ops that a compaction kept, which have gaps between them; there are at most 10,000
    /// ([OP8]).
    private func lastKept(before ms: Int64, of room: RoomID, trimmed: Seq) throws(SQLiteError) -> Seq {
        guard let first = OpKey(room, .none), let last = OpKey(room, trimmed) else { return .none }
        let query = try connection.statement(
            "SELECT max(key) FROM ops WHERE key > ?1 AND key <= ?2 AND at < ?3")
        defer { query.reset() }
        try query.bind(1, first.number)
        try query.bind(2, last.number)
        try query.bind(3, ms)
        return try query.step() ? OpKey.seq(of: query.integer(0)) : .none
    }
}
