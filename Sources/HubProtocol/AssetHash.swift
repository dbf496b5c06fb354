/// The name of an asset: the SHA-256 of its bytes, written as 64 hexadecimal digits in lower case ([AS1]).
///
/// It computes none, and does not know whether there is such an asset.
public struct AssetHash: Hashable, Sendable {
    /// 32 of them.
    public let bytes: [UInt8]

    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Nil for any other form of writing it: a name has one.
    public init?(_ text: String) {
        let digits = text.utf8.map(AssetHash.value)
        guard digits.count == 64, !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    public var text: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
