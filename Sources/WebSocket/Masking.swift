/// The key that a client's payload is masked with, RFC 6455 section 5.3. Masking and unmasking are the same.
struct MaskingKey: Equatable, Sendable {
    /// The key's four bytes as they lie in memory, so that a word loaded from a payload can be masked as it
    /// is.
    private let inMemory: UInt32

    /// The key with the most significant byte of `value` first on the wire.
    init(_ value: UInt32) {
        inMemory = value.bigEndian
    }

    /// The key whose bytes stand at `offset`.
    init(in bytes: RawSpan, at offset: Int) {
        inMemory = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }

    /// An unpredictable key, as RFC 6455 section 10.3 asks of clients.
    static func random() -> MaskingKey {
        MaskingKey(UInt32.random(in: .min ... .max))
    }

    /// The key as on the wire, most significant byte first.
    var value: UInt32 { UInt32(bigEndian: inMemory) }

    /// Masks `bytes` in place. `offset` is where in the payload they begin, so that a payload may come in
    /// pieces.
    ///
    /// Returns whether all bytes are ASCII afterwards: it costs nothing here, and spares most text a second
    /// pass.
    @discardableResult
    func apply(to bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        let key = rotated(by: offset & 3)
        let wide = UInt64(key) << 32 | UInt64(key)
        var seen: UInt64 = 0
        var position = 0
        while bytes.count - position >= 8 {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) ^ wide
            bytes.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
            seen |= word
            position += 8
        }
        // Eight and four are multiples of four: the rest begins with the first byte of the rotated key again.
        if bytes.count - position >= 4 {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self) ^ key
            bytes.storeBytes(of: word, toByteOffset: position, as: UInt32.self)
            seen |= UInt64(word)
            position += 4
        }
        var rest = key.littleEndian
        while position < bytes.count {
            let byte = bytes[position] ^ UInt8(truncatingIfNeeded: rest)
            bytes[position] = byte
            seen |= UInt64(byte)
            rest >>= 8
            position += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }

    /// The key as it stands over a payload from its byte `phase` (0 to 3) on.
    private func rotated(by phase: Int) -> UInt32 {
        let little = inMemory.littleEndian
        let bits = UInt32(phase) * 8
        return (little &>> bits | little &<< (32 &- bits)).littleEndian
    }
}
