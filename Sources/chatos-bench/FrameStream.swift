import WebSocket

/// One message as a client sends it, over and over: masked once and laid end to end, so that any number of
/// copies is sent from one place, whatever the kernel takes of them.
///
/// All copies have the same masking key, which RFC 6455 section 5.3 forbids a real client.
struct FrameStream {
    /// What the server gets, and should give back.
    let payload: [UInt8]
    /// The bytes of one copy on the wire.
    let copyBytes: Int
    private let copies: [UInt8]

    /// About so many bytes go in one write at most.
    static let runBytes = 1 << 18
    private static let key: UInt32 = 0x37FA_213D

    /// With `framed` false the payload goes as it is, for a server that speaks no WebSocket.
    init(payload: [UInt8], isText: Bool, framed: Bool) {
        self.payload = payload
        let copy =
            framed
            ? FrameEncoder.frame(isText ? .text : .binary, payload: payload, mask: FrameStream.key) : payload
        copyBytes = copy.count
        var copies: [UInt8] = []
        repeat { copies += copy } while copies.count < FrameStream.runBytes
        self.copies = copies
    }

    /// Letters that follow one another in no short period, or bytes of all values.
    static func payload(count: Int, isText: Bool) -> [UInt8] {
        (0..<count).map { index -> UInt8 in
            guard isText else { return UInt8(truncatingIfNeeded: index * 131 + 17) }
            let letter = (index * 7 + index / 26) % 26
            return UInt8(ascii: "a") + UInt8(letter)
        }
    }

    /// Calls `body` with at most `wanted` bytes of the stream, from the place `offset` in a copy on.
    func withRun<R>(from offset: Int, wanted: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        copies.withUnsafeBytes { bytes in
            body(UnsafeRawBufferPointer(rebasing: bytes[offset..<min(bytes.count, offset + wanted)]))
        }
    }
}
