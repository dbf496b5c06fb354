import Rooms
import Testing

@testable import HubServer

/// Who is who over connections and restarts, and which op is the same op.
@Suite struct ServerIdentityTests {
    @Test func `[ID1] a token is the same participant, in any room and after a restart`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        try ada.leave()
        let again = try RoomClient(hub, room: "other", as: "Ada L.", token: ada.token)
        #expect(again.id == ada.id)
        #expect(again.token == ada.token)
        #expect(again.welcome["you"]?["name"]?.string == "Ada L.")
        hub.stop()
        try hub.start()
        #expect(try RoomClient(hub, as: "Ada", token: ada.token).id == ada.id)
    }

    @Test func `[ID1] a token that the hub did not issue is replaced`() throws {
        let hub = try TestHub()
        let stranger = try RoomClient(TestHub(), as: "Eve")
        let ada = try RoomClient(hub, as: "Ada")
        let forged = [
            stranger.token, ada.id, "\(ada.id).", "\(ada.id).\(String(repeating: "0", count: 32))", "", ".",
            "a.b.c",
            ada.token + "0", ada.token.uppercased(), String(ada.token.dropLast()), "x" + ada.token,
            String(repeating: "x", count: 256),
        ]
        for token in forged {
            let client = try RoomClient(hub)
            try client.enter(as: "Eve", token: token)
            #expect(client.id != ada.id && client.id != stranger.id && !client.id.isEmpty, "\(token)")
            #expect(client.token != token)
        }
    }

    @Test func `[ID2] [ID3] an op has the name that its connection gave, whatever it says itself`() throws {
        let hub = try TestHub()
        let one = try RoomClient(hub, as: "Ada")
        let two = try RoomClient(hub, as: "Countess", token: one.token)
        #expect(two.welcome["members"]?.elements.map { $0["name"]?.string } == ["Countess"])
        try one.say("{\"type\":\"a\",\"from\":{\"id\":\"root\",\"name\":\"root\"}}")
        try two.say("{\"type\":\"b\"}")
        var names: [String: String] = [:]
        while names.count < 2 {
            let message = try one.next()
            #expect(message["from"]?["id"]?.string == one.id)
            names[message.what] = message["from"]?["name"]?.string
        }
        #expect(names == ["a": "Ada", "b": "Countess"])
    }

    @Test func `[ID4] a re-send is logged once and acknowledged to its sender with the first envelope`()
        throws
    {
        let hub = try TestHub()
        let bob = try RoomClient(hub, as: "Bob")
        let ada = try RoomClient(hub, as: "Ada", more: ",\"client\":\"tab\"")
        _ = try bob.next()
        try ada.say("{\"type\":\"comment\",\"id\":\"1\",\"body\":\"one\"}")
        let first = try ada.next()
        #expect(try bob.next().seq == first.seq)
        try ada.say("{\"type\":\"comment\",\"id\":\"1\",\"body\":\"another text\"}")
        #expect(try ada.next().description == first.description)
        try ada.leave()
        _ = try bob.next()
        let back = try RoomClient(hub, as: "Ada", token: ada.token, more: ",\"client\":\"tab\"")
        _ = try back.next()
        try back.say("{\"type\":\"comment\",\"id\":\"1\",\"body\":\"one\"}")
        #expect(try back.next().description == first.description)
        #expect(try bob.sync().map(\.what) == ["joined"])
    }

    @Test func `[ID4] the same id of another outbox or another participant is another op`() throws {
        let hub = try TestHub()
        let tab = try RoomClient(hub, as: "Ada", more: ",\"client\":\"tab\"")
        let other = try RoomClient(hub, as: "Ada", token: tab.token, more: ",\"client\":\"other\"")
        let unnamed = try RoomClient(hub, as: "Ada", token: tab.token)
        let bob = try RoomClient(hub, as: "Bob", more: ",\"client\":\"tab\"")
        for client in [tab, other, unnamed, bob] {
            try client.say("{\"type\":\"comment\",\"id\":\"1\"}")
            _ = try client.until { $0.what == "comment" && $0["from"]?["id"]?.string == client.id }
        }
        #expect(try HTTPClient(hub).get("/api/v1/rooms/room").json["head"]?.number == 6)
    }

    @Test func `[ID4] a re-send is recognised after a restart`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada", more: ",\"client\":\"tab\"")
        try ada.say("{\"type\":\"comment\",\"id\":\"1\"}")
        let first = try ada.next()
        hub.stop()
        try hub.start()
        let back = try RoomClient(hub, as: "Ada", token: ada.token, more: ",\"client\":\"tab\"")
        _ = try back.next()
        try back.say("{\"type\":\"comment\",\"id\":\"1\"}")
        #expect(try back.next().description == first.description)
    }

    /// - Parameter crowd: with 0 everybody stays on the loop that accepted them.
    @Test(arguments: [256, 0])
    func `[ID4] what is sent again right behind the hello of a restarted hub is recognised`(crowd: Int) throws
    {
        let hub = try TestHub {
            $0.loops = 2
            $0.limits.crowd = crowd
        }
        let outbox = ",\"client\":\"tab\",\"quiet\":true"
        let ada = try RoomClient(hub, as: "Ada", more: outbox)
        // More than the hub asks its log for at once.
        let ops = (0..<RoomLimits().resendsAtOnce * 5 / 2).map { "{\"type\":\"comment\",\"id\":\"\($0)\"}" }
        for op in ops { try ada.say(op) }
        let first = try ops.map { _ in try ada.next().description }
        for round in 0..<4 {
            hub.stop()
            try hub.start()
            let back = try RoomClient(hub)
            let token = ",\"token\":\"\(ada.token)\""
            let hello = "{\"hub\":\"hello\",\"name\":\"Ada\"\(token)\(outbox)}"
            let places = [0, ops.count / 2, ops.count - 1]
            let new = "{\"type\":\"comment\",\"id\":\"new \(round)\"}"
            let said = [hello] + places.map { ops[$0] } + [new]
            try back.wire.send(said.flatMap { RoomClient.text($0) })
            _ = try back.until { $0.what == "hub:ready" }
            let heard = try said.dropFirst().map { _ in try back.next() }
            #expect(heard.count == places.count + 1)
            // The re-sends in their order; the new one is acknowledged by the disk, they by a reader.
            let acknowledged = heard.map(\.description)
            #expect(acknowledged.filter { first.contains($0) } == places.map { first[$0] })
            #expect(heard.compactMap(\.seq).max() == ops.count + round + 1)
        }
    }

    @Test func `[ID4] many re-sends at once are all acknowledged, in their order`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let ops = (0..<300).map { "{\"type\":\"comment\",\"id\":\"\($0)\"}" }
        for op in ops { try ada.say(op) }
        let first = try ops.map { _ in try ada.next().description }
        try ada.wire.send(ops.flatMap { RoomClient.text($0) })
        #expect(try ops.map { _ in try ada.next().description } == first)
    }
}
