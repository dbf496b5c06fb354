internal import Glibc

/// An open file of bytes, read or written from its beginning to its end.
///
/// It does not buffer; its users hand it large pieces. Confined to the thread that uses it.
public final class ByteFile: ByteInput, ByteOutput {
    /// What errors call it.
    public let path: String
    private var descriptor: Int32
    private let closes: Bool

    private init(path: String, descriptor: Int32, closes: Bool) {
        self.path = path
        self.descriptor = descriptor
        self.closes = closes
    }

    deinit {
        if closes, descriptor >= 0 { Glibc.close(descriptor) }
    }

    public static func read(_ path: String) throws(StorageError) -> ByteFile {
        try open(path, flags: O_RDONLY, doing: "open")
    }

    /// Makes the file; one that is there is an error unless `replacing`, and then loses what it held.
    public static func write(_ path: String, replacing: Bool) throws(StorageError) -> ByteFile {
        try open(path, flags: O_WRONLY | O_CREAT | (replacing ? O_TRUNC : O_EXCL), doing: "make")
    }

    public static var standardInput: ByteFile {
        ByteFile(path: "standard input", descriptor: STDIN_FILENO, closes: false)
    }

    public static var standardOutput: ByteFile {
        ByteFile(path: "standard output", descriptor: STDOUT_FILENO, closes: false)
    }

    /// Somebody else's descriptor, such as a socket's; it stays open when this is gone.
    public static func borrowed(_ descriptor: Int32, path: String) -> ByteFile {
        ByteFile(path: path, descriptor: descriptor, closes: false)
    }

    private static func open(_ path: String, flags: Int32, doing: String) throws(StorageError) -> ByteFile {
        while true {
            let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o644)
            if descriptor >= 0 { return ByteFile(path: path, descriptor: descriptor, closes: true) }
            guard errno == EINTR else { throw .system(doing: doing, path: path, code: errno) }
        }
    }

    /// Appends at most `limit` of the next bytes; false at the end of the file.
    public func read(into bytes: inout [UInt8], limit: Int) throws(StorageError) -> Bool {
        var code: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            while true {
                let got = Glibc.read(descriptor, buffer.baseAddress, limit)
                if got < 0, errno == EINTR { continue }
                code = got < 0 ? errno : 0
                count = max(got, 0)
                return
            }
        }
        guard code == 0 else { throw .system(doing: "read", path: path, code: code) }
        bytes += piece
        return !piece.isEmpty
    }

    /// The `count` bytes from `offset` on, wherever reading in order has got to; fewer at the end of the
    /// file.
    public func read(at offset: UInt64, count: Int) throws(StorageError) -> [UInt8] {
        guard let offset = off_t(exactly: offset) else { return [] }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let start = buffer.baseAddress.map { $0 + filled }
                let got = pread(descriptor, start, count - filled, offset + off_t(filled))
                if got < 0, errno == EINTR { continue }
                code = got < 0 ? errno : 0
                guard got > 0 else { return }
                filled += got
            }
        }
        guard code == 0 else { throw .system(doing: "read", path: path, code: code) }
        return bytes
    }

    /// How many bytes a file of known size has; nil for a pipe and its like.
    public var size: UInt64? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return UInt64(exactly: status.st_size)
    }

    /// Writes all of `bytes`.
    public func write(_ bytes: [UInt8]) throws(StorageError) {
        let code = bytes.withUnsafeBytes { buffer -> Int32 in
            var rest = buffer[...]
            while !rest.isEmpty {
                let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
                let done = Glibc.write(descriptor, start, rest.count)
                if done >= 0 {
                    rest = rest.dropFirst(done)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        guard code == 0 else { throw .system(doing: "write", path: path, code: code) }
    }

    /// Closes a file that was opened by its path; some file systems only then say that a write failed.
    public func close() throws(StorageError) {
        guard closes, descriptor >= 0 else { return }
        let code = Glibc.close(descriptor) == 0 ? 0 : errno
        // After EINTR the descriptor is gone on Linux all the same.
        descriptor = -1
        guard code == 0 || code == EINTR else { throw .system(doing: "close", path: path, code: code) }
    }
}
