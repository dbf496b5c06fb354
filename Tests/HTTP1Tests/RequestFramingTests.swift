import HTTP1
import Testing

@Suite struct RequestFramingTests {
    @Test func `a body is announced by its length or by chunks`() throws {
        #expect(try head(get()).body == .none)
        #expect(try head(get("/", "Content-Length: 0\r\n")).body == .none)
        #expect(try head(get("/", "Content-Length: 5\r\n")).body == .length(5))
        #expect(try head(get("/", "Content-Length: 18446744073709551615\r\n")).body == .length(.max))
        #expect(try head(get("/", "Transfer-Encoding: chunked\r\n")).body == .chunked)
        #expect(try head(get("/", "transfer-encoding: Chunked\r\n")).body == .chunked)
    }

    @Test(arguments: [
        "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: 5\r\ncontent-length: 6\r\n",
        "Content-Length: 5, 5\r\n", "Content-Length: +5\r\n", "Content-Length: -5\r\n",
        "Content-Length: 0x5\r\n", "Content-Length: \r\n", "Content-Length: 18446744073709551616\r\n",
        "Content-Length: 5 5\r\n", "Content-Length: \u{661}\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
        "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked, chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: identity\r\n",
        "Transfer-Encoding: \r\n", "Transfer-Encoding: xchunked\r\n",
    ])
    func `[W20] lengths that two readers could read differently are refused`(lines: String) {
        #expect(verdictAtEveryCut(get("/", lines)) == .refused(400))
    }

    @Test func `[W6] HTTP 1.0 has no transfer codings`() {
        let text = "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(verdictAtEveryCut(text) == .refused(400))
    }
}
