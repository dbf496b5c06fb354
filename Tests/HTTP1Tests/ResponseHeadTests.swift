import HTTP1
import Testing

@Suite struct ResponseHeadTests {
    @Test func `a head is its status line, its fields and an empty line`() {
        let head = ResponseHead(status: 404, headers: ["Content-Length": "0", "X": "y"])
        #expect(
            String(decoding: head.encode(), as: UTF8.self)
                == "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nX: y\r\n\r\n")
    }

    @Test func `no value begins a line of its own`() {
        let head = ResponseHead(status: 200, headers: ["X": "a\r\nSet-Cookie: b\0c"])
        #expect(
            String(decoding: head.encode(), as: UTF8.self)
                == "HTTP/1.1 200 OK\r\nX: a  Set-Cookie: b c\r\n\r\n")
    }

    @Test func `values are Latin-1, and what is beyond it becomes a question mark`() {
        let head = ResponseHead(status: 200, headers: ["X": "\u{e9}\u{20ac}"])
        #expect(head.encode().suffix(9) == Array("X: ".utf8) + [0xE9] + Array("?\r\n\r\n".utf8))
    }

    @Test func `a status without a phrase keeps the space before it`() {
        #expect(ResponseHead(status: 299).encode() == Array("HTTP/1.1 299 \r\n\r\n".utf8))
    }
}
