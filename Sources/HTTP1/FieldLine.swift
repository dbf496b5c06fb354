/// Reads header lines, by the grammar of RFC 9110 5 and RFC 9112 5.
///
/// It does not know what a field means, nor how many there may be.
enum FieldLine {
    enum Failure: Error {
        case folded, noColon, badName, badValue
    }

    static func parse(_ line: Slice<UnsafeRawBufferPointer>) throws(Failure) -> Headers.Field {
        guard let first = line.first, !isBlank(first) else { throw .folded }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .noColon }
        let name = line[..<colon]
        // A space before the colon is refused here too: readers that differ on it can be played off
        // (RFC 9112 5.1).
        guard isToken(name) else { throw .badName }
        let value = trimmed(line[(colon + 1)...])
        guard value.allSatisfy({ $0 == UInt8(ascii: "\t") || ($0 >= 0x20 && $0 != 0x7F) }) else {
            throw .badValue
        }
        return Headers.Field(name: String(decoding: name, as: UTF8.self), value: latin1(value))
    }

    /// RFC 9110 5.6.2.
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isTokenByte)
    }

    /// What is not ASCII in a value is read as Latin-1, as browsers send it (RFC 9110 5.5).
    static func latin1(_ bytes: some Collection<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
}

func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
