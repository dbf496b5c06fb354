internal import Bytes
public import HubProtocol

/// The first line of a session file ([SF1]).
public struct SessionHeader: Hashable, Sendable {
    /// What the file says that it is.
    static let format: StaticString = "chatos-session"
    /// The newest version of the format that this program knows.
    static let version: Int64 = 1

    public let room: RoomName
    public let epoch: String
    /// The time of the first op in the file, in milliseconds since 1970.
    public let started: Int64
    /// The epoch that the chain starts from; nil in a file without a chain ([SF8]).
    public let origin: String?
    /// Where the log begins, when its beginning is left out ([SF10]).
    public let base: LogBase?
    /// Everyone whom the lines or the base name.
    public let authors: SessionAuthors
    /// The members that this program does not know, as they stand, each with a comma before it ([SF5]).
    let others: [UInt8]

    public init(
        room: RoomName, epoch: String, started: Int64, origin: String? = nil, base: LogBase? = nil,
        authors: SessionAuthors
    ) {
        self.init(
            room: room, epoch: epoch, started: started, origin: origin, base: base, authors: authors,
            others: [])
    }

    init(
        room: RoomName, epoch: String, started: Int64, origin: String?, base: LogBase?,
        authors: SessionAuthors, others: [UInt8]
    ) {
        self.room = room
        self.epoch = epoch
        self.started = started
        self.origin = origin
        self.base = base
        self.authors = authors
        self.others = others
    }
}

/// The 32 bytes of a SHA-256: a link of the chain, or the hash of a payload. In a file they are 64
/// hexadecimal digits.
public struct ChainLink: Hashable, Sendable, CustomStringConvertible {
    public let bytes: [UInt8]

    static let length = 32

    /// Nil unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == ChainLink.length else { return nil }
        self.bytes = bytes
    }

    /// Nil unless there are 64 hexadecimal digits.
    public init?(_ text: some Collection<UInt8>) {
        guard let bytes = Hex.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The digits.
    var text: [UInt8] { Array(Hex.encode(bytes).utf8) }

    public var description: String { String(decoding: text, as: UTF8.self) }
}

/// An op as a session file has it ([SF2]).
public struct SessionEntry: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// The op, one JSON object ([SF3]).
        case payload(Payload)
        /// Its payload is gone ([SF9]).
        case erased(ErasedOp)
    }

    public let seq: Seq
    /// Milliseconds from the header's `started`.
    public let ms: Int64
    /// A key that the header has.
    public let author: String
    public let content: Content
    /// The chain's link after this op; nil in a file without a chain.
    public let link: ChainLink?

    public init(seq: Seq, ms: Int64, author: String, content: Content, link: ChainLink? = nil) {
        self.seq = seq
        self.ms = ms
        self.author = author
        self.content = content
        self.link = link
    }

    /// Nil for an erased op.
    public var payload: Payload? {
        if case .payload(let payload) = content { payload } else { nil }
    }
}

/// What is left of an op whose payload is gone.
public struct ErasedOp: Hashable, Sendable {
    /// SHA-256 of the payload.
    public let hash: ChainLink
    /// What the op was; by these it did to the state what it did.
    public let type: String
    public let name: String?
    public let erasure: Erasure

    public init(hash: ChainLink, type: String, name: String?, erasure: Erasure) {
        self.hash = hash
        self.type = type
        self.name = name
        self.erasure = erasure
    }
}

/// A line of a session file behind the header.
public enum SessionLine: Hashable, Sendable {
    /// An op of the log, in the order of the seqs (codes `o` and `x`). Up to the header's base they are those
    /// that were current after it ([SF10]).
    case op(SessionEntry)
    /// Ops up to `seq` are left out; the chain goes on from `link` (code `g`, [SF11]).
    case gap(seq: Seq, ms: Int64, link: ChainLink)
    /// The state of a document where the log begins, behind the ops that the base keeps (code `d`, [SF14]).
    case document(StoredDocument)
    /// A chapter begins with the op behind it (code `m`, [SF12]), as it stands in the file.
    case mark(title: String, line: [UInt8])
    /// A line with a code that this program does not know ([SF5]), as it stands in the file.
    case other(code: String, line: [UInt8])
    /// A line that begins with `#` ([SF4]), as it stands in the file.
    case comment(line: [UInt8])
}

/// What is wrong with a session file, or with reading and writing it.
public enum SessionFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `line` counts from 1.
    case malformed(path: String, line: Int, reason: String)
    case storage(StorageError)

    public var description: String {
        switch self {
        case .malformed(let path, let line, let reason): "\(path), line \(line): \(reason)"
        case .storage(let error): error.description
        }
    }
}
