/// Base64 with padding, RFC 4648 section 4, for the few bytes of a handshake.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    static func encode(_ bytes: [UInt8]) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { text in
            var place = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let left = bytes.count - start
                var bits = Int(bytes[start]) << 16
                if left > 1 { bits |= Int(bytes[start + 1]) << 8 }
                if left > 2 { bits |= Int(bytes[start + 2]) }
                for index in 0..<4 {
                    text[place] = index <= left ? alphabet[bits >> (18 - 6 * index) & 0x3F] : padding
                    place += 1
                }
            }
            return count
        }
    }

    /// The bytes, or nil for anything but the one spelling that ``encode(_:)`` gives: no white space, no
    /// missing padding, no stray bits behind the last byte.
    static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        let padded = digits.reversed().prefix(2).prefix { $0 == padding }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        var bits = 0
        var held = 0
        for digit in digits.dropLast(padded) {
            guard let value = value(of: digit) else { return nil }
            bits = (bits << 6 | value) & 0xFFF
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(bits >> held & 0xFF))
            }
        }
        return bits & (1 << held - 1) == 0 ? bytes : nil
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
