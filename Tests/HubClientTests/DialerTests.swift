import Sockets
import Testing

@testable import HubClient

struct DialerTests {
    @Test func `a listening port is connected to`() throws {
        let listener = try Listener(address: .loopback(port: 0))
        let socket = try Dialer.dial(
            host: "127.0.0.1", port: listener.port, until: Deadline(inMs: 5_000))
        #expect(try socket.peerAddress().port == listener.port)
    }

    @Test func `a port on which nobody listens is an error that names it`() throws {
        let port = try Listener(address: .loopback(port: 0)).port
        #expect {
            _ = try Dialer.dial(host: "127.0.0.1", port: port, until: Deadline(inMs: 5_000))
        } throws: { error in
            "\(error)" == "can't connect to 127.0.0.1:\(port): Connection refused"
        }
    }
}
