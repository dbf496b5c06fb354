internal import HubProtocol
internal import YCRDT

/// A session file on its way into a log: what it holds, in parts of bounded size, each checked as a hub
/// would.
///
/// It does not write; whoever asks for the parts hands them to the log's writer.
public final class SessionImport {
    /// A part of the file, in its order.
    public struct Part: Sendable {
        /// They go in before the ops, which may already be those behind the base.
        public fileprivate(set) var documents: [StoredDocument] = []
        public fileprivate(set) var ops: [ImportedOp] = []
        /// Lines that are no ops, the header among them.
        public fileprivate(set) var notes: [SessionNote] = []

        var isEmpty: Bool { documents.isEmpty && ops.isEmpty && notes.isEmpty }
    }

    /// What a room can hold ([OP8]).
    public struct Limits: Sendable {
        let current: Int
        let currentBytes: Int

        public init(current: Int, currentBytes: Int) {
            self.current = current
            self.currentBytes = currentBytes
        }
    }

    public let origin: LogOrigin
    /// The ops given so far.
    public private(set) var count: UInt64 = 0
    /// What is wrong with the end of the file, once ``next()`` has said that there is no more.
    public var torn: String? { reader.torn }

    private let reader: SessionFileReader
    private let path: String
    private let limits: Limits
    private var notes: Int64 = 0
    private var seq = Seq.none
    private var current: [NamedKey: Int] = [:]
    private var currentBytes = 0

    /// A part ends with the op or line with which it reaches one of these: few enough to stay small, enough
    /// that a commit costs little beside them.
    private static let partOps = 2_000
    private static let partBytes = 2 << 20

    /// Reads the header, and checks the chain as it goes on ([SF8]).
    public init(_ input: any ByteInput, limits: Limits) throws(SessionFileError) {
        path = input.path
        self.limits = limits
        reader = try SessionFileReader(input, checkingChain: true)
        let header = reader.header
        guard header.origin != nil || header.base == nil else {
            throw .malformed(path: input.path, line: 1, reason: "the header has a base and no origin")
        }
        origin = LogOrigin(epoch: header.origin ?? header.epoch, base: header.base)
    }

    /// The next part; nil at the end.
    public func next() throws(SessionFileError) -> Part? {
        var part = Part()
        var bytes = 0
        if notes == 0 { note(reader.headerLine, in: &part) }
        while part.ops.count < SessionImport.partOps, bytes < SessionImport.partBytes,
            let line = try reader.next()
        {
            switch line {
            case .op(let entry):
                let op = try located { () throws(SessionLineError) in try imported(entry) }
                bytes += op.op.payload.bytes.count
                part.ops.append(op)
            case .document(let document):
                try located { () throws(SessionLineError) in try SessionImport.check(document) }
                bytes += document.state.count
                part.documents.append(document)
            case .gap(let seq, _, _):
                throw .malformed(
                    path: path, line: reader.lineNumber,
                    reason: "ops up to \(seq.number) are left out, and a room needs a whole log")
            case .mark(_, let raw), .other(_, let raw), .comment(let raw):
                bytes += raw.count
                note(raw, in: &part)
            }
        }
        return part.isEmpty ? nil : part
    }

    private func note(_ line: [UInt8], in part: inout Part) {
        part.notes.append(SessionNote(after: seq, number: notes, bytes: line))
        notes += 1
    }

    private func located<Result>(
        _ body: () throws(SessionLineError) -> Result
    ) throws(SessionFileError) -> Result {
        do {
            return try body()
        } catch {
            throw .malformed(path: path, line: reader.lineNumber, reason: error.reason)
        }
    }

    // MARK: Documents

    private static func check(_ document: StoredDocument) throws(SessionLineError) {
        guard DocumentReplay(document) != nil else {
            throw SessionLineError("the state of the document '\(document.name.text)' is damaged")
        }
    }

    /// A hub logs no update that it could not apply; that one fits the others is seen when they are.
    private static func checkUpdate(_ payload: Payload) throws(SessionLineError) {
        guard let op = DocumentOp(payload) else { return }
        do throws(UpdateError) {
            _ = try UpdateSummary(of: op.update)
        } catch {
            throw SessionLineError("the update of the document '\(op.name.text)' is damaged: \(error)")
        }
    }

    // MARK: Ops

    private func imported(_ entry: SessionEntry) throws(SessionLineError) -> ImportedOp {
        try follow(entry.seq)
        let imported: ImportedOp
        switch entry.content {
        case .payload(let payload): imported = ImportedOp(try op(entry, payload))
        case .erased(let erased):
            try SessionImport.check(type: erased.type, name: erased.name)
            let op = LoggedOp(
                seq: entry.seq, at: reader.at(entry), author: reader.author(of: entry), type: erased.type,
                name: erased.name, resend: nil, payload: Payload(bytes: []))
            imported = ImportedOp(
                op, erased: ImportedOp.ErasedPayload(hash: erased.hash.bytes, erasure: erased.erasure))
        }
        try note(imported.op.change, bytes: imported.op.payload.bytes.count)
        count += 1
        return imported
    }

    /// [OP5]; those that a base keeps have gaps between them.
    private func follow(_ seq: Seq) throws(SessionLineError) {
        let isKept = origin.base.map { seq <= $0.seq } ?? false
        if !isKept {
            let before = max(self.seq, origin.base?.seq ?? .none)
            guard before < .max, seq == before.next else {
                throw SessionLineError(
                    "op \(seq.number) comes where \(before.number + 1) should, and a room needs a whole log"
                )
            }
        }
        self.seq = seq
    }

    private func op(_ entry: SessionEntry, _ payload: Payload) throws(SessionLineError) -> LoggedOp {
        let size = payload.bytes.count
        guard size <= MessageLimits.message else {
            throw SessionLineError("the op has \(size) bytes, and a hub takes \(MessageLimits.message)")
        }
        guard let identity = OpIdentity(payload) else { throw SessionLineError("the op has no `type`") }
        try SessionImport.check(type: identity.type, name: identity.name)
        try SessionImport.checkUpdate(payload)
        return LoggedOp(
            seq: entry.seq, at: reader.at(entry), author: reader.author(of: entry), type: identity.type,
            name: identity.name, resend: nil, payload: payload)
    }

    /// [OP1].
    private static func check(type: String, name: String?) throws(SessionLineError) {
        guard (1...MessageLimits.key).contains(type.utf8.count) else {
            throw SessionLineError("the op's `type` has not 1 to \(MessageLimits.key) bytes")
        }
        // A document's name has bounds of its own, which it is within.
        guard (name ?? "").utf8.count <= MessageLimits.key || DocumentName(ofType: type, stored: name) != nil
        else {
            throw SessionLineError("the op's `name` has more than \(MessageLimits.key) bytes")
        }
    }

    /// [OP8]: a room that holds more could not be entered.
    private func note(_ change: StateChange, bytes: Int) throws(SessionLineError) {
        switch change {
        case .none: return
        case .removes(let pair): currentBytes -= current.removeValue(forKey: pair) ?? 0
        case .sets(let pair): currentBytes += bytes - (current.updateValue(bytes, forKey: pair) ?? 0)
        }
        guard current.count <= limits.current, currentBytes <= limits.currentBytes else {
            throw SessionLineError(
                "more than \(limits.current) named ops or \(limits.currentBytes) bytes of them are current"
            )
        }
    }
}
