/// A frame's header on its way to the wire. It knows nothing of the payload but its length.
///
/// It is written where it belongs, not staged: reading back bytes that were just stored one by one may stall.
struct FrameHeaderBytes {
    private let first: UInt8
    private let payloadCount: Int
    private let mask: UInt32?
    let count: Int

    /// - Parameter isCompressed: RSV1, which RFC 7692 section 6 gives to a compressed message's first frame.
    init(_ opcode: Opcode, payloadCount: Int, isFinal: Bool, isCompressed: Bool = false, mask: UInt32?) {
        first = (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue
        self.payloadCount = payloadCount
        self.mask = mask
        count = FrameHeaderBytes.count(payloadCount: payloadCount, masked: mask != nil)
    }

    /// The bytes before a payload of `payloadCount` bytes.
    static func count(payloadCount: Int, masked: Bool) -> Int {
        let length = payloadCount < 126 ? 2 : payloadCount <= UInt16.max ? 4 : 10
        return masked ? length + 4 : length
    }

    /// Writes the ``count`` bytes to the front of `bytes`.
    func write(to bytes: UnsafeMutableRawBufferPointer) {
        precondition(bytes.count >= count, "no room for a frame's header")
        let masked: UInt8 = mask == nil ? 0 : 0x80
        bytes[0] = first
        if let short = UInt8(exactly: payloadCount), short < 126 {
            bytes[1] = masked | short
        } else if let medium = UInt16(exactly: payloadCount) {
            bytes[1] = masked | 126
            bytes.storeBytes(of: medium.bigEndian, toByteOffset: 2, as: UInt16.self)
        } else {
            bytes[1] = masked | 127
            bytes.storeBytes(of: UInt64(payloadCount).bigEndian, toByteOffset: 2, as: UInt64.self)
        }
        guard let mask else { return }
        bytes.storeBytes(of: mask.bigEndian, toByteOffset: count - 4, as: UInt32.self)
    }
}
