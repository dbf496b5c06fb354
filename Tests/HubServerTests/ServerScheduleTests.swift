import Testing

@testable import HubServer

/// Schedules on the hub's own clock; what they do on another is tested in rooms.
@Suite struct ServerScheduleTests {
    private static let everySecond =
        #"{"type":"bell","name":"b","body":"%d{HH:MM:ss}","schedule":"* * * * * *"}"#

    @Test func `[SC3] [SC4] a definition fires at once, and every second after`() throws {
        let hub = try TestHub { $0.loops = 2 }
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say(ServerScheduleTests.everySecond)
        let seen = [try ada.next(), try ada.next(), try ada.next(), try ada.next()]
        #expect(seen.map(\.seq) == [2, 3, 4, 5])
        #expect(seen.map { $0["op"]?["firedBy"]?.number } == [nil, 2, 2, 2])
        let times = seen.compactMap { $0["at"]?.number }
        #expect(times[1] == times[0])
        // On the second, or so late as a busy machine has it.
        #expect(times[2] % 1000 < 900 && (700...1_900).contains(times[3] - times[2]))
        #expect(seen[3]["op"]?["body"]?.string != seen[2]["op"]?["body"]?.string)
    }

    @Test func `[SC7] schedules of all loops' rooms go on when the hub starts, with nobody there`() throws {
        let hub = try TestHub { $0.loops = 2 }
        let rooms = ["one", "two", "three", "four"]
        for room in rooms {
            let ada = try RoomClient(hub, room: room, as: "Ada")
            try ada.say(ServerScheduleTests.everySecond)
            _ = try ada.next()
            let ended = try RoomClient(hub, room: "ended", as: "Ada")
            try ended.say(#"{"type":"a","name":"\#(room)","schedule":"* * * * *","active":false}"#)
            _ = try ended.next()
        }
        hub.stop()
        try hub.start()
        let http = try HTTPClient(hub)
        let before = try rooms.map { try head(of: $0, http) }
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            if try rooms.indices.allSatisfy({ try head(of: rooms[$0], http) >= before[$0] + 2 }) { return }
        }
        Issue.record("not all of the rooms' schedules went on")
    }

    private func head(of room: String, _ http: HTTPClient) throws -> Int {
        try http.get("/api/v1/rooms/\(room)").json["head"]?.number ?? 0
    }

    @Test func `[SC2] [SC5] [HC3] the log keeps a definition with its placeholders, and verifies`() throws {
        let hub = try TestHub()
        let ada = try RoomClient(hub, as: "Ada")
        try ada.say(ServerScheduleTests.everySecond)
        try ada.say(#"{"type":"bell","name":"b","body":"plain"}"#)
        _ = try ada.until { $0["op"]?["body"]?.string == "plain" }
        hub.stop()
        try hub.start()
        let bob = try RoomClient(hub, as: "Bob")
        #expect(bob.state.map { $0["op"]?["body"]?.string } == ["%d{HH:MM:ss}", "plain"])
    }
}
