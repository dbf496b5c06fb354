/// Base64 with padding, RFC 4648 section 4.
public enum Base64 {
    private static let padding = UInt8(ascii: "=")

    public static func encode(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { encode($0) }
    }

    public static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { text in
            var place = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let left = bytes.count - start
                var bits = UInt32(bytes[start]) << 16
                if left > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
                if left > 2 { bits |= UInt32(bytes[start + 2]) }
                for index in 0..<4 {
                    let value = UInt8(truncatingIfNeeded: bits >> UInt32(18 - 6 * index)) & 0x3F
                    text[place] = index <= left ? digit(of: value) : padding
                    place += 1
                }
            }
            return count
        }
    }

    /// The bytes, or nil for anything but the one spelling that ``encode(_:)`` gives: no white space, no
    /// missing padding, no stray bits behind the last byte.
    public static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        return read(text) { bytes.append($0) } ? bytes : nil
    }

    /// How many bytes ``decode(_:)`` would give, without making them.
    public static func decodedCount(_ text: String) -> Int? {
        var count = 0
        return read(text) { _ in count += 1 } ? count : nil
    }

    /// Calls `body` with each byte; false where the text is found to be none.
    private static func read(_ text: String, _ body: (UInt8) -> Void) -> Bool {
        var text = text
        return text.withUTF8 { digits in
            guard digits.count % 4 == 0 else { return false }
            var end = digits.count
            while end > 0, digits.count - end < 2, digits[end - 1] == padding { end -= 1 }
            var bits: UInt32 = 0
            var held: UInt32 = 0
            for place in 0..<end {
                guard let value = value(of: digits[place]) else { return false }
                bits = (bits << 6 | value) & 0xFFF
                held += 6
                if held >= 8 {
                    held -= 8
                    body(UInt8(truncatingIfNeeded: bits >> held))
                }
            }
            return bits & (1 << held - 1) == 0
        }
    }

    private static func digit(of value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + (value - 26)
        case 52..<62: UInt8(ascii: "0") + (value - 52)
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
