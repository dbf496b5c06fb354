internal import CZlib

/// What a gzip file (RFC 1952) holds, read a piece at a time.
///
/// Several members one behind the other are one text (RFC 1952 2.2). A file that ends early gives what is
/// whole of it, and ``isTorn``. It does not seek.
public final class GzipInput: ByteInput {
    public let path: String
    public private(set) var isTorn = false

    private let file: any ByteInput
    /// zlib keeps a pointer back to it, so it never moves.
    private let stream: UnsafeMutablePointer<z_stream>
    private var compressed: [UInt8] = []
    private var used = 0
    private var isAtEnd = false
    /// Whether a member has begun that has not ended.
    private var isInside = false
    private var members = 0

    private static let piece = 64 << 10

    public init(_ file: any ByteInput) {
        self.file = file
        path = file.path
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard chatos_gunzip_init(stream) == Z_OK else { preconditionFailure("there is memory for a stream") }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    public func read(into bytes: inout [UInt8], limit: Int) throws(StorageError) -> Bool {
        let before = bytes.count
        while bytes.count == before, !isAtEnd {
            if used == compressed.count { try refill() }
            guard used < compressed.count else {
                isAtEnd = true
                isTorn = isInside
                break
            }
            // Behind the last member tools may pad with zeroes, which belong to no text.
            if members > 0, !isInside, compressed[used...].allSatisfy({ $0 == 0 }) {
                used = compressed.count
            } else {
                try inflate(into: &bytes, limit: limit)
            }
        }
        return bytes.count > before
    }

    private func refill() throws(StorageError) {
        compressed.removeAll(keepingCapacity: true)
        used = 0
        _ = try file.read(into: &compressed, limit: GzipInput.piece)
    }

    private func inflate(into bytes: inout [UInt8], limit: Int) throws(StorageError) {
        var code = Z_OK
        let available = compressed.count - used
        let out = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            compressed[used...].withUnsafeBufferPointer { input in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(clamping: input.count)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(clamping: limit)
                code = CZlib.inflate(stream, Z_NO_FLUSH)
                count = limit - Int(stream.pointee.avail_out)
            }
        }
        used += available - Int(stream.pointee.avail_in)
        bytes += out
        switch code {
        case Z_OK, Z_BUF_ERROR: isInside = true
        case Z_STREAM_END:
            isInside = false
            members += 1
            inflateReset(stream)
        default:
            let said = stream.pointee.msg.map { String(cString: $0) } ?? "code \(code)"
            throw .damaged(path: path, reason: "it can't be decompressed: \(said)")
        }
    }
}
