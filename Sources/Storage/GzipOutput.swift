internal import CZlib

/// Compresses what it is given into a gzip file (RFC 1952), a piece at a time.
///
/// It does not choose a level: zlib's own middle way is taken.
public final class GzipOutput: ByteOutput {
    public let path: String

    private let file: any ByteOutput
    /// zlib keeps a pointer back to it, so it never moves.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isOpen = true

    private static let piece = 64 << 10

    public init(_ file: any ByteOutput) {
        self.file = file
        path = file.path
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard chatos_gzip_init(stream, Z_DEFAULT_COMPRESSION) == Z_OK else {
            preconditionFailure("there is memory for a stream")
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    public func write(_ bytes: [UInt8]) throws(StorageError) {
        guard !bytes.isEmpty else { return }
        try deflate(bytes, Z_NO_FLUSH)
    }

    public func close() throws(StorageError) {
        guard isOpen else { return }
        isOpen = false
        try deflate([], Z_FINISH)
        try file.close()
    }

    /// Compresses all of `bytes`, and writes what comes out as it comes.
    private func deflate(_ bytes: [UInt8], _ flush: Int32) throws(StorageError) {
        var used = 0
        while true {
            let room = GzipOutput.piece
            var isFull = false
            let out = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                bytes[used...].withUnsafeBufferPointer { input in
                    stream.pointee.next_in = input.baseAddress
                    stream.pointee.avail_in = UInt32(clamping: input.count)
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(clamping: room)
                    // It fails only where the stream was used wrongly.
                    _ = CZlib.deflate(stream, flush)
                    count = room - Int(stream.pointee.avail_out)
                    isFull = stream.pointee.avail_out == 0
                    used += input.count - Int(stream.pointee.avail_in)
                }
            }
            if !out.isEmpty { try file.write(out) }
            guard isFull || used < bytes.count else { return }
        }
    }
}
