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
        let isWhole = range.isFromStart && to == nil && types.isEmpty
        // Lines that are no ops have a place and a time in the file as a whole, and keys of its authors.
        let kept = isWhole ? try log.importedLines(of: room.id) : (header: nil, lines: [])
        let header =
            isWhole
            ? try wholeHeader(of: room, range, log, formerly: kept.header)
            : try partHeader(of: room, range, log)
        let run = SessionExportRun(
            export: self, range: range, room: room, writer: try SessionFileWriter(output, header: header),
            lines: kept.lines, now: now, progress: progress)
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

    private func wholeHeader(
        of room: RoomSummary, _ range: SessionRange, _ log: LogSnapshot, formerly: [UInt8]?
    ) throws -> SessionHeader {
        let former = formerly.flatMap { try? SessionLineParser.header($0) }
        var started: Int64?
        try log.forEachRecord(in: room.id, upTo: range.first) { started = started ?? $0.op.at }
        let authors = try log.authors(of: room.id) + (range.base?.present ?? [])
        return SessionHeader(
            room: room.name, epoch: room.epoch,
            started: started ?? former?.started ?? range.base?.at ?? room.at, origin: room.origin,
            base: range.base, authors: (former?.authors ?? SessionAuthors([])).adding(authors),
            others: former?.others ?? [])
    }

    /// Of those alone who did something in the part, or were present at its beginning.
    private func partHeader(
        of room: RoomSummary, _ range: SessionRange, _ log: LogSnapshot
    ) throws -> SessionHeader {
        // With some types alone the state is not in the file.
        let base = types.isEmpty ? range.base : nil
        var started = types.isEmpty ? range.kept.first?.op.at : range.base?.at
        var authors = SessionExportAuthors()
        if types.isEmpty { for record in range.kept { authors.note(record.op.author) } }
        try log.forEachRecord(in: room.id, after: range.before, upTo: range.last) { record in
            started = started ?? record.op.at
            if includes(record.op) { authors.note(record.op.author) }
        }
        return SessionHeader(
            room: room.name, epoch: room.epoch, started: started ?? base?.at ?? room.at, origin: room.origin,
            base: base, authors: SessionAuthors(authors.inOrder + (base?.present ?? [])))
    }
}

/// Authors in the order in which they are first met.
private struct SessionExportAuthors {
    private(set) var inOrder: [Author] = []
    private var seen: Set<[[UInt8]]> = []

    mutating func note(_ author: Author) {
        if seen.insert([Array(author.id.utf8), Array(author.name.utf8)]).inserted { inOrder.append(author) }
    }
}
