import HubClient
import HubProtocol
import Testing

struct HubAddressTests {
    @Test(arguments: [
        ("ws://127.0.0.1:8080/rooms/lobby", "127.0.0.1", 8080, "lobby"),
        ("WS://example.org/rooms/lobby", "example.org", 80, "lobby"),
        ("http://[::1]:9/rooms/a%2Bb", "::1", 9, "a+b"),
        ("ws://[::1]/rooms/x", "::1", 80, "x"),
        ("ws://h:1/rooms/__proto__", "h", 1, "__proto__"),
        ("ws://h:1/rooms/%F0%9F%90%88", "h", 1, "🐈"),
    ])
    func `an address has a host, a port and a room`(
        text: String, host: String, port: UInt16, room: String
    ) throws {
        let address = try HubAddress(parsing: text)
        #expect(address.host == host && address.port == port && address.room.text == room)
        #expect(try HubAddress(parsing: address.description) == address)
    }

    @Test(arguments: [
        "", "lobby", "127.0.0.1:8080/rooms/x", "ftp://h/rooms/x", "ws://", "ws:///rooms/x", "ws://h",
        "ws://h/", "ws://h/rooms/", "ws://h/rooms", "ws://h/r/x", "ws://h/rooms/a/b", "ws://h/rooms/..",
        "ws://h/rooms/%zz", "ws://h/rooms/%ff", "ws://h/rooms/%0a", "ws://h/rooms/x?y", "ws://h/rooms/x#y",
        "ws://h:99999/rooms/x", "ws://h:x/rooms/x", "ws://::1/rooms/x", "ws://me@h/rooms/x",
        "ws://h\r\nX-Y:1/rooms/x", "ws://a b/rooms/x", "ws://h/rooms/a%2Fb",
    ])
    func `what is no address of a room is refused`(text: String) {
        #expect {
            try HubAddress(parsing: text)
        } throws: { error in
            if case HubClientError.badAddress = error { true } else { false }
        }
    }

    @Test func `an encrypted address is refused with the reason`() {
        #expect(
            throws: HubClientError.badAddress(
                "\"wss://h/rooms/x\": encrypted connections are not in this version; write ws://")
        ) {
            try HubAddress(parsing: "wss://h/rooms/x")
        }
    }
}
