import HTTP1
import TestSupport
import Testing

@Suite struct ResponseParserTests {
    @Test func `an answer is read alike however it is cut`() throws {
        let answer = ResponseHead(
            status: 101, headers: ["Upgrade": "websocket", "Connection": "Upgrade", "Content-Length": "12"])
        let bytes = answer.encode() + [0x81, 0x00, 0x0D, 0x0A]
        for way in cuts(of: bytes) {
            #expect(try outcome(way) == .head(answer, consumed: answer.encode().count))
        }
        #expect(answer.contentLength == 12)
    }

    @Test(arguments: ["HTTP/1.1 200\r\n\r\n", "HTTP/1.0 200 \r\n\r\n", "HTTP/1.1 200 All is well\r\n\r\n"])
    func `[RFC 9112 4] the reason is optional and may be anything`(text: String) throws {
        let bytes = Array(text.utf8)
        #expect(try outcome([bytes]) == .head(ResponseHead(status: 200), consumed: bytes.count))
    }

    @Test(arguments: [
        "HTTP/2 200 OK\r\n", "HTTP/1.1 20 OK\r\n", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 +20 OK\r\n",
        "HTTP/1.1 099 OK\r\n", "HTTP/1.1\r\n", "\r\n", "SSH-2.0\r\n", "HTTP/1.1 200 OK\n",
        "HTTP/1.1 200 OK\r\nA : b\r\n", "HTTP/1.1 200 OK\r\nA\r\n", "HTTP/1.1 200 OK\r\n b\r\n",
    ])
    func `a malformed answer is refused at every cut`(text: String) {
        for way in cuts(of: Array(text.utf8)) {
            #expect(throws: ResponseError.self) { try outcome(way) }
        }
    }

    @Test func `an endless answer is refused`() {
        let start = "HTTP/1.1 200 OK\r\n"
        for text in [
            String(repeating: "a", count: 20_000), start + String(repeating: "a", count: 20_000),
            start + String(repeating: "A: b\r\n", count: 101),
        ] {
            #expect(throws: ResponseError.self) { try outcome([Array(text.utf8)]) }
        }
    }

    @Test func `two lengths are none`() {
        let head = ResponseHead(status: 200, headers: ["Content-Length": "1", "content-length": "1"])
        #expect(head.contentLength == nil)
        #expect(ResponseHead(status: 200).contentLength == nil)
        #expect(ResponseHead(status: 200, headers: ["Content-Length": "+1"]).contentLength == nil)
    }

    private func outcome(_ parts: [[UInt8]]) throws -> ResponseParser.Outcome {
        var parser = ResponseParser()
        var received: [UInt8] = []
        for part in parts {
            received += part
            let outcome = try parser.parse(received.span.bytes)
            if outcome != .needMore { return outcome }
        }
        return .needMore
    }
}
