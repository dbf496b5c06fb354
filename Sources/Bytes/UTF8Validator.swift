/// Incremental UTF-8 validation (RFC 3629): takes bytes in ranges as they arrive, cut anywhere.
///
/// It fails at the first byte that can't continue valid UTF-8. It neither keeps nor repairs what it sees.
public struct UTF8Validator: Sendable {
    /// Continuation bytes that the sequence begun still needs.
    private var needed: UInt8 = 0
    /// The bounds of the next continuation byte. They are narrower than 80...BF after the leads whose
    /// sequences could otherwise be overlong, a surrogate, or beyond U+10FFFF.
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xBF

    public init() {}

    /// Whether the bytes so far end at the border of a scalar. False for ever after a failure.
    public var isComplete: Bool { needed == 0 }

    public mutating func reset() {
        self = UTF8Validator()
    }

    /// False once the bytes can't be the beginning of valid UTF-8 any more; then it stays false.
    public mutating func consume(_ bytes: RawSpan) -> Bool {
        bytes.withUnsafeBytes { consume($0) }
    }

    private mutating func consume(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var position = 0
        while position < bytes.count {
            if needed == 0 {
                position = UTF8Validator.endOfASCII(bytes, from: position)
                guard position < bytes.count else { break }
                guard begin(bytes[position]) else { return fail() }
            } else {
                guard low <= bytes[position], bytes[position] <= high else { return fail() }
                needed -= 1
                low = 0x80
                high = 0xBF
            }
            position += 1
        }
        return true
    }

    /// Takes the lead of a sequence of two to four bytes; RFC 3629 section 4 lists them.
    private mutating func begin(_ lead: UInt8) -> Bool {
        switch lead {
        case 0xC2...0xDF: needed = 1
        case 0xE0:
            needed = 2
            low = 0xA0
        case 0xED:
            needed = 2
            high = 0x9F
        case 0xE1...0xEF: needed = 2
        case 0xF0:
            needed = 3
            low = 0x90
        case 0xF1...0xF3: needed = 3
        case 0xF4:
            needed = 3
            high = 0x8F
        default: return false
        }
        return true
    }

    /// An impossible range: no byte satisfies it, so the failure lasts.
    private mutating func fail() -> Bool {
        needed = 1
        low = 0xFF
        high = 0x00
        return false
    }

    /// The position of the first byte from `position` on that is not ASCII; most text is, so eight at a time.
    private static func endOfASCII(_ bytes: UnsafeRawBufferPointer, from position: Int) -> Int {
        var position = position
        while bytes.count - position >= 8 {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { break }
            position += 8
        }
        while position < bytes.count, bytes[position] < 0x80 { position += 1 }
        return position
    }
}
