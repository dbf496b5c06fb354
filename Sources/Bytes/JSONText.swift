/// Reads strings and whole numbers out of JSON text that a ``JSONScanner`` has passed, and writes strings
/// into it.
public enum JSONText {
    /// The string whose literal, with its quotes, lies at `range`; nil if it has half a surrogate pair, which
    /// no string can hold.
    public static func string(in bytes: RawSpan, at range: Range<Int>) -> String? {
        let inside = range.lowerBound + 1..<range.upperBound - 1
        return bytes.withUnsafeBytes { buffer in
            let text = UnsafeRawBufferPointer(rebasing: buffer[inside])
            guard text.contains(UInt8(ascii: "\\")) else {
                return String(validating: text, as: UTF8.self)
            }
            guard let unescaped = unescape(text) else { return nil }
            return String(validating: unescaped, as: UTF8.self)
        }
    }

    /// Whether the string literal at `range` says `text`, however it is escaped.
    public static func equals(_ text: StaticString, in bytes: RawSpan, at range: Range<Int>) -> Bool {
        let length = text.utf8CodeUnitCount
        // An escape only makes a literal longer than what it says.
        guard range.count >= length + 2 else { return false }
        let plain = bytes.withUnsafeBytes { buffer -> Bool? in
            let inside = UnsafeRawBufferPointer(
                rebasing: buffer[range.lowerBound + 1..<range.upperBound - 1])
            if inside.count == length,
                inside.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: length))
            {
                return true
            }
            return inside.contains(UInt8(ascii: "\\")) ? nil : false
        }
        return plain ?? (string(in: bytes, at: range) == text.description)
    }

    /// The whole number at `range`, written in plain digits; nil for a fraction, an exponent, or one beyond
    /// `Int64`.
    public static func integer(in bytes: RawSpan, at range: Range<Int>) -> Int64? {
        bytes.withUnsafeBytes { buffer in
            Int64(String(decoding: buffer[range], as: UTF8.self))
        }
    }

    /// The literal `true` or `false` at `range`.
    public static func bool(in bytes: RawSpan, at range: Range<Int>) -> Bool {
        bytes.unsafeLoad(fromByteOffset: range.lowerBound, as: UInt8.self) == UInt8(ascii: "t")
    }

    /// The UTF-8 that an escaped text says, nil at half a surrogate pair.
    private static func unescape(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var at = 0
        while at < text.count {
            let byte = text[at]
            at += 1
            guard byte == UInt8(ascii: "\\") else {
                out.append(byte)
                continue
            }
            let code = text[at]
            at += 1
            guard code == UInt8(ascii: "u") else {
                out.append(control(code))
                continue
            }
            guard let scalar = scalar(text, &at) else { return nil }
            out.append(contentsOf: Character(scalar).utf8)
        }
        return out
    }

    /// What `\b`, `\n` and their like stand for; a quote, a backslash and a slash stand for themselves.
    private static func control(_ code: UInt8) -> UInt8 {
        switch code {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: code
        }
    }

    /// The scalar of one `\uXXXX` or of a pair of them; `at` is behind the first `\u`.
    private static func scalar(_ text: UnsafeRawBufferPointer, _ at: inout Int) -> Unicode.Scalar? {
        let first = unit(text, &at)
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
        guard at + 6 <= text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u") else {
            return nil
        }
        at += 2
        let second = unit(text, &at)
        guard UTF16.isTrailSurrogate(second) else { return nil }
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Unicode.Scalar(value)
    }

    private static func unit(_ text: UnsafeRawBufferPointer, _ at: inout Int) -> UInt16 {
        var value: UInt16 = 0
        for offset in at..<at + 4 { value = value << 4 | (hexValue(text[offset]) ?? 0) }
        at += 4
        return value
    }
}

extension [UInt8] {
    /// Appends `text` as a JSON string literal.
    public mutating func appendJSON(_ text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0x0A:
                append(contentsOf: #"\n"#.utf8)
            case 0x00..<0x20, 0x7F:
                append(contentsOf: #"\u00"#.utf8)
                append(contentsOf: (byte < 0x10 ? "0" : "").utf8)
                append(contentsOf: String(byte, radix: 16).utf8)
            default:
                append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends a whole number in decimal.
    public mutating func appendJSON(_ number: some BinaryInteger) {
        append(contentsOf: String(number).utf8)
    }
}
