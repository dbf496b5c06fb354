/// Bytes as they are written, in the encoding of lib0.
///
/// It checks nothing: what is written was checked when it came in.
public struct ByteWriter {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    public mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    @inline(__always)
    public mutating func number(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    public mutating func number(_ value: Int) {
        number(UInt64(value))
    }

    @inline(__always)
    mutating func number(_ value: Clock) {
        number(UInt64(value))
    }

    /// A whole number with its sign, below 2^53; -0 keeps its own.
    mutating func signedNumber(_ value: Double) {
        var rest = UInt64(value.magnitude)
        let sign: UInt8 = value.sign == .minus ? 0x40 : 0
        bytes.append((rest > 0x3F ? 0x80 : 0) | sign | UInt8(rest & 0x3F))
        rest >>= 6
        while rest > 0 {
            bytes.append((rest > 0x7F ? 0x80 : 0) | UInt8(rest & 0x7F))
            rest >>= 7
        }
    }

    mutating func itemID(_ id: ItemID) {
        number(id.client)
        number(id.clock)
    }

    /// The bytes as they are.
    @inline(__always)
    public mutating func raw(_ buffer: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: buffer)
    }

    public mutating func raw(_ other: [UInt8]) {
        bytes.append(contentsOf: other)
    }

    /// The bytes with their length before them.
    public mutating func counted(_ other: [UInt8]) {
        number(other.count)
        bytes.append(contentsOf: other)
    }

    mutating func counted(_ buffer: UnsafeBufferPointer<UInt8>) {
        number(buffer.count)
        bytes.append(contentsOf: buffer)
    }

    public mutating func string(_ text: String) {
        number(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func bigEndian(_ value: UInt64, bytes count: Int) {
        for index in (0..<count).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: value >> (UInt64(index) * 8)))
        }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }
}
