/// The header fields of a request, for what the opening handshake asks of them.
///
/// Values come as bytes, in UTF-8: most of what is asked is answered without a string being made.
public protocol HandshakeFields: Sendable {
    /// Calls `body` with each value of the fields of that name, in any case, in their order.
    func withValues(of name: StaticString, _ body: (RawSpan) -> Void)
}
