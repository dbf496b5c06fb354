/// What a request asks for: a path in segments, and a query in items, both percent-decoded.
///
/// Nothing is resolved: a segment `..` is a segment of two dots.
public struct RequestTarget: Sendable, Equatable {
    public struct QueryItem: Sendable, Equatable {
        public let name: String
        public let value: String
    }

    /// Path and query as they were received (RFC 9112 3.2.1), `/` at the least.
    public let originForm: String
    /// `/` is one empty segment, `/a/` is `a` and an empty one.
    public let segments: [String]
    /// `+` is a space, as in what browsers' forms and `URLSearchParams` write.
    public let query: [QueryItem]

    /// Path and query of a request, and the host of the absolute form. The text is visible ASCII.
    static func parse(_ text: String) throws(HTTPError) -> (target: RequestTarget, host: String?) {
        guard !text.utf8.contains(UInt8(ascii: "#")) else {
            throw HTTPError(400, "The request target has a fragment.")
        }
        if text.utf8.first == UInt8(ascii: "/") { return (try RequestTarget(originForm: text), nil) }
        // RFC 9112 3.2.2: the absolute form is for proxies, but every server must take it.
        guard let scheme = ["http://", "https://"].first(where: { isSame(text.prefix($0.count), $0) }) else {
            throw HTTPError(400, "The request target is neither a path nor a URL.")
        }
        let rest = text.dropFirst(scheme.count)
        let hostEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let path = rest[hostEnd...]
        let originForm = path.hasPrefix("/") ? String(path) : "/" + path
        return (try RequestTarget(originForm: originForm), String(rest[..<hostEnd]))
    }

    private init(originForm: String) throws(HTTPError) {
        self.originForm = originForm
        // Bytes are split, not characters: all that separates is ASCII, and looking for it costs a tenth.
        let bytes = originForm.utf8
        let pathEnd = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = bytes[..<pathEnd].dropFirst()
        var segments: [String] = []
        for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            segments.append(try RequestTarget.decoded(Substring(segment)))
        }
        var query: [QueryItem] = []
        for item in Substring(bytes[pathEnd...].dropFirst()).split(separator: "&") {
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try RequestTarget.decodedItem(sides[0])
            query.append(
                QueryItem(name: name, value: sides.count > 1 ? try RequestTarget.decodedItem(sides[1]) : ""))
        }
        self.segments = segments
        self.query = query
    }

    private static func decodedItem(_ text: Substring) throws(HTTPError) -> String {
        try decoded(String(text.map { $0 == "+" ? " " : $0 }))
    }

    private static func decoded(_ text: some StringProtocol) throws(HTTPError) -> String {
        guard let decoded = PercentEncoding.decode(text) else {
            throw HTTPError(400, "The request target is not percent-encoded UTF-8.")
        }
        return decoded
    }
}
