import HTTP1
import Serving
import TestSupport
import Testing
import WebSocket

@testable import HubServer

/// The way into a room: handshake, names, hosts and origins, and what is no message.
@Suite struct ServerConnectionTests {
    @Test func `[CN1] the subprotocol is agreed on where it is offered`() throws {
        let hub = try TestHub()
        let one = try RoomClient(hub)
        #expect(one.upgrade.headers["Sec-WebSocket-Protocol"] == "chatos.v1")
        #expect(one.upgrade.headers["Sec-WebSocket-Accept"] == OpeningHandshake.accept(for: RoomClient.key))
        let several = try RoomClient(hub, lines: ["Sec-WebSocket-Protocol: other, chatos.v1"])
        #expect(several.upgrade.headers["Sec-WebSocket-Protocol"] == "chatos.v1")
        let none = try RoomClient(hub, lines: [])
        #expect(none.upgrade.headers["Sec-WebSocket-Protocol"] == nil)
        try none.enter(as: "Ada")
    }

    @Test func `[CN1] a client that offers only other subprotocols is refused`() throws {
        let hub = try TestHub()
        #expect(try refusal(hub, lines: ["Sec-WebSocket-Protocol: other"]) == 400)
    }

    @Test(arguments: [
        ("__proto__", "__proto__"), ("constructor", "constructor"), ("caf%C3%A9", "café"), ("a%20b", "a b"),
        ("%E2%98%83", "☃"), ("a%25b", "a%b"), ("...", "..."), (String(repeating: "x", count: 128), nil),
    ])
    func `[CN2] a room's name is data, percent-encoded`(encoded: String, name: String?) throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, room: encoded, as: "Ada")
        #expect(ada.welcome["room"]?.string == name ?? encoded)
        let answer = try HTTPClient(hub).get("/api/v1/rooms/\(encoded)")
        #expect(answer.status == 200)
        #expect(answer.json["name"]?.string == name ?? encoded)
    }

    @Test(arguments: [
        "%2E", "..", "a%2Fb", "a%00b", "a%0Ab", "%7F", "%FF", "%C3", "%zz",
        String(repeating: "x", count: 129),
    ])
    func `[CN2] a bad name is refused before the upgrade`(encoded: String) throws {
        let hub = try TestHub()
        #expect(try refusal(hub, room: encoded) == 400)
        #expect(try HTTPClient(hub).get("/rooms/").status == 404)
        #expect(try HTTPClient(hub).get("/api/v1/rooms").json["rooms"]?.elements.count == 0)
    }

    @Test func `[CN2] names that differ in their bytes are different rooms`() throws {
        let hub = try TestHub()
        let composed = try RoomClient(hub, room: "caf%C3%A9", as: "Ada")
        let decomposed = try RoomClient(hub, room: "cafe%CC%81", as: "Bob")
        #expect(composed.epoch != decomposed.epoch)
    }

    @Test(arguments: [
        ["Sec-WebSocket-Version: 8"], ["Sec-WebSocket-Key: \(RoomClient.key)"], ["Content-Length: 5"],
        ["Origin: http://evil.example"], ["Sec-WebSocket-Protocol: other"],
    ])
    func `[W9] a handshake that fails is answered at once, and the connection ended by the hub`(
        lines: [String]
    ) throws {
        let hub = try TestHub()
        let started = MonotonicTime.now()
        // It is read to its end, and this end never closes.
        #expect((400..<500).contains(try refusal(hub, lines: lines)))
        #expect(MonotonicTime.now() - started < .second)
    }

    @Test func `[W23] who is gone before the handshake is answered harms nobody`() throws {
        let hub = try TestHub()
        let handshake = """
            GET /rooms/room HTTP/1.1\r\nHost: 127.0.0.1:\(hub.port)\r\nUpgrade: websocket\r\n\
            Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: \(RoomClient.key)\r\n\r\n
            """.utf8
        for cut in [handshake.count / 2, handshake.count] {
            for _ in 0..<50 { try Wire(hub.address).send(Array(handshake.prefix(cut))) }
        }
        let ada = try RoomClient(hub, as: "Ada")
        #expect(ada.welcome["members"]?.elements.count == 1)
        #expect(try ada.sync().isEmpty)
    }

    @Test func `[CN3] [U48] what is not UTF-8, too large or no frame ends its connection alone`() throws {
        let hub = try TestHub()
        let bystander = try RoomClient(hub, as: "Ada")
        let wrongs: [(UInt16, (RoomClient) throws -> Void)] = [
            (1007, { try $0.send(.text, [0x7B, 0xFF, 0x7D]) }),
            // The header alone: the hub need not see the message to know.
            (1009, { try $0.wire.send([0x81, 0xFF, 0, 0, 0, 0, 0, 0x08, 0, 1, 1, 2, 3, 4]) }),
            (1002, { try $0.wire.send([0x81, 0x02, 0x7B, 0x7D]) }),
            (1002, { try $0.wire.send([0xC1, 0x80, 1, 2, 3, 4]) }),
        ]
        for (code, wrong) in wrongs {
            let client = try RoomClient(hub, as: "Bob")
            try wrong(client)
            #expect(try client.closeCode() == code)
            #expect(try client.wire.receive() == nil)
            #expect(try bystander.until { $0.what == "disconnected" }.last != nil)
        }
        try bystander.say("{\"type\":\"comment\",\"body\":\"still here\"}")
        #expect(try bystander.next()["op"]?["body"]?.string == "still here")
    }

    @Test func `[DO1] a binary message that is about no document is an error, and the connection stays`()
        throws
    {
        let hub = try TestHub()
        let client = try RoomClient(hub)
        try client.send(.binary, [1, 97, 0])
        #expect(try client.next()["code"]?.string == "no_hello")
        try client.enter(as: "Ada", more: ",\"quiet\":true")
        try client.send(.binary, [1])
        #expect(try client.next()["code"]?.string == "bad_update")
        #expect(try client.sync().isEmpty)
    }

    @Test func `[W49] what came in one write with the reason for a close is dropped`() throws {
        let hub = try TestHub()
        let bystander = try RoomClient(hub, as: "Ada")
        let client = try RoomClient(hub, as: "Bob")
        _ = try bystander.next()
        let before = RoomClient.text("{\"type\":\"comment\",\"body\":\"before\"}")
        let after = RoomClient.text("{\"type\":\"comment\",\"body\":\"after\"}")
        // Each of these would make the hub close again, or answer.
        let wrong = RoomClient.frame(.text, [0xFF])
        try client.wire.send(before + wrong + after + wrong + after)
        #expect(try client.closeCode() == 1007)
        #expect(try client.wire.receive() == nil)
        let seen = try bystander.until { $0.what == "disconnected" }
        #expect(seen.map(\.what) == ["comment", "disconnected"])
    }

    @Test func `[CN3] a message of exactly the largest size is taken`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let largest = ada.welcome["limits"]?["message"]?.number ?? 0
        #expect(largest == 524_288)
        let frame = "{\"type\":\"comment\",\"body\":\"\"}"
        let body = String(repeating: "x", count: largest - frame.utf8.count)
        try ada.say("{\"type\":\"comment\",\"body\":\"\(body)\"}")
        #expect(try ada.next()["op"]?["body"]?.string == body)
    }

    @Test(arguments: [
        "http://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:PORT.evil.example",
        "http://evil.example:PORT", "http://a:b", "http://user@127.0.0.1:PORT", "127.0.0.1:PORT",
        "http://127.0.0.1:PORT/", "file://127.0.0.1:PORT", "http://localhost:PORT",
    ])
    func `[CN5] [W21] pages of other origins may not use the hub`(origin: String) throws {
        let hub = try TestHub()
        let line = "Origin: " + origin.replacing("PORT", with: "\(hub.port)")
        #expect(try refusal(hub, lines: [line]) == 403)
        #expect(try HTTPClient(hub).get("/api/v1/rooms", line).status == 403)
    }

    @Test func `[CN5] the hub's own pages may use it, and programs without an origin`() throws {
        let hub = try TestHub()
        _ = try RoomClient(hub, lines: ["Origin: http://127.0.0.1:\(hub.port)"])
        _ = try RoomClient(hub, host: "[::1]:\(hub.port)", lines: ["Origin: http://[::1]:\(hub.port)"])
        _ = try RoomClient(hub, lines: [])
    }

    @Test(arguments: [
        "rebound.example:PORT", "127.0.0.1.evil.example:PORT", "192.0.2.7:PORT", "[2001:db8::1]:PORT",
        "localhost.evil.example", "127.0.0.1:80x", "[::1]evil.example", "127.0.0.2:PORT",
    ])
    func `[CN5] [W21] a name that is not the hub's is refused`(host: String) throws {
        let hub = try TestHub()
        let host = host.replacing("PORT", with: "\(hub.port)")
        #expect(try refusal(hub, host: host) == 403)
        #expect(try refusal(hub, host: host, lines: ["Origin: http://\(host)"]) == 403)
        #expect(try HTTPClient(hub).get("/", host: host).status == 403)
    }

    @Test func `[CN5] --allow-host adds a name`() throws {
        let hub = try TestHub { $0.allowedHosts = ["chat.example"] }
        _ = try RoomClient(hub, host: "chat.example", lines: ["Origin: https://chat.example"])
        _ = try RoomClient(hub, host: "Chat.Example:8443", lines: ["Origin: https://chat.example:8443"])
        #expect(try refusal(hub, host: "chat.example", lines: ["Origin: https://chat.example.evil"]) == 403)
    }

    @Test func `[CN6] a ping is answered at once, before hello too`() throws {
        let hub = try TestHub()
        let client = try RoomClient(hub)
        try client.send(.ping, Array("a".utf8))
        guard case .pong = try client.nextEvent() else { throw ClientFailure("no pong") }
        try client.enter(as: "Ada")
        _ = try client.until { $0.what == "joined" }
        try client.send(.ping, [])
        guard case .pong = try client.nextEvent() else { throw ClientFailure("no pong") }
    }

    @Test func `[CN7] a client that says no hello is closed`() throws {
        let hub = try TestHub { $0.connectionLimits.settleTime = 50_000_000 }
        let client = try RoomClient(hub)
        // Errors are no hello.
        try client.say("{}")
        #expect(try client.closeCode() == 4500)
        #expect(try client.wire.receive() == nil)
        // Once it is said, nothing is left of the limit.
        let member = try RoomClient(hub, as: "Ada")
        #expect(try RoomClient(hub).closeCode() == 4500)
        #expect(try member.sync().isEmpty)
    }

    @Test func `[W10] the first frame may come with the handshake, and the second in two halves`() throws {
        let hub = try TestHub()
        let hello = RoomClient.frame(.text, Array("{\"hub\":\"hello\",\"name\":\"Ada\"}".utf8))
        let op = RoomClient.frame(.text, Array("{\"type\":\"comment\",\"body\":\"early\"}".utf8))
        let client = try RoomClient(hub, early: hello + op.prefix(9))
        try client.wire.send(Array(op.dropFirst(9)))
        let seen = try client.until { $0.what == "comment" }
        #expect(seen.map(\.what) == ["hub:welcome", "hub:ready", "joined", "comment"])
    }

    @Test func `[W11] a handshake may come in any two pieces`() throws {
        let hub = try TestHub()
        let text = """
            GET /rooms/room HTTP/1.1\r\nHost: 127.0.0.1:\(hub.port)\r\nUpgrade: websocket\r\n\
            Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: \(RoomClient.key)\r\n\r\n
            """
        let ping = RoomClient.frame(.ping, [7])
        let all = Array(text.utf8) + ping
        for way in cuts(of: all).filter({ $0.count < 3 }) {
            let wire = try Wire(hub.address)
            for piece in way { try wire.send(piece) }
            var got: [UInt8] = []
            while !got.ends(with: [0x8A, 1, 7]) {
                guard let bytes = try wire.receive() else {
                    throw ClientFailure("hung up on \(way.map(\.count))")
                }
                got += bytes
            }
            #expect(got.starts(with: Array("HTTP/1.1 101 ".utf8)))
        }
    }

    @Test func `[W11] a handshake and a frame may come byte by byte`() throws {
        let hub = try TestHub()
        let client = try RoomClient(hub)
        for byte in RoomClient.frame(.text, Array("{\"hub\":\"hello\",\"name\":\"Ada\"}".utf8)) {
            try client.wire.send([byte])
        }
        #expect(try client.next().what == "hub:welcome")
    }

    private func refusal(
        _ hub: TestHub, room: String = "room", host: String? = nil, lines: [String] = []
    ) throws -> Int {
        do {
            _ = try RoomClient(hub, room: room, host: host, lines: lines)
            return 101
        } catch let refused as RoomClient.Refused {
            #expect(refused.body.hasPrefix("{\"error\":\""))
            return refused.status
        }
    }
}

extension [UInt8] {
    func ends(with tail: [UInt8]) -> Bool {
        suffix(tail.count).elementsEqual(tail)
    }
}
