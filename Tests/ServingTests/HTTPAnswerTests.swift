import HTTP1
import Testing

@testable import Serving

@Suite struct HTTPAnswerTests {
    @Test func `an answer says how long its body is`() {
        #expect(HTTPAnswer(status: 200, headers: [:], body: [1, 2]).head.headers["Content-Length"] == "2")
        #expect(HTTPAnswer(status: 307, headers: ["Location": "/"]).head.headers["Content-Length"] == "0")
    }

    @Test func `JSON is of its moment, and nothing else than JSON`() {
        let headers = HTTPAnswer.json(404, Array("{}".utf8)).head.headers
        #expect(headers["Content-Type"] == "application/json")
        #expect(headers["Cache-Control"] == "no-store")
        #expect(headers["X-Content-Type-Options"] == "nosniff")
    }

    @Test func `an error's message is JSON, whatever it says`() {
        #expect(HTTPAnswer.error(400, "a \"b\"\n").body == Array(#"{"error":"a \"b\"\n"}"#.utf8))
    }

    @Test func `a header that is added takes the place of one of its name`() {
        let answer = HTTPAnswer.json(200, []).adding([("content-type", "a"), ("X", "b")])
        #expect(answer.head.headers.all("Content-Type") == ["a"])
        #expect(answer.head.headers["X"] == "b")
    }
}
