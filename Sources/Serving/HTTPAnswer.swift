internal import Bytes
public import HTTP1

/// A whole answer to one request: head and body, ready to be sent.
///
/// The body is shared with whoever keeps it. `Connection` is added by the connection that sends it.
public struct HTTPAnswer: Sendable, Equatable {
    public var head: ResponseHead
    public var body: [UInt8]

    public init(head: ResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }

    /// An answer with the length of its body said.
    public init(status: Int, headers: Headers, body: [UInt8] = []) {
        var headers = headers
        headers.append("Content-Length", "\(body.count)")
        self.init(head: ResponseHead(status: status, headers: headers), body: body)
    }

    /// JSON, which is of this moment and is not to be kept.
    public static func json(_ status: Int, _ body: [UInt8]) -> HTTPAnswer {
        HTTPAnswer(
            status: status,
            headers: [
                "Content-Type": "application/json", "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            ], body: body)
    }

    /// An error as the API tells it: `{"error":TEXT}`.
    public static func error(_ status: Int, _ message: String) -> HTTPAnswer {
        var body = Array(#"{"error":"#.utf8)
        body.appendJSON(message)
        body.append(UInt8(ascii: "}"))
        return .json(status, body)
    }

    /// The answer with these headers in the place of any of the same names.
    public func adding(_ headers: [(name: String, value: String)]) -> HTTPAnswer {
        var answer = self
        for (name, value) in headers { answer.head.headers.set(name, value) }
        return answer
    }
}
