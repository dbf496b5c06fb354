internal import HubProtocol

/// One writing of a session file: where it has got to.
///
/// What goes in was decided before.
final class SessionExportRun {
    private let export: SessionExport
    private let range: SessionRange
    private let room: RoomSummary
    private let writer: SessionFileWriter
    /// The lines that came with the room and are no ops, in their order.
    private var lines: ArraySlice<SessionNote>
    private let now: Int64
    private let progress: (Seq, Seq) -> Void
    /// Nil where the log's own links are taken.
    private var chain: SessionChain?
    /// The newest op that was left out, if the one before the next is: when it was, and its link.
    private var gap: (seq: Seq, at: Int64, link: [UInt8])?

    /// Ops between two calls of `progress`.
    private static let step: UInt64 = 1_000

    init(
        export: SessionExport, range: SessionRange, room: RoomSummary, writer: SessionFileWriter,
        lines: [SessionNote], now: Int64, progress: @escaping (Seq, Seq) -> Void
    ) {
        self.export = export
        self.range = range
        self.room = room
        self.writer = writer
        self.lines = lines[...]
        self.now = now
        self.progress = progress
    }

    func write(_ log: LogSnapshot) throws {
        try begin(log)
        try log.forEachRecord(in: room.id, after: range.before, upTo: range.last) { record in
            let seq = record.op.seq
            if seq.number % SessionExportRun.step == 0 { progress(seq, range.last) }
            guard export.includes(record.op) else {
                gap = (seq, record.op.at, record.link)
                return
            }
            if let gap { try writeGap(gap) }
            gap = nil
            try write(record, link: link(of: record))
        }
        try writeLines(before: range.last == room.head ? nil : range.last.next)
        try writer.finish()
    }

    private func link(of record: LogRecord) -> ChainLink? {
        guard chain != nil else { return ChainLink(bytes: record.link) }
        let op = record.op
        return chain?.add(op.seq, at: op.at, by: op.author, payloadHash: record.payloadHash)
    }

    /// The state before the first op.
    private func begin(_ log: LogSnapshot) throws {
        guard export.types.isEmpty else {
            // Not all of the state is in the file, so the chain can't begin from it.
            if let base = range.base { gap = try firstGap(base, log) }
            return
        }
        if !range.isFromStart { chain = SessionChain(origin: room.origin, base: range.base) }
        for record in range.kept {
            let op = record.op
            _ = chain?.add(op.seq, at: op.at, by: op.author, payloadHash: record.payloadHash)
            try write(record, link: nil)
        }
        try log.forEachDocument(of: room, where: range.base) { document in
            chain?.add(DocumentDigest(document))
            // What everyone wrote is one in it, and nobody's can be taken out.
            let isLeftOut = !export.redacted.isEmpty
            try writer.write(
                .document(
                    isLeftOut
                        ? StoredDocument(
                            name: document.name, seq: document.seq, hash: document.hash, state: []) : document
                ))
        }
    }

    private func firstGap(_ base: LogBase, _ log: LogSnapshot) throws -> (seq: Seq, at: Int64, link: [UInt8])
    {
        guard range.isFromStart else { return (base.seq, base.at, base.formerLink) }
        var chain = SessionChain(origin: room.origin, base: base)
        for record in range.kept {
            _ = chain.add(
                record.op.seq, at: record.op.at, by: record.op.author, payloadHash: record.payloadHash)
        }
        try log.forEachDocument(of: room, where: base) { chain.add(DocumentDigest($0)) }
        return (base.seq, base.at, chain.head)
    }

    private func writeGap(_ gap: (seq: Seq, at: Int64, link: [UInt8])) throws {
        guard let link = ChainLink(bytes: gap.link) else { return }
        try writer.writeGap(seq: gap.seq, at: gap.at, link: link)
    }

    private func write(_ record: LogRecord, link: ChainLink?) throws {
        try writeLines(before: record.op.seq)
        try writer.write(.op(try writer.entry(record.op, content: try content(of: record), link: link)))
    }

    private func content(of record: LogRecord) throws -> SessionEntry.Content {
        let op = record.op
        let left: Erasure?
        if let erasure = record.erasure {
            left = erasure
        } else if export.redacts(op.author), op.type != "joined", op.type != "disconnected" {
            // The hub's own ops hold nothing but a number, and a player needs them.
            left = Erasure(at: now, actor: "export --redact")
        } else {
            left = nil
        }
        guard let left else { return .payload(op.payload) }
        guard let hash = ChainLink(bytes: record.payloadHash) else {
            let reason = "op \(op.seq.number) has no payload hash"
            throw StorageError.damaged(path: room.name.text, reason: reason)
        }
        return .erased(ErasedOp(hash: hash, type: op.type, name: op.name, erasure: left))
    }

    /// Writes the lines that stood before that op; all that are left for nil.
    private func writeLines(before seq: Seq?) throws {
        while let line = lines.first, seq.map({ line.after < $0 }) ?? true {
            try writer.writeRaw(line.bytes)
            lines.removeFirst()
        }
    }
}
