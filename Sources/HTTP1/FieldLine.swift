/// Reads header lines, by the grammar of RFC 9110 5 and RFC 9112 5, where they are: nothing is copied.
///
/// It does not know what a field means, nor how many there may be.
struct FieldLine {
    enum Failure: Error {
        case folded, noColon, badName, badValue
    }

    let name: UnsafeRawBufferPointer
    /// What is not ASCII in it is Latin-1, as browsers send it (RFC 9110 5.5).
    let value: UnsafeRawBufferPointer
    /// Whether the value is ASCII.
    let isASCII: Bool

    static func parse(_ line: UnsafeRawBufferPointer) throws(Failure) -> FieldLine {
        guard let first = line.first, !isBlank(first) else { throw .folded }
        var colon = 0
        while colon < line.count, line[colon] != UInt8(ascii: ":") { colon += 1 }
        guard colon < line.count else { throw .noColon }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        // A space before the colon is refused here too: readers that differ on it can be played off
        // (RFC 9112 5.1).
        guard isToken(name) else { throw .badName }
        let value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
        var union: UInt8 = 0
        for byte in value {
            union |= byte
            guard byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t") else { throw .badValue }
        }
        return FieldLine(name: name, value: value, isASCII: union < 0x80)
    }

    /// RFC 9110 5.6.2.
    static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && tokenBytes.containsAll(bytes)
    }

    private static let tokenBytes = ByteClass(alphanumericAnd: "!#$%&'*+-.^_`|~")
}

func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
}

func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// Without the optional white space around it (RFC 9110 5.6.3).
func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (start, end) = (0, bytes.count)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
}

func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}
