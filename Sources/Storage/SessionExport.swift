public import HubProtocol

/// Which part of a room's log becomes a session file, and how much of it is shown.
///
/// Ops pass through one at a time, however many there are. It changes nothing in the log.
public struct SessionExport: Sendable {
    /// The first op: by its seq, or the first that is not older. What came before is in the file as the state
    /// that it led to, as after a compaction ([SF10]).
    public var from: LogMoment?
    /// The last op: by its seq, or the last that is not newer.
    public var to: LogMoment?
    /// If there are any, ops of these types alone; the file says where others are left out ([SF11]).
    public var types: [String] = []
    /// Ids or names of authors whose payloads are left out ([SF9]).
    public var redacted: [String] = []

    public init() {}

    /// Writes the file and closes it.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970, for what is left out now.
    ///   - progress: told now and then up to which seq, of which, it is.
    public func write(
        _ room: RoomSummary, of log: LogSnapshot, to output: any ByteOutput, now: Int64,
        progress: @escaping (Seq, Seq) -> Void = { _, _ in }
    ) throws {
        let range = try SessionRange(self, of: room, log)
        let kept = try log.importedLines(of: room.id)
        let header = try self.header(of: room, range, log, formerly: kept.header)
        let run = SessionExportRun(
            export: self, range: range, room: room, writer: try SessionFileWriter(output, header: header),
            lines: range.isFromStart && types.isEmpty ? kept.lines : [], now: now, progress: progress)
        try run.write(log)
    }

    /// Whether an author's payloads are left out.
    func redacts(_ author: Author) -> Bool {
        redacted.contains { $0.utf8.elementsEqual(author.id.utf8) || $0.utf8.elementsEqual(author.name.utf8) }
    }

    func includes(_ op: LoggedOp) -> Bool {
        types.isEmpty || types.contains { $0.utf8.elementsEqual(op.type.utf8) }
    }

    // MARK: The header

    private func header(
        of room: RoomSummary, _ range: SessionRange, _ log: LogSnapshot, formerly: [UInt8]?
    ) throws -> SessionHeader {
        let isWhole = range.isFromStart && to == nil && types.isEmpty
        var known = SessionAuthors([])
        var others: [UInt8] = []
        if isWhole, let line = formerly, let former = try? SessionLineParser.header(line) {
            // Lines that came with the room may use the keys of that file.
            (known, others) = (former.authors, former.others)
        }
        var started: Int64?
        var authors: [Author] = isWhole ? try log.authors(of: room.id) : []
        var seen = SessionAuthors([])
        for record in range.kept where types.isEmpty {
            started = started ?? record.op.at
            if !isWhole { seen = seen.adding([record.op.author]) }
        }
        if isWhole {
            try log.forEachRecord(in: room.id, after: .none, upTo: range.firstKeptOrOp) {
                started = started ?? $0.op.at
            }
        } else {
            try log.forEachRecord(in: room.id, after: range.before, upTo: range.last) { record in
                guard includes(record.op) else { return }
                started = started ?? record.op.at
                if seen.key(of: record.op.author) == nil { seen = seen.adding([record.op.author]) }
            }
            authors = seen.entries.map(\.author)
        }
        let base = types.isEmpty ? range.base : nil
        return SessionHeader(
            room: room.name, epoch: room.epoch, started: started ?? base?.at ?? room.at, origin: room.origin,
            base: base, authors: known.adding(authors + (base?.present ?? [])), others: others)
    }
}
