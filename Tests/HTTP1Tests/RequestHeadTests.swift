import HTTP1
import Testing

@Suite struct RequestHeadTests {
    @Test func `[RFC 9112 9.3] HTTP 1.1 stays open unless told, HTTP 1.0 closes unless told`() throws {
        #expect(try head(get()).keepAlive)
        #expect(try !head(get("/", "Connection: Close\r\n")).keepAlive)
        #expect(try !head(get("/", "Connection: x\r\nConnection: y, close\r\n")).keepAlive)
        #expect(try !head("GET / HTTP/1.0\r\n\r\n").keepAlive)
        #expect(try head("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").keepAlive)
        #expect(try !head("GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n").keepAlive)
    }
}
