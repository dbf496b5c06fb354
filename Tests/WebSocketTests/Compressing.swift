import CZlib

@testable import WebSocket

/// Numbers from a seed (SplitMix64), so that a failure can be had again.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// zlib as a peer may use it, with every flush and window there is.
final class RawDeflater {
    private let stream: UnsafeMutablePointer<z_stream>

    init(windowBits: Int32 = 15, level: Int32 = 6) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard chatos_deflate_init(stream, level, windowBits, 8) == Z_OK else {
            preconditionFailure("zlib has no such stream")
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// All that comes out, its end uncut.
    func deflate(_ bytes: [UInt8], flush: Int32 = Z_SYNC_FLUSH) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 8 + 1_024)
        let written = bytes.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { room in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                _ = CZlib.deflate(stream, flush)
                return room.count - Int(stream.pointee.avail_out)
            }
        }
        return Array(output.prefix(written))
    }

    /// The payload of a compressed message.
    func message(_ text: String) -> [UInt8] {
        Array(deflate(Array(text.utf8)).dropLast(4))
    }
}

/// What a peer's zlib makes of the payloads of compressed messages, one after the other; nil of a broken one.
func inflated(_ payloads: [[UInt8]], windowBits: Int = 15) -> [String?] {
    let stream = InflateStream(windowBits: windowBits)
    return payloads.map { payload in
        var output = [UInt8](repeating: 0, count: 1 << 20)
        return (payload + MessageInflater.tail).withUnsafeBytes { bytes in
            output.withUnsafeMutableBytes { room in
                var input = bytes
                let (written, outcome) = stream.inflate(&input, into: room)
                guard case .needsInput = outcome else { return nil }
                return String(decoding: room.prefix(written), as: UTF8.self)
            }
        }
    }
}

/// What a server and a client of those offers and settings agree on.
func agreement(
    _ offer: String = "permessage-deflate; client_max_window_bits",
    _ settings: DeflateSettings = DeflateSettings(),
    isShared: Bool = false
) -> DeflateAgreement? {
    DeflateAgreement(offers: [offer], policy: isShared ? .shared(settings) : .dedicated(settings))
}

/// An agreement by which the peer takes over its context.
let peerTakesOver = agreement("permessage-deflate", DeflateSettings(peerTakesOver: true))

/// A client's frame of a compressed message: the first, or another.
func squeezed(_ opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    var frame = masked(opcode, payload, isFinal: isFinal)
    if opcode != .continuation { frame[0] |= 0x40 }
    return frame
}

/// The payload of a server's frame, and whether it is compressed; whole, and nothing behind it.
func payload(of frame: [UInt8]) -> (isCompressed: Bool, bytes: [UInt8])? {
    let parser = FrameParser(expectsMask: false, allowsCompression: true)
    guard let header = try? parser.header(in: frame.span.bytes), header.isFinal,
        frame.count == header.size + header.payloadCount
    else { return nil }
    return (header.isCompressed, Array(frame.dropFirst(header.size)))
}

/// A message of random words in the JSON that a room speaks, of about so many bytes.
func randomMessage(_ count: Int, _ random: inout Seeded) -> String {
    var text = #"{"t":"op","seq":\#(UInt32.random(in: 0...99_999, using: &random)),"from":"ada","text":""#
    while text.utf8.count < count - 2 {
        text += words[Int.random(in: 0..<words.count, using: &random)] + " "
    }
    return text + #""}"#
}

private let words: [String] = {
    let syllables = [
        "ka", "ro", "min", "tes", "lu", "or", "van", "shi", "pel", "du", "ing", "é", "qua", "ble",
    ]
    var random = Seeded(state: 7)
    return (0..<400).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
            syllables[Int.random(in: 0..<syllables.count, using: &random)]
        }.joined()
    }
}()
