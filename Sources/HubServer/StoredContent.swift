import HTTP1
import Serving

/// Bytes kept in memory with all that is needed to answer requests for them.
///
/// It does not know where they came from, nor when they are out of date.
struct StoredContent {
    let bytes: [UInt8]
    let type: String
    let tag: EntityTag
    /// How long a copy may be kept, as `Cache-Control` says it.
    let caching: String

    /// `no-cache` lets browsers keep a copy and has them ask each time, so that an edited file is seen at
    /// once.
    init(bytes: [UInt8], type: String) {
        self.init(bytes: bytes, type: type, tag: EntityTag(of: bytes), caching: "no-cache")
    }

    init(bytes: [UInt8], type: String, tag: EntityTag, caching: String) {
        self.bytes = bytes
        self.type = type
        self.tag = tag
        self.caching = caching
    }

    func answer(to request: RequestHead) -> HTTPAnswer {
        guard request.method == "GET" || request.method == "HEAD" else {
            return StoredContent.plain(405, ["Allow": "GET, HEAD", "Content-Length": "0"])
        }
        var headers = commonHeaders
        if tag.matches(anyOf: request.headers.list("If-None-Match")) {
            return StoredContent.plain(304, headers)
        }
        headers.append("Content-Type", type)
        headers.append("Accept-Ranges", "bytes")
        // RFC 9110 14.2: ranges are defined for GET alone.
        guard request.method == "GET" else {
            headers.append("Content-Length", "\(bytes.count)")
            return StoredContent.plain(200, headers)
        }
        switch range(of: request) {
        case .whole:
            headers.append("Content-Length", "\(bytes.count)")
            return HTTPAnswer(head: ResponseHead(status: 200, headers: headers), body: bytes)
        case .part(let range):
            headers.append("Content-Length", "\(range.count)")
            headers.append(
                "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)")
            return HTTPAnswer(head: ResponseHead(status: 206, headers: headers), body: Array(bytes[range]))
        case .unsatisfiable:
            return StoredContent.plain(
                416, ["Content-Range": "bytes */\(bytes.count)", "Content-Length": "0"])
        }
    }

    private var commonHeaders: Headers {
        ["ETag": tag.text, "Cache-Control": caching, "X-Content-Type-Options": "nosniff"]
    }

    private func range(of request: RequestHead) -> ByteRange {
        let asked = request.headers.all("Range")
        guard asked.count == 1 else { return .whole }
        // RFC 9110 13.1.5: a part of another version is of no use; a date never matches, for none is sent.
        if let condition = request.headers["If-Range"], condition != tag.text { return .whole }
        return ByteRange(asked[0], length: bytes.count)
    }

    private static func plain(_ status: Int, _ headers: Headers) -> HTTPAnswer {
        HTTPAnswer(head: ResponseHead(status: status, headers: headers), body: [])
    }
}
