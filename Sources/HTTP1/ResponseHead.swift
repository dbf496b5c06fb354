/// An answer without its body: a status and header fields.
///
/// It adds nothing by itself: length, date and connection are the server's to say.
public struct ResponseHead: Sendable, Equatable {
    public var status: Int
    public var headers: Headers

    public init(status: Int, headers: Headers = Headers()) {
        self.status = status
        self.headers = headers
    }

    /// The bytes that go before the body. Whatever a name or a value holds, it can't begin a line of its own.
    public func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 + headers.encodedCount)
        bytes.append(contentsOf: "HTTP/1.1 ".utf8)
        bytes.append(contentsOf: String(status).utf8)
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: ReasonPhrase.of(status).utf8)
        bytes.appendLineBreak()
        headers.encode(to: &bytes)
        bytes.appendLineBreak()
        return bytes
    }
}
