import HTTP1
import Serving
import Sockets
import Testing
import WebSocket

@testable import HubServer

/// Compression in rooms: who gets it, who does not, and what is never compressed.
@Suite struct ServerCompressionTests {
    private func hub(_ policy: CompressionPolicy) throws -> TestHub {
        try TestHub { $0.compression = policy }
    }

    private func member(_ hub: TestHub, room: String = "room", as name: String) throws -> RoomClient {
        let client = try RoomClient(hub, room: room, lines: [RoomClient.offersDeflate])
        try client.enter(as: name)
        _ = try client.until { $0.what == "joined" && $0["from"]?["id"]?.string == client.id }
        return client
    }

    /// An op that is long enough to be worth compressing, and repeats itself.
    private func op(_ number: Int) -> String {
        let body = String(repeating: "the quick brown fox ", count: 20)
        return "{\"type\":\"comment\",\"n\":\(number),\"body\":\"\(body)\"}"
    }

    /// Whether the frame at the front of the last reading has RSV1 set, RFC 7692 section 6.
    private func isCompressed(_ client: RoomClient) -> Bool {
        client.lastRead.first.map { $0 & 0x40 != 0 } ?? false
    }

    @Test func `[CN8] [W58] compression is off unless the hub was told otherwise`() throws {
        #expect(Configuration(listen: .loopback(port: 0), data: "", web: "").compression.isOff)
        let hub = try TestHub()
        let ada = try member(hub, as: "Ada")
        #expect(ada.upgrade.headers["Sec-WebSocket-Extensions"] == nil)
        try ada.say(op(1))
        #expect(try ada.next()["op"]?["n"]?.number == 1)
        #expect(!isCompressed(ada))
    }

    @Test(arguments: [false, true])
    func `[CN8] [W56] who agreed gets compressed frames, who did not offer gets plain ones`(
        isShared: Bool
    ) throws {
        let hub = try hub(isShared ? .shared(DeflateSettings()) : .dedicated(DeflateSettings()))
        let ada = try member(hub, as: "Ada")
        #expect(ada.upgrade.headers["Sec-WebSocket-Extensions"]?.hasPrefix("permessage-deflate") == true)
        let plain = try RoomClient(hub, as: "Plain")
        _ = try ada.next()
        #expect(plain.upgrade.headers["Sec-WebSocket-Extensions"] == nil)
        for number in 0..<5 {
            try plain.say(op(number))
            for client in [ada, plain] {
                let message = try client.next()
                #expect(message["op"]?.description == op(number))
                #expect(isCompressed(client) == (client === ada))
            }
            #expect(ada.lastRead.count < op(number).utf8.count / 2)
        }
    }

    @Test func `[CN8] [W57] a newcomer to a shared window reads what comes later`() throws {
        let hub = try hub(.shared(DeflateSettings()))
        var members = [try member(hub, as: "0")]
        for round in 1...4 {
            for number in 0..<5 {
                try members[0].say(op(number))
                for client in members {
                    #expect(try client.until { $0.what == "comment" }.last?["op"]?.description == op(number))
                    #expect(isCompressed(client))
                }
            }
            members.append(try member(hub, as: "\(round)"))
        }
    }

    @Test(arguments: [false, true])
    func `[CN8] [W58] an address with nodeflate=1 asks for none`(isShared: Bool) throws {
        let hub = try hub(isShared ? .shared(DeflateSettings()) : .dedicated(DeflateSettings()))
        let ada = try member(hub, room: "room?nodeflate=1", as: "Ada")
        #expect(ada.welcome["room"]?.string == "room")
        #expect(ada.upgrade.headers["Sec-WebSocket-Extensions"] == nil)
        let other = try member(hub, room: "room?nodeflate=0", as: "Bob")
        #expect(other.upgrade.headers["Sec-WebSocket-Extensions"] != nil)
        _ = try ada.next()
        try ada.say(op(1))
        #expect(try ada.next()["op"]?["n"]?.number == 1)
        #expect(!isCompressed(ada))
    }

    @Test(arguments: [false, true])
    func `[CN8] [W61] a welcome, which has the token in it, is never compressed`(isShared: Bool) throws {
        let hub = try hub(isShared ? .shared(DeflateSettings()) : .dedicated(DeflateSettings()))
        let ada = try RoomClient(hub, lines: [RoomClient.offersDeflate])
        try ada.say("{\"hub\":\"hello\",\"name\":\"Ada\"}")
        let welcome = try ada.next()
        #expect(welcome.what == "hub:welcome")
        let token = try #require(welcome["token"]?.string)
        // As long as it is, it would be compressed if it might be; and it stands on the wire as it is.
        #expect(welcome.bytes.count > DeflateSettings().threshold)
        #expect(!isCompressed(ada))
        #expect(String(decoding: ada.lastRead, as: UTF8.self).contains(token))
    }

    @Test func `[CN8] what a client compresses is read`() throws {
        let hub = try hub(.shared(DeflateSettings()))
        let ada = try member(hub, as: "Ada")
        // RFC 7692 section 7.2.3.4: a block that is not compressed is DEFLATE, too.
        let text = Array(op(7).utf8)
        let count = UInt16(text.count)
        let stored =
            [0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + text + [0]
        var frame = RoomClient.frame(.text, stored)
        frame[0] |= 0x40
        try ada.wire.send(frame)
        #expect(try ada.next()["op"]?["n"]?.number == 7)
    }
}

extension CompressionPolicy {
    fileprivate var isOff: Bool {
        if case .off = self { true } else { false }
    }
}
