/// Base64 with padding, RFC 4648 section 4, for the few bytes of a handshake.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(0) { $0 << 8 | Int($1) }
            bits <<= 8 * (3 - group.count)
            for index in 0..<4 {
                let digit = alphabet[bits >> (18 - 6 * index) & 0x3F]
                text.append(index <= group.count ? digit : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes, or nil for anything but the one spelling that ``encode(_:)`` gives: no white space, no
    /// missing padding, no stray bits behind the last byte.
    static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        var bits = 0
        var held = 0
        for digit in digits.dropLast(digits.reversed().prefix(2).prefix { $0 == padding }.count) {
            guard let value = value(of: digit) else { return nil }
            bits = (bits << 6 | value) & 0xFFF
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(bits >> held & 0xFF))
            }
        }
        return encode(bytes) == text ? bytes : nil
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
