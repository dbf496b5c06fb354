import Storage

/// The bytes of a file behind a request, in pieces, each with its length before it (4 bytes, big-endian) and
/// an empty one at the end ([AD2]).
///
/// So an asker that dies in the middle is not taken for one that is done.
final class AdminBody: ByteInput {
    let path: String
    private let stream: AdminStream
    private var header: [UInt8] = []
    private var left = 0
    private var isOver = false

    /// The longest piece that is taken.
    static let longestPiece = 1 << 20

    /// - Parameter path: what errors call the file.
    init(_ stream: AdminStream, path: String) {
        self.stream = stream
        self.path = path
    }

    func read(into bytes: inout [UInt8], limit: Int) throws(StorageError) -> Bool {
        guard !isOver else { return false }
        if left == 0 {
            left = try length()
            guard left > 0 else {
                isOver = true
                return false
            }
        }
        let before = bytes.count
        guard try stream.read(into: &bytes, limit: min(limit, left)) else { throw gone }
        left -= bytes.count - before
        return true
    }

    private func length() throws(StorageError) -> Int {
        header.removeAll(keepingCapacity: true)
        while header.count < 4 {
            guard try stream.read(into: &header, limit: 4 - header.count) else { throw gone }
        }
        let length = header.reduce(0) { $0 << 8 | Int($1) }
        guard length <= AdminBody.longestPiece else {
            throw .damaged(path: path, reason: "a piece of it is longer than \(AdminBody.longestPiece) bytes")
        }
        return length
    }

    private var gone: StorageError {
        .damaged(path: path, reason: "whoever sent it has gone before its end")
    }
}

/// Writes such pieces, until the other end answers: then it has found something wrong, and wants no more.
final class AdminBodyOutput: ByteOutput {
    let path: String
    private let stream: AdminStream

    init(_ stream: AdminStream) {
        self.stream = stream
        path = stream.path
    }

    func write(_ bytes: [UInt8]) throws(StorageError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard !stream.hasAnswer else { throw .damaged(path: path, reason: "the hub takes no more") }
            let piece = rest.prefix(AdminBody.longestPiece)
            rest = rest.dropFirst(piece.count)
            try stream.write(AdminBodyOutput.header(piece.count) + piece)
        }
    }

    /// Says that these were all.
    func close() throws(StorageError) {
        try stream.write(AdminBodyOutput.header(0))
    }

    private static func header(_ length: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: length).bigEndian) { Array($0) }
    }
}
