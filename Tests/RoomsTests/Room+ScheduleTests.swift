import HubProtocol
import Rooms
import Testing

/// Definitions and firings in a room, on a clock that the tests turn.
@Suite struct RoomScheduleTests {
    private let hub = Harness()

    /// 21 September 2026, 14:13:20.
    private static let start: Int64 = 1_790_000_000_000

    init() {
        hub.now = RoomScheduleTests.start
    }

    private func definition(_ rule: String, name: String = "b", _ more: String = "") -> String {
        #"{"type":"bell","name":"\#(name)","schedule":"\#(rule)"\#(more)}"#
    }

    private func firing(_ definition: String, by seq: Int) -> String {
        definition.dropLast() + #","firedBy":\#(seq)}"#
    }

    /// Turns the clock on, calling the room whenever it wants to be called, and commits.
    private func pass(seconds: Int64) {
        let end = hub.now + seconds * 1000
        while let due = hub.lobby.nextDue, due <= end {
            hub.now = max(due, hub.now)
            hub.perform(hub.lobby.due(at: hub.now))
            hub.commit()
        }
        hub.now = end
    }

    private func log() -> [String] {
        (hub.logs[.lobby]?.durable ?? []).map { op in
            "\(op.seq.number) +\((op.at - RoomScheduleTests.start) / 1000) \(op.author.name) "
                + String(decoding: op.payload.bytes, as: UTF8.self)
        }
    }

    @Test func `[SC3] [SC4] a definition fires at once, with it in one commit, and then when it is due`()
        throws
    {
        let ada = hub.enter("Ada", quiet: true)
        let text = definition("0 * * * * *")
        try hub.say(ada, text)
        #expect(hub.logs[.lobby]?.inFlight.count == 2)
        hub.commit()
        pass(seconds: 110)
        #expect(
            log() == [
                "1 +0 Ada " + text, "2 +0 Ada " + firing(text, by: 1), "3 +40 Ada " + firing(text, by: 1),
                "4 +100 Ada " + firing(text, by: 1),
            ])
        #expect(hub.take(ada).suffix(2) == ["3 Ada " + firing(text, by: 1), "4 Ada " + firing(text, by: 1)])
    }

    @Test func `[SC5] dates are those of the firing, and the definition keeps them`() throws {
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, definition("0 * * * * *", #","body":"%d{HH:MM:ss}""#))
        hub.commit()
        pass(seconds: 60)
        let times = log().map { $0.split(separator: #""body":"#)[1].prefix(10) }
        #expect(times == [#""%d{HH:MM:"#, #""14:13:20""#, #""14:14:00""#])
        let bob = hub.enter("Bob", quiet: true)
        #expect(
            hub.take(bob) == [
                "welcome 3", "1 Ada " + definition("0 * * * * *", #","body":"%d{HH:MM:ss}""#), "ready 3",
            ])
    }

    @Test func `[SC2] [SC4] plain ops and firings never replace a definition, nor it them`() throws {
        let ada = hub.enter("Ada", quiet: true)
        let plain = #"{"type":"bell","name":"b","body":"plain"}"#
        try hub.say(ada, plain)
        try hub.say(ada, definition("0 0 * * * *"))
        hub.commit()
        let bob = hub.enter("Bob", quiet: true)
        #expect(
            hub.take(bob) == ["welcome 3", "1 Ada " + plain, "2 Ada " + definition("0 0 * * * *"), "ready 3"])
        try hub.say(bob, plain)
        hub.commit()
        pass(seconds: 3600)
        #expect(log().last == "5 +2800 Ada " + firing(definition("0 0 * * * *"), by: 2))
    }

    @Test func `[SC6] a new definition takes the old one's place, and an inactive one ends it, by anybody`()
        throws
    {
        let (ada, bob) = (hub.enter("Ada", quiet: true), hub.enter("Bob", quiet: true))
        try hub.say(ada, definition("* * * * * *"))
        try hub.say(bob, definition("0 0 * * * *"))
        hub.commit()
        pass(seconds: 10)
        #expect(log().count == 4)
        try hub.say(ada, definition("0 0 * * * *", #","active":false"#))
        hub.commit()
        #expect(hub.lobby.nextDue == nil)
        pass(seconds: 7200)
        #expect(log().count == 5)
    }

    @Test func `[SC6] a room has at most so many schedules, ended ones not counted`() throws {
        let ada = hub.enter("Ada", quiet: true)
        for index in 0..<32 { try hub.say(ada, definition("0 0 * * * *", name: "\(index)")) }
        hub.commit()
        _ = hub.take(ada)
        try hub.say(ada, definition("0 0 * * * *", name: "one more", #","id":"i""#))
        #expect(hub.take(ada) == ["error room_full i"])
        try hub.say(ada, definition("0 0 * * * *", name: "7"))
        try hub.say(ada, definition("0 0 * * * *", name: "7", #","active":false"#))
        try hub.say(ada, definition("0 0 * * * *", name: "one more"))
        hub.commit()
        #expect(hub.take(ada).count == 5)
    }

    @Test func `[SC4] a definition that could not fire is refused`() throws {
        let ada = hub.enter("Ada", quiet: true)
        _ = hub.take(ada)
        let padding = String(repeating: "x", count: MessageLimits.message - 80)
        try hub.say(ada, definition("0 0 * * * *", #","x":"\#(padding)""#))
        try hub.say(ada, #"{"type":"%d{'joined'}","name":"b","schedule":"* * * * *"}"#)
        #expect(hub.take(ada) == ["error bad_op", "error bad_op"])
        #expect(hub.logs[.lobby]?.inFlight == [])
    }

    @Test func `[SC3] a definition that is sent again does not fire again`() throws {
        let ada = hub.enter("Ada", quiet: true)
        let text = definition("0 0 * * * *", #","id":"7""#)
        try hub.say(ada, text)
        try hub.say(ada, text)
        hub.commit()
        #expect(log().count == 2)
    }

    @Test func `[SC7] it fires with nobody in the room, also when the hub has started anew`() throws {
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, definition("0 * * * * *"))
        hub.commit()
        hub.leave(ada)
        #expect(hub.forgotten == [])
        pass(seconds: 60)
        #expect(log().count == 3)
        // The hub is down for ten minutes.
        hub.lobby = Lobby()
        hub.now += 600_000
        hub.perform(hub.lobby.wake(.lobby))
        #expect(log().count == 3)
        pass(seconds: 60)
        #expect(log().count == 4)
    }

    @Test func `[SC7] it goes on after maintenance, and after the log could not be written`() throws {
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, definition("0 * * * * *"))
        hub.commit()
        #expect(hub.evict())
        #expect(hub.lobby.nextDue == nil)
        hub.release()
        pass(seconds: 60)
        #expect(log().count == 3)
        let bob = hub.enter("Bob", quiet: true)
        try hub.say(bob, #"{"type":"lost"}"#)
        hub.fail()
        #expect(hub.closed[bob] == .storageFailed)
        pass(seconds: 60)
        #expect(log().count == 4)
    }

    @Test func `[SC7] a room that is waked for nothing is forgotten`() {
        hub.perform(hub.lobby.wake(.other))
        #expect(hub.logs[.other] == nil && hub.lobby.nextDue == nil)
        hub.leave(hub.enter("Ada", quiet: true))
        hub.perform(hub.lobby.wake(.lobby))
        #expect(hub.forgotten.count == 2)
    }

    @Test func `[SC8] in a room that fires nothing by itself a firing is made when it is asked for`() throws {
        hub.lobby = Lobby(firesByItself: false)
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, definition("* * * * * *"))
        hub.commit()
        #expect(log().count == 1 && hub.lobby.nextDue == nil)
        hub.perform(hub.lobby.fire(try #require(Seq(1)), in: .lobby, at: hub.now + 5_000))
        hub.perform(hub.lobby.fire(try #require(Seq(2)), in: .lobby, at: hub.now + 5_000))
        hub.commit()
        #expect(log().last == "2 +5 Ada " + firing(definition("* * * * * *"), by: 1))
    }
}
