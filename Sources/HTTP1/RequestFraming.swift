/// Finds out whether a request has a body and how it ends (RFC 9112 6).
///
/// Where two readers could disagree it refuses: that is how requests are smuggled.
enum RequestFraming {
    static func body(
        version: RequestHead.Version, headers: Headers
    ) throws(HTTPError) -> RequestHead.Body {
        let lengths = headers.count("Content-Length")
        guard headers.count("Transfer-Encoding") == 0 else {
            guard version == .http11 else {
                throw HTTPError(400, "Transfer-Encoding does not exist in HTTP/1.0.")
            }
            guard lengths == 0 else {
                throw HTTPError(400, "Content-Length and Transfer-Encoding exclude each other.")
            }
            let codings = headers.list("Transfer-Encoding")
            guard codings.count == 1, isSame(codings[0], "chunked") else {
                throw HTTPError(400, "The only transfer coding understood is chunked, once.")
            }
            return .chunked
        }
        guard lengths <= 1 else { throw HTTPError(400, "Content-Length is given more than once.") }
        guard lengths > 0, let text = headers["Content-Length"] else { return .none }
        guard let length = contentLength(text) else {
            throw HTTPError(400, "Content-Length is not a number of bytes.")
        }
        return length == 0 ? .none : .length(length)
    }

    /// Digits alone: `UInt64` itself would take `+5`.
    static func contentLength(_ text: String) -> UInt64? {
        text.utf8.allSatisfy(isDigit) ? UInt64(text) : nil
    }
}
