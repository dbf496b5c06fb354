import Bytes

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
        guard let bytes = Hex.decode(text.utf8) else { return nil }
        self.init(bytes: bytes)
    }

    public var text: String { Hex.encode(bytes) }
}
