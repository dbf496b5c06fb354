import Glibc
import Sockets
import Testing

@Suite struct SocketErrorTests {
    @Test func `an error says what was attempted and why it failed`() {
        let error = SocketError(operation: "listen on 127.0.0.1:80", code: EACCES)
        #expect(error.description == "listen on 127.0.0.1:80: Permission denied")
    }

    @Test func `a failure of TLS is told in its own words, and has a code too`() {
        let error = SocketError(operation: "read", cause: .tls(.notTLS))
        #expect(error.description == "read: the peer does not speak TLS")
        #expect(error.code == EPROTO)
    }
}
