/// `%41` and back, by RFC 3986 2.1, for UTF-8 text.
///
/// It does not know what separates the parts of a URL: take a URL apart before decoding.
public enum PercentEncoding {
    /// Nil when a `%` is not followed by two hexadecimal digits, or the outcome is not UTF-8.
    public static func decode(_ text: some StringProtocol) -> String? {
        Array(text.utf8).withUnsafeBytes { decode($0[...]) }
    }

    /// The same for bytes. In what forms write, a `+` is a space.
    static func decode(_ text: Slice<UnsafeRawBufferPointer>, plusIsSpace: Bool = false) -> String? {
        // Most of what is asked for has nothing to decode.
        let isPlain = text.allSatisfy {
            $0 < 0x80 && $0 != UInt8(ascii: "%") && !(plusIsSpace && $0 == UInt8(ascii: "+"))
        }
        if isPlain { return String(decoding: text, as: UTF8.self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var bytes = text.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard
                    let high = bytes.next().flatMap(digit),
                    let low = bytes.next().flatMap(digit)
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// Encodes all but RFC 3986's unreserved characters, so that the outcome is one segment, name or value.
    public static func encode(_ text: some StringProtocol) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isAlphanumeric(byte) || "-._~".utf8.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
