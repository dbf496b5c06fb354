internal import Glibc

/// What a room takes in the database.
public struct RoomStatistics: Hashable, Sendable {
    public let ops: Int64
    /// Of payloads.
    public let bytes: Int64
    public let current: Int64
    public let erased: Int64
    public let checkpoints: Int64
    public let checkpointBytes: Int64
    /// How many documents, how many of their states are stored, and the bytes of these.
    public let documents: Int64
    public let documentStates: Int64
    public let documentBytes: Int64
    public let assets: Int64
    public let assetBytes: Int64

    public init(
        ops: Int64, bytes: Int64, current: Int64, erased: Int64, checkpoints: Int64, checkpointBytes: Int64,
        documents: Int64 = 0, documentStates: Int64 = 0, documentBytes: Int64 = 0, assets: Int64 = 0,
        assetBytes: Int64 = 0
    ) {
        self.ops = ops
        self.bytes = bytes
        self.current = current
        self.erased = erased
        self.checkpoints = checkpoints
        self.checkpointBytes = checkpointBytes
        self.assets = assets
        self.assetBytes = assetBytes
        self.documents = documents
        self.documentStates = documentStates
        self.documentBytes = documentBytes
    }
}

/// What the database takes on the disk, in bytes.
public struct DatabaseSize: Hashable, Sendable {
    /// With the pages that are free.
    public let database: Int64
    /// Free pages, which coming ops fill before the file grows.
    public let free: Int64
    public let writeAheadLog: Int64

    public init(database: Int64, free: Int64, writeAheadLog: Int64) {
        self.database = database
        self.free = free
        self.writeAheadLog = writeAheadLog
    }
}

enum FileSize {
    /// 0 for a file that isn't there.
    static func of(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
