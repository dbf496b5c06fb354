import Bytes
import CZlib

@testable import WebSocket

/// Makes a client's lawful headers around what the fuzzer made, and lets zlib compress it if told to.
///
/// It doesn't keep to what may follow what: that is for the connection to judge.
struct FrameMaker {
    private let deflater: SteadyDeflater?

    init(isCompressing: Bool) {
        deflater = isCompressing ? SteadyDeflater() : nil
    }

    /// A byte says which frame it is, the next how long; then comes what is in it.
    mutating func frames(from input: inout Input) -> [UInt8] {
        var frames: [UInt8] = []
        while !input.rest.isEmpty {
            let kind = input.byte()
            let length = Int(input.byte())
            var payload = Array(input.bytes(length))
            let opcode: Opcode = [.text, .binary, .continuation, .ping][Int(kind & 3)]
            let isFinal = opcode == .ping || kind & 4 == 0
            let isCompressed = opcode != .ping && opcode != .continuation && kind & 8 == 0
            if opcode == .ping {
                payload = Array(payload.prefix(FrameParser.largestControl))
            } else if let deflater {
                payload = deflater.deflate(payload, flush: flushes[Int(kind >> 4 & 7)])
                // The marks of an empty block, which a sender cuts off where the message ends.
                if isFinal, payload.suffix(4) == MessageInflater.tail[...] { payload.removeLast(4) }
            }
            let start = frames.count
            FrameEncoder.append(
                opcode, payload: payload.span.bytes, isFinal: isFinal, mask: UInt32(kind) &* 0x0101_0101,
                to: &frames)
            if isCompressed { frames[start] |= 0x40 }
        }
        return frames
    }
}

private let flushes = [
    Z_SYNC_FLUSH, Z_SYNC_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH, Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_BLOCK,
]

/// A peer's zlib, with every flush there is.
private final class SteadyDeflater {
    private let stream: UnsafeMutablePointer<z_stream>

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        claim(chatos_deflate_init(stream, 6, 9, 1) == Z_OK, "zlib begins")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func deflate(_ bytes: [UInt8], flush: CInt) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 4_096)
        let written = bytes.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { room in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                // After its end a stream goes on anew.
                if CZlib.deflate(stream, flush) == Z_STREAM_END { deflateReset(stream) }
                return room.count - Int(stream.pointee.avail_out)
            }
        }
        return Array(output.prefix(written))
    }
}
