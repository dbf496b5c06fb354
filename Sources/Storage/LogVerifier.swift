public import HubProtocol
internal import SQLite

/// What is wrong with a log, at the first op where something is.
public struct LogFault: Hashable, Sendable, CustomStringConvertible {
    public let seq: Seq
    public let what: String

    public var description: String { "op \(seq.number): \(what)" }
}

/// What verifying a log found.
public struct LogReport: Hashable, Sendable {
    /// How many ops were looked at, and how many of them are erased.
    public var ops = 0
    public var erased = 0
    public var checkpoints = 0
    public var documents = 0
    /// How far the log is sound.
    public var head = Seq.none
    /// The link of the op at `head`.
    public var link: [UInt8] = []
    /// Nil when all is well.
    public var fault: LogFault?

    /// That of a log without ops.
    public init() {}
}

/// Computes a room's log once more, op by op, and compares: hashes, links, order, times, what the columns say
/// of the payloads, checkpoints, the current state, and the states of documents.
///
/// It holds one op and the state, or one document, whatever the log's length; it repairs nothing.
final class LogVerifier {
    private let queries: LogQueries
    private let room: RoomID
    private let base: LogQueries.Base
    private let digest = SHA256()
    private let stateHash = StateHash()
    private let documents: DocumentVerifier
    private var replay = StateReplay()
    private var report = LogReport()
    private var link: ChainHash
    private var at = Int64.min
    private var nextCheckpoint: LogQueries.StoredCheckpoint?

    private struct Found: Error {
        let fault: LogFault
    }

    /// Nil when there is no such room.
    init?(_ room: RoomID, _ queries: LogQueries) throws(SQLiteError) {
        guard let base = try queries.base(of: room) else { return nil }
        self.queries = queries
        self.room = room
        self.base = base
        documents = DocumentVerifier(room, queries, base: base.seq)
        link = ChainHash(epoch: base.origin, by: digest)
    }

    /// `progress` is told now and then how far it is.
    func verify(progress: (Seq) -> Void) throws -> LogReport {
        do {
            nextCheckpoint = try queries.storedCheckpoint(of: room, after: .none)
            try verifyKept()
            try verifyBase()
            try queries.eachRecord(of: room, after: base.seq, upTo: .max, limit: .max) { record, author in
                try verify(record, author)
                if report.ops % 4_096 == 0 { progress(report.head) }
            }
            try verifyEnd()
            try verifyAssets()
        } catch let found as Found {
            report.fault = found.fault
        }
        return report
    }

    private func fail(_ seq: Seq, _ what: String) -> Found {
        Found(fault: LogFault(seq: seq, what: what))
    }

    // MARK: The base

    private func verifyKept() throws {
        guard base.seq > .none else { return }
        try queries.eachRecord(of: room, after: .none, upTo: base.seq, limit: .max) { record, author in
            try verifyBody(record)
            guard record.link.isEmpty else {
                throw fail(record.op.seq, "it lies before the chain's start and has a link")
            }
            apply(record, author)
        }
    }

    /// A compacted log starts from the hash of a state, which must be that of the ops that are there.
    private func verifyBase() throws {
        guard base.seq > .none else { return }
        guard let stored = nextCheckpoint, stored.seq == base.seq,
            let checkpoint = Checkpoint(seq: base.seq, state: stored.state)
        else { throw fail(base.seq, "the checkpoint that the chain starts from is missing or damaged") }
        guard checkpoint.current == replay.current else {
            throw fail(
                base.seq, "the ops before it are not those of the checkpoint that the chain starts from")
        }
        let hash = try queries.hash(of: checkpoint, in: room, by: stateHash)
        guard hash == stored.hash else {
            throw fail(base.seq, "the hash of the checkpoint that the chain starts from is wrong")
        }
        guard let documents = try documents.verifyBase() else {
            throw fail(base.seq, "the state of a document that the chain starts from is damaged")
        }
        link = ChainHash(
            former: base.formerLink, seq: base.seq, at: base.at, state: hash, documents: documents, by: digest
        )
        guard link.bytes == base.link else { throw fail(base.seq, "the chain's first link is wrong") }
        for author in checkpoint.present { replay.come(author, try queries.author(author).id) }
        at = base.at
        report.head = base.seq
        report.link = link.bytes
        report.checkpoints += 1
        nextCheckpoint = try queries.storedCheckpoint(of: room, after: base.seq)
    }

    // MARK: An op

    private func verify(_ record: LogRecord, _ author: Int64) throws {
        let op = record.op
        let expected = Seq(report.head.number + 1) ?? .max
        guard op.seq == expected else { throw fail(expected, "it is missing") }
        guard op.at >= at else { throw fail(op.seq, "its time is before that of the op before") }
        try verifyBody(record)
        let next = link.next(op, payloadHash: record.payloadHash, by: digest)
        guard next.bytes == record.link else {
            throw fail(
                op.seq,
                "its link does not follow from its seq, time, author, payload's hash and the link before")
        }
        apply(record, author)
        link = next
        at = op.at
        report.head = op.seq
        report.link = next.bytes
        if nextCheckpoint?.seq == op.seq { try verifyCheckpoint(at: op.seq) }
    }

    private func verifyBody(_ record: LogRecord) throws {
        let op = record.op
        report.ops += 1
        guard !op.payload.bytes.isEmpty else {
            report.erased += 1
            guard record.erasure != nil else {
                throw fail(op.seq, "its payload is gone, and nobody erased it")
            }
            return
        }
        guard record.erasure == nil else { throw fail(op.seq, "it is noted as erased, and has a payload") }
        guard digest.hash(op.payload.bytes) == record.payloadHash else {
            throw fail(op.seq, "its payload does not have the hash that is kept beside it")
        }
        guard let identity = OpIdentity(op.payload) else { throw fail(op.seq, "its payload is no op") }
        // The id only helps to recognise what is sent again; it changes no state.
        guard OpIdentity(type: op.type, name: op.name, id: identity.id) == identity else {
            throw fail(op.seq, "its type or name is not what its payload says")
        }
    }

    private func apply(_ record: LogRecord, _ author: Int64) {
        let op = record.op
        replay.apply(
            StateReplay.Step(
                seq: op.seq, type: op.type, name: op.name, author: author, participant: op.author.id,
                isFirst: op.payload.bytes == LogQueries.first.bytes))
    }

    // MARK: What is derived

    private func verifyCheckpoint(at seq: Seq) throws {
        guard let stored = nextCheckpoint else { return }
        nextCheckpoint = try queries.storedCheckpoint(of: room, after: seq)
        report.checkpoints += 1
        guard stored.version == Checkpoint.version else { return }
        guard let checkpoint = Checkpoint(seq: seq, state: stored.state) else {
            throw fail(seq, "its checkpoint is damaged")
        }
        guard checkpoint.current == replay.current, checkpoint.present == replay.present else {
            throw fail(seq, "its checkpoint is not what the ops up to it come to")
        }
        guard try queries.hash(of: checkpoint, in: room, by: stateHash) == stored.hash else {
            throw fail(seq, "the hash of its checkpoint is wrong")
        }
    }

    /// What is no op has no place in the log.
    private func verifyAssets() throws {
        guard let asset = try queries.damagedAsset(of: room, by: digest) else { return }
        throw fail(report.head, "the log is sound up to here, and the asset \(asset) is damaged")
    }

    private func verifyEnd() throws {
        if let stored = nextCheckpoint { throw fail(stored.seq, "there is a checkpoint and no op") }
        let current = try queries.currentPairs(of: room)
        guard current == replay.pairs else {
            let wrong = Set(current.values).symmetricDifference(replay.pairs.values).min()
            throw fail(wrong ?? report.head, "the current ops are not what the log comes to")
        }
        let (count, fault) = try documents.verify()
        report.documents = count
        if let fault { throw Found(fault: fault) }
    }
}
