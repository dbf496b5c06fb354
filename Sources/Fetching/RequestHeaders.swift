/// The header fields of a request: which may be said at all, and which to whom.
enum RequestHeaders {
    /// Enough for any service, and few enough to look at.
    private static let most = 32
    private static let largest = 8192

    /// What is curl's to say, or about the connection.
    private static let own: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "expect", "upgrade", "te", "trailer",
        "keep-alive",
    ]
    /// What a host learns to which the request was led by another: nothing that proves who asks.
    private static let harmless: Set<String> = ["accept", "accept-language", "content-type", "user-agent"]

    /// - Throws: what is wrong, for the one who asked.
    static func check(_ headers: [(name: String, value: String)]) throws(FetchError) {
        guard headers.count <= most else { throw FetchError("a request has at most \(most) headers") }
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
                throw FetchError("`\(name)` is no header's name")
            }
            let lower = name.lowercased()
            guard !own.contains(lower), !lower.hasPrefix("proxy-") else {
                throw FetchError("the header `\(name)` can't be set")
            }
            guard value.utf8.count <= largest,
                value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
            else { throw FetchError("the header `\(name)` has a value that can't be sent") }
        }
    }

    /// Those that go along when another host is asked instead.
    static func forAnotherHost(_ headers: [(name: String, value: String)]) -> [(name: String, value: String)]
    {
        headers.filter { harmless.contains($0.name.lowercased()) }
    }

    /// RFC 9110 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
