import Testing

@testable import HubServer

/// Commit, then speak: what the hub has taken and the disk has not is seen by nobody.
@Suite struct ServerDurabilityTests {
    @Test func `[O1] [OP4] an op that is not committed is seen by nobody, by no way`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        _ = try ada.next()
        let http = try HTTPClient(hub)
        hub.gate.close()
        try ada.say("{\"type\":\"upgrade\",\"name\":\"tool\",\"script\":\"secret\",\"id\":\"1\"}")
        #expect(hub.gate.waitUntilHeld())
        // Members, the sender too.
        #expect(try bob.sync().isEmpty)
        #expect(try ada.sync().isEmpty)
        // One who joins now; its own coming waits as well.
        let late = try RoomClient(hub)
        try late.enter(as: "Late")
        #expect(late.welcome["head"]?.number == 2)
        #expect(late.state.isEmpty && late.ready == 2)
        #expect(try late.sync().isEmpty)
        // One who resumes.
        let back = try RoomClient(hub)
        try back.enter(as: "Bob", token: bob.token, more: ",\"after\":1,\"epoch\":\"\(bob.epoch)\"")
        #expect(back.state.map(\.seq) == [2])
        // One who claims to have seen it.
        let ahead = try RoomClient(hub)
        try ahead.enter(as: "Bob", token: bob.token, more: ",\"after\":3,\"epoch\":\"\(bob.epoch)\"")
        #expect(ahead.state.first?["reason"]?.string == "ahead")
        // Who asks.
        try bob.say("{\"type\":\"replay\",\"history\":true,\"id\":\"r\"}")
        #expect(try bob.until { $0.what == "hub:done" }.compactMap(\.seq) == [1, 2])
        #expect(try http.get("/api/v1/rooms/room/log").text.split(separator: "\n").count == 2)
        #expect(try http.get("/api/v1/rooms").json["rooms"]?.elements.first?["head"]?.number == 2)
        #expect(try http.get("/api/v1/rooms/room").json["head"]?.number == 2)
        // A re-send is not acknowledged before the first sending is.
        try ada.say("{\"type\":\"upgrade\",\"name\":\"tool\",\"script\":\"secret\",\"id\":\"1\"}")
        #expect(try ada.sync().isEmpty)
        hub.gate.open()
        for client in [ada, bob, late, back, ahead] {
            #expect(try client.next().seq == 3)
            #expect(try client.next().what == "joined")
        }
        #expect(try http.get("/api/v1/rooms/room").json["head"]?.number == 4)
    }

    @Test func `[OP6] a transient op waits for its sender's logged ops, and for nobody else's`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        _ = try ada.next()
        hub.gate.close()
        try ada.say("{\"type\":\"logged\"}")
        #expect(hub.gate.waitUntilHeld())
        try ada.say("{\"type\":\"mine\",\"persist\":false}")
        #expect(try ada.sync().isEmpty)
        try bob.say("{\"type\":\"theirs\",\"persist\":false}")
        #expect(try bob.sync().map(\.what) == ["theirs"])
        #expect(try ada.sync().map(\.what) == ["theirs"])
        hub.gate.open()
        #expect(try bob.next().what == "logged")
        #expect(try bob.next().what == "mine")
    }

    @Test func `[O1] [HT4] a commit that fails showed nothing, and the log goes on without a gap`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        _ = try ada.next()
        let http = try HTTPClient(hub)
        let healthy = try http.get("/healthz")
        #expect(healthy.status == 200 && healthy.text == "{\"status\":\"ok\"}")
        hub.gate.close()
        try ada.say("{\"type\":\"comment\",\"body\":\"lost\",\"id\":\"1\"}")
        #expect(hub.gate.waitUntilHeld())
        try bob.say("{\"type\":\"comment\",\"body\":\"lost too\"}")
        #expect(try bob.sync().isEmpty)
        hub.gate.fail()
        for client in [ada, bob] {
            guard case .closed(let code, _) = try client.nextEvent() else {
                throw ClientFailure("something was shown")
            }
            #expect(code == 4000)
        }
        let failed = try http.get("/healthz")
        #expect(failed.status == 503)
        #expect(failed.json["status"]?.string != "ok")
        let failures = hub.notes.all.filter { $0.hasPrefix("the log can't be written: ") }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("the test's disk is full") == true)
        #expect(try http.get("/api/v1/rooms/room").json["head"]?.number == 2)
        hub.gate.open()
        let back = try RoomClient(hub)
        let resume = ",\"after\":2,\"epoch\":\"\(ada.epoch)\""
        try back.enter(as: "Ada", token: ada.token, more: resume)
        #expect(back.id == ada.id)
        #expect(back.welcome["members"]?.elements.count == 1)
        // The op's id was forgotten with the op.
        try back.say("{\"type\":\"comment\",\"body\":\"again\",\"id\":\"1\"}")
        let seen = try back.until { $0.what == "comment" }
        #expect(seen.map(\.what) == ["joined", "comment"])
        #expect(seen.map(\.seq) == [3, 4])
        #expect(try http.get("/healthz").status == 200)
        let lines = try http.get("/api/v1/rooms/room/log").text.split(separator: "\n")
        #expect(lines.map { JSON(bytes: Array($0.utf8)).seq } == [1, 2, 3, 4])
        #expect(lines.allSatisfy { !$0.contains("lost") })
    }

    @Test func `[O1] a room that could not be made turns its people away, and is made later`() throws {
        let hub = try TestHub()
        hub.gate.fail()
        let early = try RoomClient(hub)
        try early.say("{\"hub\":\"hello\",\"name\":\"Ada\"}")
        #expect(try early.closeCode() == 4000)
        hub.gate.open()
        #expect(try RoomClient(hub, as: "Ada").ready == 0)
    }

    @Test func `[O1] other rooms in the same commit are told, and each comes back`() throws {
        let hub = try TestHub()
        let here = try RoomClient(hub, room: "here", as: "Ada")
        let there = try RoomClient(hub, room: "there", as: "Bob")
        hub.gate.close()
        try here.say("{\"type\":\"comment\"}")
        #expect(hub.gate.waitUntilHeld())
        try there.say("{\"type\":\"comment\"}")
        #expect(try there.sync().isEmpty)
        hub.gate.fail()
        #expect(try here.closeCode() == 4000)
        #expect(try there.closeCode() == 4000)
        hub.gate.open()
        for room in ["here", "there"] {
            #expect(try RoomClient(hub, room: room, as: "Cy").state.isEmpty)
        }
    }

    @Test func `[O1] while the disk stalls a flood is held back by TCP, and nothing of it is lost`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        let bob = try RoomClient(hub, as: "Bob")
        hub.gate.close()
        let body = String(repeating: "x", count: 10_000)
        var sent = 0
        var bytes: [UInt8] = []
        // Until the kernel takes no more: the hub has stopped reading, and the buffers are full.
        var refusals = 0
        while refusals < 20 {
            if bytes.isEmpty {
                let text = "{\"type\":\"flood\",\"n\":\(sent),\"x\":\"\(body)\"}"
                bytes = RoomClient.text(text)
                sent += 1
            }
            if let count = try ada.wire.sendSome(bytes[...]) {
                bytes.removeFirst(count)
                refusals = 0
            } else {
                // Others are served meanwhile; each answer is a turn of the hub's.
                _ = try bob.sync()
                refusals += 1
            }
        }
        #expect(sent > 400)
        hub.gate.open()
        try ada.wire.send(bytes)
        for number in 0..<sent {
            let message = try bob.next()
            try #require(message["op"]?["n"]?.number == number)
            try #require(message.seq == number + 3)
        }
    }

    @Test func `[U29] [U51] what was there before a restart is there after it, but nobody is present`() throws
    {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say("{\"type\":\"upgrade\",\"name\":\"clock\",\"script\":\"1\"}")
        try ada.say("{\"type\":\"comment\",\"body\":\"hi\"}")
        _ = try ada.until { $0.what == "comment" }
        hub.stop()
        try hub.start()
        let http = try HTTPClient(hub)
        let room = try http.get("/api/v1/rooms").json["rooms"]?.elements.first
        #expect(room?["name"]?.string == "room")
        #expect(room?["epoch"]?.string == ada.epoch)
        #expect(room?["members"]?.number == 0)
        let bob = try RoomClient(hub)
        try bob.enter(as: "Bob")
        #expect(bob.welcome["members"]?.elements.map { $0["name"]?.string } == ["Bob"])
        #expect(bob.epoch == ada.epoch)
        #expect(bob.state.map(\.what) == ["upgrade"])
        // Ada's going was logged when the hub stopped.
        let log = try http.get("/api/v1/rooms/room/log").text.split(separator: "\n")
        #expect(
            log.prefix(4).map { JSON(bytes: Array($0.utf8)).what } == [
                "joined", "upgrade", "comment", "disconnected",
            ])
        #expect(try bob.next()["op"]?["participants"]?.number == 1)
    }
}
