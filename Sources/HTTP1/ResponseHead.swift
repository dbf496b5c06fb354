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
        var bytes = Array("HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\n".utf8)
        for field in headers.fields {
            ResponseHead.append(field.name, to: &bytes)
            bytes += [UInt8(ascii: ":"), UInt8(ascii: " ")]
            ResponseHead.append(field.value, to: &bytes)
            bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        }
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        return bytes
    }

    /// Latin-1, as it is read; other characters become `?`, and control characters spaces.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F: bytes.append(UInt8(ascii: " "))
            case let value: bytes.append(UInt8(exactly: value) ?? UInt8(ascii: "?"))
            }
        }
    }
}
