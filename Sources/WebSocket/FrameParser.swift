/// Reads frame headers and holds them to RFC 6455 section 5.2. It keeps nothing between calls.
///
/// A byte is judged as soon as it is there, in the order of the bytes, so that the verdict on an input
/// doesn't depend on how it was cut.
struct FrameParser {
    /// The largest payload of a control frame, RFC 6455 section 5.5.
    static let largestControl = 125

    /// Clients must mask and servers must not, RFC 6455 section 5.1.
    let expectsMask: Bool
    /// Whether an extension was agreed on that gives RSV1 a meaning.
    let allowsCompression: Bool

    /// The header at the front of `bytes`, or nil if more bytes are needed.
    func header(in bytes: RawSpan) throws(ProtocolViolation) -> FrameHeader? {
        guard bytes.byteCount > 0 else { return nil }
        let first = bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
        let opcode = try opcode(of: first)

        guard bytes.byteCount > 1 else { return nil }
        let second = bytes.unsafeLoad(fromByteOffset: 1, as: UInt8.self)
        guard (second & 0x80 != 0) == expectsMask else {
            throw .broken(expectsMask ? "a client's frame is not masked" : "a server's frame is masked")
        }
        let short = second & 0x7F
        if opcode.isControl && short > FrameParser.largestControl {
            throw .broken("a control frame is longer than 125 bytes")
        }

        guard let (count, end) = try payloadCount(short, in: bytes) else { return nil }
        let size = end + (expectsMask ? 4 : 0)
        guard bytes.byteCount >= size else { return nil }
        return FrameHeader(
            isFinal: first & 0x80 != 0,
            isCompressed: first & 0x40 != 0,
            opcode: opcode,
            mask: expectsMask ? MaskingKey(in: bytes, at: end) : nil,
            payloadCount: count,
            size: size)
    }

    private func opcode(of first: UInt8) throws(ProtocolViolation) -> Opcode {
        guard let opcode = Opcode(rawValue: first & 0x0F) else { throw .broken("the opcode is reserved") }
        guard first & 0x30 == 0 else { throw .broken("a reserved bit is set") }
        if first & 0x40 != 0 {
            // RFC 7692 section 6: the bit belongs to a message, so it stands on its first frame only.
            let beginsMessage = opcode == .text || opcode == .binary
            guard allowsCompression && beginsMessage else { throw .broken("a reserved bit is set") }
        }
        if opcode.isControl && first & 0x80 == 0 { throw .broken("a control frame is fragmented") }
        return opcode
    }

    /// The payload's length and where in the header it ends, or nil if more bytes are needed. RFC 6455
    /// section 5.2 wants the shortest of the three forms, and the top bit of the longest clear.
    private func payloadCount(_ short: UInt8, in bytes: RawSpan) throws(ProtocolViolation) -> (Int, Int)? {
        switch short {
        case 126:
            guard bytes.byteCount >= 4 else { return nil }
            let count = UInt16(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 2, as: UInt16.self))
            guard count >= 126 else { throw .broken("a length is not in its shortest form") }
            return (Int(count), 4)
        case 127:
            guard bytes.byteCount >= 10 else { return nil }
            let wide = UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 2, as: UInt64.self))
            guard let count = Int(exactly: wide) else { throw .broken("a length has its top bit set") }
            guard count > UInt16.max else { throw .broken("a length is not in its shortest form") }
            return (count, 10)
        default:
            return (Int(short), 2)
        }
    }
}

/// The header of one frame, RFC 6455 section 5.2, already found to be lawful by itself.
///
/// Whether the frame may stand where it stands is for the ``MessageAssembler`` to say.
///
/// Every connection has room for one, so the fields stand in the order of their sizes.
struct FrameHeader: Equatable {
    let payloadCount: Int
    let mask: MaskingKey?
    let isFinal: Bool
    /// RSV1, which RFC 7692 gives to the first frame of a compressed message.
    let isCompressed: Bool
    let opcode: Opcode
    private let shortSize: UInt8

    /// The bytes that the header itself takes, at most 14.
    var size: Int { Int(shortSize) }

    init(
        isFinal: Bool, isCompressed: Bool, opcode: Opcode, mask: MaskingKey?, payloadCount: Int, size: Int
    ) {
        self.payloadCount = payloadCount
        self.mask = mask
        self.isFinal = isFinal
        self.isCompressed = isCompressed
        self.opcode = opcode
        shortSize = UInt8(truncatingIfNeeded: size)
    }
}
