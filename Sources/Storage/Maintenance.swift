public import HubProtocol

/// What a compaction keeps besides the state.
public enum Retention: Hashable, Sendable {
    /// That many of the newest ops.
    case newest(UInt64)
    /// The ops from this one on.
    case from(Seq)
}

/// What maintenance took out of a log.
public struct Freed: Hashable, Sendable {
    public let ops: Int
    /// Of payloads; what the database needs beside them comes on top.
    public let bytes: Int

    public init(ops: Int, bytes: Int) {
        self.ops = ops
        self.bytes = bytes
    }
}

/// When and by whom a payload was erased.
public struct Erasure: Hashable, Sendable {
    /// Milliseconds since 1970.
    public let at: Int64
    /// In the operator's words.
    public let actor: String

    public init(at: Int64, actor: String) {
        self.at = at
        self.actor = actor
    }
}

/// Ops of a log that came from elsewhere.
public struct ImportedRange: Hashable, Sendable {
    public let first: Seq
    public let last: Seq
    /// When they were imported, in milliseconds since 1970.
    public let at: Int64
    /// What they came from, such as a file's name.
    public let source: String

    public init(first: Seq, last: Seq, at: Int64, source: String) {
        self.first = first
        self.last = last
        self.at = at
        self.source = source
    }
}

/// Where a log's chain starts when its beginning was compacted away ([HC4]).
public struct LogBase: Hashable, Sendable {
    /// Of the ops up to this one only those are left that were current after it.
    public let seq: Seq
    /// The time of the op with that seq.
    public let at: Int64
    /// The link that the op had in the chain before.
    public let formerLink: [UInt8]
    /// Who was present after it, in the order of coming.
    public let present: [Author]

    public init(seq: Seq, at: Int64, formerLink: [UInt8], present: [Author]) {
        self.seq = seq
        self.at = at
        self.formerLink = formerLink
        self.present = present
    }
}

/// What an import goes on from: the identity of the log that its ops were in.
public struct LogOrigin: Hashable, Sendable {
    /// The epoch that the chain starts from; the importing room gets another one for its clients.
    public let epoch: String
    /// Nil for a log that is whole.
    public let base: LogBase?

    public init(epoch: String, base: LogBase? = nil) {
        self.epoch = epoch
        self.base = base
    }
}

/// An op to import: its seq follows the one before, or is one that the base keeps.
public struct ImportedOp: Hashable, Sendable {
    /// Its type and name are what it did to the state, also where the payload was erased.
    public let op: LoggedOp
    /// Set for an op whose payload was erased; `op.payload` is then empty.
    public let erased: ErasedPayload?

    public init(_ op: LoggedOp, erased: ErasedPayload? = nil) {
        self.op = op
        self.erased = erased
    }

    /// What is left of an erased payload.
    public struct ErasedPayload: Hashable, Sendable {
        public let hash: [UInt8]
        public let erasure: Erasure

        public init(hash: [UInt8], erasure: Erasure) {
            self.hash = hash
            self.erasure = erasure
        }
    }
}

/// An op with what the log keeps beside it, for exports that carry the chain.
public struct LogRecord: Hashable, Sendable {
    /// With its own type and name, and without a payload where that was erased.
    public let op: LoggedOp
    /// SHA-256 of the payload, whether that is still there or not.
    public let payloadHash: [UInt8]
    /// The op's link of the chain; empty for an op that only the base's state keeps ([HC4]).
    public let link: [UInt8]
    public let erasure: Erasure?

    public init(op: LoggedOp, payloadHash: [UInt8], link: [UInt8], erasure: Erasure?) {
        self.op = op
        self.payloadHash = payloadHash
        self.link = link
        self.erasure = erasure
    }
}
