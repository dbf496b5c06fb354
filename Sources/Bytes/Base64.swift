/// Base64 (RFC 4648 4): bytes as text of 64 letters, four for three bytes, with padding.
///
/// It reads what it writes and nothing laxer: one text for one sequence of bytes.
public enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    /// By letter, its six bits; what is no letter has more.
    private static let values = letters.enumerated().reduce(into: [UInt8](repeating: 0xFF, count: 256)) {
        $0[Int($1.element)] = UInt8($1.offset)
    }

    public static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for place in 0..<3 { bits = bits << 8 | (place < group.count ? UInt32(group[start + place]) : 0) }
            for place in 0..<4 {
                let value = Int(bits >> (18 - 6 * UInt32(place))) & 63
                text.append(place <= group.count ? letters[value] : padding)
            }
        }
        return text
    }

    /// Nil for anything but what ``encode(_:)`` gives.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let text = Array(text)
        guard text.count.isMultiple(of: 4) else { return nil }
        let padded = text.suffix(2).count { $0 == padding }
        guard padded == 0 || text.last == padding else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        for (place, letter) in text.dropLast(padded).enumerated() {
            let value = values[Int(letter)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            guard place % 4 == 3 else { continue }
            for shift in [16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
            bits = 0
        }
        switch padded {
        case 1:
            guard bits & 3 == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        case 2:
            guard bits & 15 == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        default: break
        }
        return bytes
    }
}
