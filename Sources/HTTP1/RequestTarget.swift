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
    static func parse(_ text: UnsafeRawBufferPointer) throws(HTTPError) -> (
        target: RequestTarget, host: String?
    ) {
        guard !text.contains(UInt8(ascii: "#")) else {
            throw HTTPError(400, "The request target has a fragment.")
        }
        if text.first == UInt8(ascii: "/") { return (try RequestTarget(originForm: text), nil) }
        return try parseAbsolute(String(decoding: text, as: UTF8.self))
    }

    /// RFC 9112 3.2.2: the absolute form is for proxies, but every server must take it.
    private static func parseAbsolute(_ text: String) throws(HTTPError) -> (
        target: RequestTarget, host: String?
    ) {
        guard let scheme = ["http://", "https://"].first(where: { isSame(text.prefix($0.count), $0) }) else {
            throw HTTPError(400, "The request target is neither a path nor a URL.")
        }
        let rest = text.dropFirst(scheme.count)
        let hostEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let path = rest[hostEnd...]
        let originForm = Array((path.hasPrefix("/") ? String(path) : "/" + path).utf8)
        let target = try originForm.span.bytes.withUnsafeBytes { (bytes) throws(HTTPError) -> RequestTarget in
            try RequestTarget(originForm: bytes)
        }
        return (target, String(rest[..<hostEnd]))
    }

    private init(originForm: UnsafeRawBufferPointer) throws(HTTPError) {
        self.originForm = String(decoding: originForm, as: UTF8.self)
        let pathEnd = originForm.firstIndex(of: UInt8(ascii: "?")) ?? originForm.count
        var segments: [String] = []
        var start = 1
        for end in 1...pathEnd where end == pathEnd || originForm[end] == UInt8(ascii: "/") {
            segments.append(try RequestTarget.decoded(originForm[start..<end]))
            start = end + 1
        }
        self.segments = segments
        query = pathEnd < originForm.count ? try RequestTarget.items(originForm[(pathEnd + 1)...]) : []
    }

    private static func items(_ query: Slice<UnsafeRawBufferPointer>) throws(HTTPError) -> [QueryItem] {
        var items: [QueryItem] = []
        for item in query.split(separator: UInt8(ascii: "&")) {
            let nameEnd = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = try decoded(item[..<nameEnd], plusIsSpace: true)
            items.append(
                QueryItem(name: name, value: try decoded(item[nameEnd...].dropFirst(), plusIsSpace: true)))
        }
        return items
    }

    private static func decoded(
        _ bytes: Slice<UnsafeRawBufferPointer>, plusIsSpace: Bool = false
    ) throws(HTTPError) -> String {
        guard let decoded = PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace) else {
            throw HTTPError(400, "The request target is not percent-encoded UTF-8.")
        }
        return decoded
    }
}
