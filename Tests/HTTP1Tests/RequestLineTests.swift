import HTTP1
import Testing

@Suite struct RequestLineTests {
    @Test(arguments: ["HTTP/1.2", "HTTP/2.0", "HTTP/0.9", "HTTP/11", "HTTP/3"])
    func `[W6] another version of HTTP is answered with 505`(version: String) {
        #expect(verdictAtEveryCut("GET / \(version)\r\nHost: a\r\n\r\n") == .refused(505))
    }

    @Test(arguments: [
        "GET /\r\n", "GET / http/1.1\r\n", "GET / HTTP/\r\n", "GET / HTTPS/1.1\r\n", "GET  / HTTP/1.1\r\n",
        "GET / HTTP/1.1 \r\n", " GET / HTTP/1.1\r\n", "GET / / HTTP/1.1\r\n", "G(T / HTTP/1.1\r\n",
        "/ HTTP/1.1\r\n", "GET /\u{e4} HTTP/1.1\r\n", "GET /\t HTTP/1.1\r\n", "GET\t/ HTTP/1.1\r\n",
    ])
    func `a malformed request line is refused`(line: String) {
        #expect(verdictAtEveryCut(line + "Host: a\r\n\r\n") == .refused(400))
    }

    @Test func `[W6] methods and HTTP 1.0 are read, so that the server can answer them`() throws {
        let post = try head("POST /x HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(post.method == "POST")
        let old = try head("GET /x HTTP/1.0\r\n\r\n")
        #expect(old.version == .http10)
        #expect(old.host == nil)
    }

    @Test func `[RFC 9112 3.2] HTTP 1.1 needs one Host`() {
        #expect(verdictAtEveryCut("GET / HTTP/1.1\r\n\r\n") == .refused(400))
        #expect(verdictAtEveryCut(get("/", "Host: a\r\n")) == .refused(400))
        #expect(verdictAtEveryCut(get("/", "host: b\r\n")) == .refused(400))
        #expect(verdictAtEveryCut("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n") == .refused(400))
    }

    @Test(arguments: ["", "a b", "a/b", "user@a", "a?b", "a#b", "\u{e4}", "a\"b"])
    func `a Host that is no host is refused`(host: String) {
        #expect(verdictAtEveryCut("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == .refused(400))
    }

    @Test(arguments: ["a", "a:80", "127.0.0.1:80", "[::1]:80", "xn--a.example"])
    func `a host keeps its port`(host: String) throws {
        #expect(try head("GET / HTTP/1.1\r\nHost:\(host) \r\n\r\n").host == host)
    }

    @Test func `[RFC 9112 3.2.2] the host of an absolute target is the Host`() throws {
        let same = try head("GET http://A:80/x?y HTTP/1.1\r\nHost: a:80\r\n\r\n")
        #expect(same.host == "a:80")
        #expect(same.target.originForm == "/x?y")
        #expect(verdictAtEveryCut("GET http://b/x HTTP/1.1\r\nHost: a\r\n\r\n") == .refused(400))
        #expect(verdictAtEveryCut("GET http://a/x HTTP/1.1\r\n\r\n") == .refused(400))
        #expect(try head("GET http://B/x HTTP/1.0\r\n\r\n").host == "b")
    }
}
