import HubClient
import Testing

struct RoomOpeningTests {
    private func address(_ server: ScriptedServer) throws -> HubAddress {
        try HubAddress(parsing: "ws://127.0.0.1:\(server.port)/rooms/x")
    }

    private static func redirect(_ head: String) -> String {
        "HTTP/1.1 307 Temporary Redirect\r\nLocation: /rooms/x\r\nContent-Length: 0\r\n\r\n"
    }

    @Test func `redirects without end are given up`() throws {
        let server = ScriptedServer([RoomOpeningTests.redirect].repeated(4))
        #expect(throws: HubClientError.broken("it redirects more than 3 times")) {
            try RoomConnection(to: try address(server))
        }
    }

    @Test(arguments: [
        ("15\r\n\r\n{\"error\":\"No.\"}", "No."), ("4\r\n\r\nNo\r\n", "No"), ("6\r\n\r\n<html>", ""),
        ("0\r\n\r\n", ""), ("99\r\n\r\nhalf", "half"), ("2\r\n\r\n\u{7F}x", ""),
    ])
    func `a refusal says what its body says`(rest: String, message: String) throws {
        let server = ScriptedServer([{ _ in "HTTP/1.1 403 Forbidden\r\nContent-Length: \(rest)" }])
        #expect(throws: HubClientError.refused(status: 403, message: message)) {
            try RoomConnection(to: try address(server))
        }
    }

    @Test(arguments: ["SSH-2.0-x\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n"])
    func `what is no hub is told`(answer: String) throws {
        let server = ScriptedServer([{ _ in answer }])
        #expect {
            try RoomConnection(to: try address(server))
        } throws: { error in
            if case HubClientError.broken = error { true } else { false }
        }
    }

    @Test func `a server that hangs up is told`() throws {
        let server = ScriptedServer([{ _ in "HTTP/1.1 101" }])
        #expect(throws: HubClientError.ended) { try RoomConnection(to: try address(server)) }
    }

    @Test func `a real hub refuses a host that is not its own, and says so`() throws {
        let hub = try RunningHub()
        #expect {
            try RoomConnection(to: try hub.address("x", host: "127.0.0.2"))
        } throws: { error in
            guard case HubClientError.refused(403, let message) = error else {
                return "\(error)".contains("Connection refused")
            }
            return message.contains("127.0.0.2")
        }
    }

    @Test func `[HT7] the realm's host sends to the shell's`() throws {
        let hub = try RunningHub()
        let connection = try RoomConnection(to: try hub.address("x", host: "localhost"))
        connection.close()
    }
}

extension Array {
    fileprivate func repeated(_ count: Int) -> [Element] {
        (0..<count).flatMap { _ in self }
    }
}
