internal import CZlib

/// zlib's end of a raw DEFLATE stream that is written (RFC 1951), a message at a time as RFC 7692 section
/// 7.2.1 wants it. It makes no frames.
///
/// zlib keeps a pointer back to its stream, so the stream lies on the heap and never moves.
final class DeflateStream {
    private let stream: UnsafeMutablePointer<z_stream>
    private var output = MessageBuffer()

    init(windowBits: Int, memLevel: Int, level: Int) {
        precondition(9...15 ~= windowBits && 1...9 ~= memLevel && 1...9 ~= level, "zlib has no such stream")
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let done = chatos_deflate_init(
            stream, Int32(truncatingIfNeeded: level), Int32(truncatingIfNeeded: windowBits),
            Int32(truncatingIfNeeded: memLevel))
        precondition(done == Z_OK, "zlib can't begin to deflate")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The most bytes that a stream holds, as zlib documents it: window, tables, and 8 KiB beside them.
    static func bytes(windowBits: Int, memLevel: Int) -> Int {
        1 << (windowBits + 2) + 1 << (memLevel + 9) + 8_192
    }

    /// Begins anew with an empty window: what comes next refers to nothing before it.
    func reset() {
        let done = deflateReset(stream)
        precondition(done == Z_OK, "zlib has lost its stream")
    }

    /// Compresses a message and calls `body` with what is sent of it.
    func withMessage<R>(_ message: RawSpan, _ body: (RawSpan) -> R) -> R {
        defer { output.clear() }
        if message.isEmpty {
            // Section 7.2.3.6. A zlib that is asked to flush a second time without input writes nothing.
            let empty: [UInt8] = [0x00]
            return body(empty.span.bytes)
        }
        message.withUnsafeBytes { deflate($0) }
        let tail = MessageInflater.tail
        precondition(output.bytes.suffix(tail.count).elementsEqual(tail), "zlib's flush ends with a mark")
        output.removeLast(tail.count)
        return body(output.bytes.bytes)
    }

    /// Gives back what is kept for the sake of the next message.
    func trim() {
        output.trim()
    }

    private func deflate(_ message: UnsafeRawBufferPointer) {
        var rest = message
        while true {
            // zlib counts in 32 bits. The last part is flushed up to the border of a byte.
            let given = UInt32(clamping: rest.count)
            let flush = Int(given) == rest.count ? Z_SYNC_FLUSH : Z_NO_FLUSH
            // With room for more than a mark, as zlib wants it, no mark is written twice.
            let room = output.free(atLeast: Int(clamping: deflateBound(stream, UInt(given))) + 16)
            let free = UInt32(clamping: room.count)
            stream.pointee.next_in = rest.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_in = given
            stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = free
            let result = CZlib.deflate(stream, flush)
            precondition(result == Z_OK, "zlib has lost its stream")
            output.advance(by: Int(free - stream.pointee.avail_out))
            rest = UnsafeRawBufferPointer(rebasing: rest[Int(given - stream.pointee.avail_in)...])
            let isDone = rest.isEmpty && stream.pointee.avail_out > 0
            stream.pointee.next_in = nil
            stream.pointee.next_out = nil
            if isDone { return }
        }
    }
}
