internal import HubProtocol

/// What of a log an export is about: the ops after one and up to another, and the state before them.
///
/// It is of the moment of the snapshot that it was made from.
struct SessionRange {
    /// The op before the first.
    let before: Seq
    let last: Seq
    /// Whether the file begins where the log does.
    let isFromStart: Bool
    /// Where the file's log begins; nil for one that begins with the first op.
    let base: LogBase?
    /// The ops that the base keeps, in the order of their seqs.
    let kept: [LogRecord]

    init(_ export: SessionExport, of room: RoomSummary, _ log: LogSnapshot) throws {
        let end: Seq =
            switch export.to {
            case nil: room.head
            case .seq(let seq)?: min(seq, room.head)
            case .time(let ms)?: ms == .max ? room.head : try log.lastSeq(of: room, before: ms + 1)
            }
        let start: Seq =
            switch export.from {
            case nil: .none
            case .seq(let seq)?: min(Seq(seq.number == 0 ? 0 : seq.number - 1) ?? .none, room.head)
            case .time(let ms)?: try log.lastSeq(of: room, before: ms)
            }
        isFromStart = start <= room.trimmed
        before = max(start, room.trimmed)
        last = max(end, before)
        if isFromStart {
            base = try log.base(of: room.id)
            var kept: [LogRecord] = []
            if room.trimmed > .none {
                try log.forEachRecord(in: room.id, upTo: room.trimmed) { kept.append($0) }
            }
            self.kept = kept
        } else {
            (base, kept) = try SessionRange.state(of: room, at: before, log)
        }
    }

    /// What a compaction up to that op would leave of what is before it.
    private static func state(
        of room: RoomSummary, at seq: Seq, _ log: LogSnapshot
    ) throws -> (LogBase?, [LogRecord]) {
        guard let state = try log.state(of: room, at: .seq(seq)) else { return (nil, []) }
        var base: LogBase?
        try log.forEachRecord(in: room.id, after: Seq(seq.number - 1) ?? .none, upTo: seq) { record in
            base = LogBase(seq: seq, at: record.op.at, formerLink: record.link, present: state.present)
        }
        var kept: [LogRecord] = []
        for op in state.current.sorted(by: { $0.seq < $1.seq }) {
            try log.forEachRecord(in: room.id, after: Seq(op.seq.number - 1) ?? .none, upTo: op.seq) {
                kept.append($0)
            }
        }
        return (base, kept)
    }

    /// The first op of the file's log, the state before it included; there may be none with that seq.
    var first: Seq {
        kept.first?.op.seq ?? (before < .max ? before.next : before)
    }
}
