public import HubProtocol

/// A document as it was right after an op.
///
/// What it says it says as Yjs does; nothing here reads it.
public struct DocumentState: Hashable, Sendable {
    public let name: DocumentName
    /// The newest of the document's updates that are in it.
    public let seq: Seq
    /// All that the document holds, as one update of Yjs.
    public let update: [UInt8]

    public init(name: DocumentName, seq: Seq, update: [UInt8]) {
        self.name = name
        self.seq = seq
        self.update = update
    }
}

/// A document as the list of a room's documents shows it.
public struct DocumentSummary: Hashable, Sendable {
    public let name: DocumentName
    /// That of its newest update.
    public let seq: Seq
    /// Of the newest state that is kept and of the updates since, as they are logged.
    public let bytes: Int

    public init(name: DocumentName, seq: Seq, bytes: Int) {
        self.name = name
        self.seq = seq
        self.bytes = bytes
    }
}

/// What people read of a document ([DO21]).
public struct DocumentContent: Hashable, Sendable {
    public let seq: Seq
    /// An object with what each root holds; nil where that can't be shown.
    public let json: [UInt8]?

    public init(seq: Seq, json: [UInt8]?) {
        self.seq = seq
        self.json = json
    }
}

/// A state as it is stored beside the log, so that any other is near one.
///
/// What a base's state held may be left out; its hash stays ([SF14]).
public struct StoredDocument: Hashable, Sendable {
    /// Of how a state is made of updates: two of one version are equal byte by byte if they say the same.
    static let version: Int64 = 1

    public let name: DocumentName
    /// Of the update right after which this was the state.
    public let seq: Seq
    /// SHA-256 of the state.
    public let hash: [UInt8]
    /// Empty if it was left out: even an empty document's has two bytes.
    public let state: [UInt8]

    public init(name: DocumentName, seq: Seq, hash: [UInt8], state: [UInt8]) {
        self.name = name
        self.seq = seq
        self.hash = hash
        self.state = state
    }

    /// When so many bytes of updates were logged since, the next is worth its bytes: reading a state costs at
    /// most about as much again as the state nearest to it, and all states together take no more than twice
    /// what the updates do.
    static func interval(bytes: Int) -> Int {
        max(64 << 10, bytes)
    }
}
