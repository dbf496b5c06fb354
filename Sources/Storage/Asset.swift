public import HubProtocol

/// A file to be kept for a room.
public struct NewAsset: Sendable {
    public let type: AssetType
    /// Milliseconds since 1970.
    public let at: Int64
    public let bytes: [UInt8]

    public init(type: AssetType, at: Int64, bytes: [UInt8]) {
        self.type = type
        self.at = at
        self.bytes = bytes
    }
}

/// What is known of a file that a room has.
public struct AssetRecord: Hashable, Sendable {
    public let hash: AssetHash
    public let type: AssetType
    /// Its size.
    public let bytes: Int
    /// When it came first, in milliseconds since 1970.
    public let at: Int64

    public init(hash: AssetHash, type: AssetType, bytes: Int, at: Int64) {
        self.hash = hash
        self.type = type
        self.bytes = bytes
        self.at = at
    }
}

/// A file that a room has, with its bytes.
public struct StoredAsset: Hashable, Sendable {
    public let record: AssetRecord
    public let content: [UInt8]

    public init(record: AssetRecord, content: [UInt8]) {
        self.record = record
        self.content = content
    }
}

/// Bounds on the files of a room ([AS3]).
public struct AssetLimits: Sendable {
    /// Bytes of one: a phone's photograph, a song of some minutes. It is written in one transaction with the
    /// ops that wait then, and so keeps them waiting.
    public var bytes = 8 << 20
    /// Bytes of all of a room's: a session with pictures for days, and on a small disk some dozens of them.
    public var roomBytes = 256 << 20
    /// How many a room has: what a list of them can be read as.
    public var roomCount = 1_000

    public init() {}
}

/// Why a file is not kept.
public enum AssetRefusal: Hashable, Sendable {
    case noRoom
    case tooLarge(most: Int)
    case tooMany(most: Int)
    case roomFull(most: Int)
}
