/// A frame's header as it goes to the wire: up to fourteen bytes, held without an allocation.
struct FrameHeaderBytes {
    private var bytes: (UInt64, UInt64) = (0, 0)
    private(set) var count = 0

    init(_ opcode: Opcode, payloadCount: Int, isFinal: Bool, mask: UInt32?) {
        let masked: UInt8 = mask == nil ? 0 : 0x80
        push((isFinal ? 0x80 : 0) | opcode.rawValue)
        if let short = UInt8(exactly: payloadCount), short < 126 {
            push(masked | short)
        } else if let medium = UInt16(exactly: payloadCount) {
            push(masked | 126)
            push(bigEndian: medium)
        } else {
            push(masked | 127)
            push(bigEndian: UInt64(payloadCount))
        }
        if let mask { push(bigEndian: mask) }
    }

    func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        withUnsafeBytes(of: bytes) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    private mutating func push(_ byte: UInt8) {
        let position = count
        withUnsafeMutableBytes(of: &bytes) { $0[position] = byte }
        count += 1
    }

    private mutating func push<T: FixedWidthInteger>(bigEndian value: T) {
        let position = count
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: value.bigEndian, toByteOffset: position, as: T.self)
        }
        count += MemoryLayout<T>.size
    }
}
