public import HTTP1

/// A whole answer to one request: head and body, ready to be sent.
///
/// The body is shared with whoever keeps it. `Date` and `Connection` are added by the connection that sends it.
public struct HTTPAnswer: Sendable, Equatable {
    public var head: ResponseHead
    public var body: [UInt8]

    public init(head: ResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}
