/// Where bytes come from, from their beginning to their end: a file, or what a compressed file holds.
///
/// It is confined to the thread that uses it.
public protocol ByteInput: AnyObject {
    /// What errors call it.
    var path: String { get }
    /// Whether it ended in the middle of what it holds, as a compressed file does whose writer was killed.
    var isTorn: Bool { get }

    /// Appends about `limit` of the next bytes, and at most a small multiple; false at the end.
    func read(into bytes: inout [UInt8], limit: Int) throws(StorageError) -> Bool
}

extension ByteInput {
    public var isTorn: Bool { false }
}

/// Where bytes go, in their order. It is confined to the thread that uses it.
public protocol ByteOutput: AnyObject {
    /// What errors call it.
    var path: String { get }

    /// Takes all of `bytes`.
    func write(_ bytes: [UInt8]) throws(StorageError)
    /// Says that these were all. Only then is everything written.
    func close() throws(StorageError)
}

/// Files that are compressed where their name ends in `.gz`.
public enum NamedFile {
    /// The file at `path`, or standard input for `-`.
    public static func read(_ path: String) throws(StorageError) -> any ByteInput {
        if path == "-" { return ByteFile.standardInput }
        let file = try ByteFile.read(path)
        return path.hasSuffix(".gz") ? GzipInput(file) : file
    }

    /// Makes the file at `path`; one that is there is an error.
    public static func write(_ path: String) throws(StorageError) -> any ByteOutput {
        let file = try ByteFile.write(path, replacing: false)
        return path.hasSuffix(".gz") ? GzipOutput(file) : file
    }
}
