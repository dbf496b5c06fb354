internal import CZlib

/// zlib's end of a raw DEFLATE stream that is read (RFC 1951). It knows no messages and bounds nothing.
///
/// zlib keeps a pointer back to its stream, so the stream lies on the heap and never moves.
final class InflateStream {
    /// What a call came to.
    enum Outcome {
        /// All input was taken, and all that it says was written.
        case needsInput
        /// There is more to write than there was room for, or may be.
        case needsRoom
        /// A block marked as the last ended; input behind it is the next block.
        case ended
        /// The input is not DEFLATE, or refers to what lies before the window.
        case broken
    }

    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter windowBits: 8 to 15; the peer compresses with no larger window.
    init(windowBits: Int) {
        precondition(8...15 ~= windowBits, "DEFLATE has windows of 8 to 15 bits")
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let done = chatos_inflate_init(stream, Int32(truncatingIfNeeded: windowBits))
        precondition(done == Z_OK, "zlib can't begin to inflate")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The most bytes that a stream holds, as zlib documents it: its window and 7 KiB beside it.
    static func bytes(windowBits: Int) -> Int {
        1 << windowBits + 8_192
    }

    /// Whether the stream stands between two blocks, at the border of a byte.
    var isBetweenBlocks: Bool {
        // The low bits count those of the last byte that are still to be read; 128 says that a block ended.
        stream.pointee.data_type & 0x9F == 128
    }

    /// Goes on behind a block that was marked as the last, with the window as it is.
    func continueAfterEnd() {
        let done = chatos_inflate_continue(stream)
        precondition(done == Z_OK, "zlib has lost its stream")
    }

    /// Takes from the front of `input` what it can and writes to the front of `output`, which isn't empty.
    func inflate(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (written: Int, Outcome) {
        // Whatever exceeds 32 bits waits for the next call.
        let given = UInt32(clamping: input.count)
        let room = UInt32(clamping: output.count)
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = given
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = room
        let result = CZlib.inflate(stream, Z_SYNC_FLUSH)
        input = UnsafeRawBufferPointer(rebasing: input[Int(given - stream.pointee.avail_in)...])
        let written = Int(room - stream.pointee.avail_out)
        stream.pointee.next_in = nil
        stream.pointee.next_out = nil

        switch result {
        case Z_STREAM_END: return (written, .ended)
        // A buffer error is none: there was nothing to take or no room to write.
        case Z_OK, Z_BUF_ERROR:
            return (written, stream.pointee.avail_out == 0 || !input.isEmpty ? .needsRoom : .needsInput)
        case Z_MEM_ERROR: preconditionFailure("there is no memory to inflate")
        default: return (written, .broken)
        }
    }
}
