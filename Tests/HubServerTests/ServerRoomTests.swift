import Testing

@testable import HubServer

/// A room over a real socket: entering, ops, questions, errors.
@Suite struct ServerRoomTests {
    @Test func `[HI2] [HI7] [PR1] a newcomer gets welcome, state, ready, and then what is new`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        #expect(ada.ready == 0)
        #expect(ada.state.isEmpty)
        try ada.say("{\"type\":\"note\",\"name\":\"n\",\"x\":1}")
        try ada.say("{\"type\":\"upgrade\",\"name\":\"clock\",\"script\":\"1\"}")
        try ada.say("{\"type\":\"comment\",\"body\":\"hi\"}")
        _ = try ada.until { $0.what == "comment" }
        let bob = try RoomClient(hub)
        try bob.enter(as: "Bob")
        #expect(bob.welcome["protocol"]?.string == "chatos.v1")
        #expect(bob.welcome["room"]?.string == "room")
        #expect(bob.welcome["head"]?.number == 4)
        #expect(bob.welcome["after"] == nil)
        #expect(bob.welcome["limits"]?["message"]?.number == 524_288)
        let members = bob.welcome["members"]?.elements ?? []
        #expect(members.map { $0["name"]?.string } == ["Ada", "Bob"])
        #expect(members.map { $0["connections"]?.number } == [1, 1])
        #expect(bob.state.map(\.what) == ["upgrade", "note"])
        #expect(bob.state.map(\.seq) == [3, 2])
        #expect(bob.ready == 4)
        for client in [ada, bob] {
            let joined = try client.next()
            #expect(joined.seq == 5)
            #expect(joined["op"]?.description == "{\"type\":\"joined\",\"participants\":2}")
            #expect(joined["from"]?["name"]?.string == "Bob")
        }
    }

    @Test func `[U39] [HI2] a state larger than any message comes in parts, whole and in order`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let text = String(repeating: "x", count: 400_000)
        for number in 1...5 {
            try ada.say("{\"type\":\"note\",\"name\":\"\(number)\",\"text\":\"\(text)\"}")
        }
        _ = try ada.until { $0["op"]?["name"]?.string == "5" }
        let bob = try RoomClient(hub)
        try bob.enter(as: "Bob")
        #expect(bob.state.map { $0["op"]?["name"]?.string } == ["1", "2", "3", "4", "5"])
        #expect(bob.state.allSatisfy { $0["op"]?["text"]?.string == text })
    }

    @Test func `[HI1] [HI6] before hello there is nothing, and a bad hello is no hello`() throws {
        let hub = try TestHub()
        let client = try RoomClient(hub)
        let wrong = [
            ("{\"type\":\"comment\",\"id\":\"1\"}", "no_hello"),
            ("{\"hub\":\"announce\",\"present\":true}", "no_hello"),
            ("{\"hub\":\"hello\"}", "bad_control"), ("{\"hub\":\"hello\",\"name\":\"\"}", "bad_control"),
            ("{\"hub\":\"hello\",\"name\":\"a\\nb\"}", "bad_control"),
            ("{\"hub\":\"hello\",\"name\":7}", "bad_control"), ("nonsense", "bad_json"),
        ]
        for (text, code) in wrong {
            try client.say(text)
            let error = try client.next()
            #expect(error.what == "hub:error", "\(text)")
            #expect(error["code"]?.string == code, "\(text)")
        }
        try client.enter(as: "Ada", more: ",\"unknown\":[1]")
        #expect(client.welcome["head"]?.number == 0)
    }

    @Test func `[HI5] a second hello is an error and changes nothing`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say("{\"hub\":\"hello\",\"name\":\"Eve\"}")
        #expect(try ada.next()["code"]?.string == "second_hello")
        try ada.say("{\"type\":\"comment\"}")
        #expect(try ada.next()["from"]?["name"]?.string == "Ada")
    }

    @Test func `[PR1] a participant comes with its first connection and goes with its last`() throws {
        let hub = try TestHub()
        let watcher = try RoomClient(hub, as: "Watcher")
        let one = try RoomClient(hub, as: "Ada")
        #expect(try watcher.next()["op"]?.description == "{\"type\":\"joined\",\"participants\":2}")
        let two = try RoomClient(hub, as: "Ada", token: one.token)
        #expect(two.id == one.id)
        #expect(two.welcome["members"]?.elements.last?["connections"]?.number == 2)
        try one.leave()
        #expect(try watcher.sync().isEmpty)
        try two.leave()
        let gone = try watcher.next()
        #expect(gone["op"]?.description == "{\"type\":\"disconnected\",\"participants\":1}")
        #expect(gone["from"]?["id"]?.string == one.id)
    }

    @Test func `[PR1] [W46] a connection that breaks is gone like one that is closed`() throws {
        let hub = try TestHub()
        let watcher = try RoomClient(hub, as: "Watcher")
        var ada: RoomClient? = try RoomClient(hub, as: "Ada")
        _ = try watcher.next()
        #expect(ada?.id.isEmpty == false)
        ada = nil
        #expect(try watcher.next().what == "disconnected")
    }

    @Test func `[PR2] a quiet member is seen when it says so`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let quiet = try RoomClient(hub, as: "Recorder", more: ",\"quiet\":true")
        #expect(quiet.welcome["members"]?.elements.count == 1)
        #expect(try ada.sync().isEmpty)
        try quiet.say("{\"hub\":\"announce\",\"present\":true}")
        #expect(try ada.next().what == "joined")
        try quiet.say("{\"hub\":\"announce\",\"present\":false}")
        #expect(try ada.next().what == "disconnected")
    }

    @Test func `[OP2] [ER1] what breaks the rules is an error with its id, and nothing is logged`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let wrong: [(String, String, String?)] = [
            ("[1]", "bad_json", nil), ("{", "bad_json", nil), ("{\"type\":\"a\"} x", "bad_json", nil),
            (String(repeating: "[", count: 200), "bad_json", nil), ("{}", "bad_op", nil),
            ("{\"type\":7,\"id\":\"a\"}", "bad_op", "a"), ("{\"type\":\"\",\"id\":\"b\"}", "bad_op", "b"),
            ("{\"type\":\"a\",\"name\":1,\"id\":\"c\"}", "bad_op", "c"),
            ("{\"type\":\"a\",\"persist\":0,\"id\":\"d\"}", "bad_op", "d"),
            ("{\"type\":\"a\",\"id\":5}", "bad_op", nil),
            ("{\"type\":\"upgrade\",\"id\":\"e\"}", "bad_op", "e"),
            ("{\"type\":\"joined\",\"id\":\"f\"}", "reserved", "f"),
            ("{\"type\":\"disconnected\"}", "reserved", nil),
            ("{\"type\":\"import\",\"id\":\"g\"}", "bad_op", "g"),
            ("{\"type\":\"request\"}", "bad_op", nil),
            ("{\"type\":\"a\",\"schedule\":\"* * * * * *\"}", "bad_op", nil),
            ("{\"type\":\"a\",\"firedBy\":1}", "reserved", nil),
            ("{\"hub\":\"nonsense\"}", "bad_control", nil), ("{\"hub\":1}", "bad_control", nil),
        ]
        for (text, code, id) in wrong {
            try ada.say(text)
            let error = try ada.next()
            #expect(error.what == "hub:error", "\(text)")
            #expect(error["code"]?.string == code, "\(text)")
            #expect(error["id"]?.string == id, "\(text)")
        }
        try ada.say("{\"type\":\"comment\"}")
        #expect(try ada.next().seq == 2)
    }

    @Test func `[OP3] [OP5] [OP7] ops come to all as they were written, in one order`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        _ = try ada.next()
        let ops = [
            "{ \"type\" : \"comment\",\"body\":\"\\u0041\\n\" , \"from\":\"me\", \"from\":\"you\"}",
            "{\"type\":\"__proto__\",\"name\":\"constructor\",\"__proto__\":{\"x\":1}}",
            "{\"n\":1e400,\"type\":\"caf\u{e9}\",\"at\":0,\"seq\":99}", "\n{\"type\":\n\"line\"}\r\n",
        ]
        for op in ops { try bob.say(op) }
        for client in [ada, bob] {
            var lastAt = 0
            for (index, op) in ops.enumerated() {
                let envelope = try client.next()
                // The whole message is an object whose last member is the op's own bytes.
                #expect(envelope.description.hasSuffix(",\"op\":\(op)}"))
                #expect(envelope.seq == index + 3)
                #expect(envelope["from"]?["id"]?.string == bob.id)
                let at = envelope["at"]?.number ?? 0
                #expect(at >= lastAt && at > 1_700_000_000_000)
                lastAt = at
            }
        }
    }

    @Test func `[OP6] a transient op is delivered without a seq and is in no log`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        for number in 0..<50 {
            try ada.say("{\"type\":\"logged\",\"n\":\(number)}")
            try ada.say("{\"type\":\"transient\",\"n\":\(number),\"persist\":false}")
        }
        for number in 0..<50 {
            let logged = try ada.next()
            let transient = try ada.next()
            #expect(logged.what == "logged" && logged["op"]?["n"]?.number == number)
            #expect(transient.what == "transient" && transient["op"]?["n"]?.number == number)
            #expect(logged.seq == number + 2 && transient.seq == nil)
        }
        try ada.say("{\"type\":\"replay\",\"oftype\":\"transient\",\"id\":\"r\"}")
        #expect(try ada.next().description == "{\"hub\":\"done\",\"id\":\"r\",\"count\":0}")
    }

    @Test func `[TY2] what is removed is not in the state, and its ops are in the log`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say("{\"type\":\"upgrade\",\"name\":\"clock\",\"script\":\"1\"}")
        try ada.say("{\"type\":\"remove\",\"text\":\"clock\"}")
        _ = try ada.until { $0.what == "remove" }
        #expect(try RoomClient(hub, as: "Bob").state.isEmpty)
        try ada.say("{\"type\":\"replay\",\"oftype\":[\"upgrade\",\"remove\"],\"history\":true,\"id\":\"r\"}")
        let seen = try ada.until { $0.what == "hub:done" }
        #expect(seen.compactMap { $0["replay"] == nil ? nil : $0.what } == ["upgrade", "remove"])
    }

    @Test func `[TY5] a rollcall is answered to the asker alone and not logged`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        _ = try RoomClient(hub, as: "Bob", token: bob.token)
        try bob.say("{\"type\":\"rollcall\",\"id\":\"x\"}")
        let answer = try bob.until { $0.what == "rollcall" }.last
        #expect(answer?.seq == nil)
        #expect(answer?["from"]?["id"]?.string == bob.id)
        let people = answer?["op"]?["participants"]?.elements ?? []
        #expect(people.map { $0["name"]?.string } == ["Ada", "Bob"])
        #expect(people.map { $0["id"]?.string } == [ada.id, bob.id])
        #expect(people.first?["connections"]?.number == 1)
        #expect(try ada.sync().map(\.what) == ["joined"])
    }

    @Test func `[TY4] [RP1] [RP2] [RP3] [RP4] replay answers the asker with the ops it wants`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        for number in 1...5 { try ada.say("{\"type\":\"comment\",\"n\":\(number)}") }
        for number in 1...3 { try ada.say("{\"type\":\"note\",\"name\":\"k\",\"n\":\(number)}") }
        let last = try ada.until { $0.what == "note" && $0["op"]?["n"]?.number == 3 }.last
        let questions: [(String, [Int])] = [
            ("", [1, 2, 3, 4, 5, 6, 7, 10]),
            (",\"limit\":2", [7, 10]), (",\"limit\":0", []),
            (",\"oftype\":\"comment\",\"limit\":2", [6, 7]),
            (",\"oftype\":[\"note\",\"joined\"]", [1, 2, 10]),
            (",\"oftype\":\"note\",\"history\":true", [8, 9, 10]), (",\"since\":7", [10]),
            (",\"since\":10", []),
            (",\"since\":\(last?["at"]?.number ?? 0),\"oftype\":\"note\"", [10]),
            (",\"since\":9999999999999", []), (",\"oftype\":\"nobody\"", []),
        ]
        for (members, seqs) in questions {
            try ada.say("{\"type\":\"replay\",\"id\":\"r\"\(members)}")
            let answer = try ada.until { $0.what == "hub:done" }
            #expect(answer.dropLast().map(\.seq) == seqs, "\(members)")
            #expect(answer.dropLast().allSatisfy { $0["replay"]?.description == "true" })
            #expect(answer.last?["count"]?.number == seqs.count)
        }
        try ada.say("{\"type\":\"replay\",\"limit\":-1,\"id\":\"r\"}")
        #expect(try ada.next()["code"]?.string == "bad_op")
        #expect(try bob.sync().allSatisfy { $0["replay"] == nil })
        // The questions are in no log.
        #expect(try HTTPClient(hub).get("/api/v1/rooms/room").json["head"]?.number == 10)
    }

    @Test func `[RP4] an answer to a question without an id ends without a word`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say("{\"type\":\"replay\"}")
        #expect(try ada.next()["replay"]?.description == "true")
        try ada.say("{\"type\":\"replay\",\"limit\":0,\"id\":\"r\"}")
        #expect(try ada.next().what == "hub:done")
    }

    @Test func `[OP8] a room that is full says so and lives on`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let big = String(repeating: "x", count: 500_000)
        for number in 0..<17 {
            try ada.say("{\"type\":\"note\",\"name\":\"\(number)\",\"id\":\"\(number)\",\"x\":\"\(big)\"}")
        }
        // The error may overtake what is still on its way to the disk.
        let answers = try (0..<17).map { _ in try ada.next() }
        let refused = answers.first { $0.what == "hub:error" }
        #expect(refused?["code"]?.string == "room_full")
        #expect(refused?["id"]?.string == "16")
        #expect(try RoomClient(hub, as: "Bob").state.count == 16)
    }
}
