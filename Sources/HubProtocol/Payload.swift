/// The bytes of an op exactly as its sender wrote them: one JSON object in UTF-8, checked once and never
/// rewritten.
public struct Payload: Hashable, Sendable {
    public let bytes: [UInt8]

    /// `bytes` must have passed the JSON scanner, or come from a log whose ops have.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
