import HTTP1

extension HTTPAnswer {
    /// An answer with the length of its body said.
    init(status: Int, headers: Headers, body: [UInt8] = []) {
        var headers = headers
        headers.append("Content-Length", "\(body.count)")
        self.init(head: ResponseHead(status: status, headers: headers), body: body)
    }

    /// JSON, which is of this moment and is not to be kept.
    static func json(_ status: Int, _ body: [UInt8]) -> HTTPAnswer {
        HTTPAnswer(
            status: status,
            headers: [
                "Content-Type": "application/json", "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            ], body: body)
    }

    func adding(_ headers: [(name: String, value: String)]) -> HTTPAnswer {
        var answer = self
        for (name, value) in headers { answer.head.headers.set(name, value) }
        return answer
    }
}
