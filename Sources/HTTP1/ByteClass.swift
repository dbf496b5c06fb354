/// A set of ASCII bytes, as the grammars of HTTP have them: two words, so that a look-up costs no more than a
/// comparison.
///
/// It says nothing about bytes beyond ASCII, which are in no set.
struct ByteClass: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Letters, digits and the bytes of `others`.
    init(alphanumericAnd others: StaticString) {
        for byte in UInt8.min...0x7F where isAlphanumeric(byte) { insert(byte) }
        others.withUTF8Buffer { for byte in $0 { insert(byte) } }
    }

    private mutating func insert(_ byte: UInt8) {
        precondition(byte < 0x80, "only ASCII is classified")
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }

    func contains(_ byte: UInt8) -> Bool {
        guard byte < 0x80 else { return false }
        return (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
    }

    func containsAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for byte in bytes where !contains(byte) { return false }
        return true
    }
}
