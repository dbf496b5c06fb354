import HubProtocol
import Rooms
import Testing

@Suite struct LobbyTests {
    private let hub = Harness()

    // MARK: Opening

    @Test func `members wait unread while their room opens, and enter in the order of arrival`() throws {
        hub.opensAtOnce = false
        let (ada, bob) = (hub.enter("Ada"), hub.enter("Bob"))
        #expect(hub.openings == [.lobby])
        #expect(hub.held == [ada, bob])
        #expect(hub.lobby.durable(in: .lobby) == nil)
        hub.open()
        #expect(hub.held == [])
        hub.commit()
        let shown = ["1 Ada " + Harness.joined(1), "2 Bob " + Harness.joined(2)]
        #expect(hub.take(ada) == ["welcome 0", "ready 0"] + shown)
        #expect(hub.take(bob) == ["welcome 0", "ready 0"] + shown)
        #expect(hub.lobby.durable(in: .lobby) == Seq(2))
    }

    @Test func `which rooms have more or fewer participants is told once`() throws {
        #expect(hub.lobby.takeChanged() == [])
        let (ada, bob) = (hub.enter("Ada"), hub.enter("Bob"))
        #expect(hub.lobby.takeChanged() == [.lobby] && hub.lobby.takeChanged() == [])
        #expect(hub.lobby.participants(in: .lobby) == 2)
        try hub.say(ada, "{\"type\":\"comment\"}")
        hub.commit()
        #expect(hub.lobby.takeChanged() == [])
        hub.leave(ada)
        #expect(hub.lobby.takeChanged() == [.lobby])
        hub.leave(bob)
        hub.commit()
        #expect(hub.lobby.takeChanged() == [.lobby] && hub.lobby.participants(in: .lobby) == 0)
    }

    @Test func `a room that is dropped since its log failed has nobody in it any more`() {
        _ = hub.enter("Ada")
        _ = hub.lobby.takeChanged()
        _ = hub.lobby.failed(.lobby, at: 0)
        #expect(hub.lobby.takeChanged() == [.lobby] && hub.lobby.participants(in: .lobby) == 0)
    }

    @Test func `one who leaves while the room opens was never there`() {
        hub.opensAtOnce = false
        let (ada, bob) = (hub.enter("Ada"), hub.enter("Bob"))
        hub.leave(ada)
        hub.open()
        hub.commit()
        #expect(hub.take(ada) == [])
        #expect(hub.take(bob) == ["welcome 0", "ready 0", "1 Bob " + Harness.joined(1)])
    }

    @Test func `a room that all left before it was made is not made`() {
        hub.opensAtOnce = false
        hub.leave(hub.enter("Ada"))
        hub.open()
        #expect(hub.logs[.lobby] == nil)
        _ = hub.enter("Bob")
        #expect(hub.openings == [.lobby])
    }

    @Test func `a room that all left while it was read is forgotten again`() {
        hub.leave(hub.enter("Ada", quiet: true))
        hub.opensAtOnce = false
        hub.leave(hub.enter("Ada"))
        hub.open()
        #expect(hub.forgotten == [.lobby, .lobby])
        #expect(hub.lobby.durable(in: .lobby) == nil)
    }

    @Test func `one who comes after all left, and before the room is read, waits for the same reading`() {
        hub.opensAtOnce = false
        hub.leave(hub.enter("Ada"))
        let bob = hub.enter("Bob", quiet: true)
        #expect(hub.openings == [.lobby])
        hub.open()
        #expect(hub.take(bob) == ["welcome 0", "ready 0"])
    }

    @Test func `a room that can't be opened closes those who wait, and is asked for anew`() {
        hub.opensAtOnce = false
        let ada = hub.enter("Ada")
        hub.fail()
        #expect(hub.closed == [ada: .storageFailed])
        hub.leave(ada)
        let bob = hub.enter("Bob", quiet: true)
        #expect(hub.openings == [.lobby, .lobby])
        hub.open()
        #expect(hub.take(bob) == ["welcome 0", "ready 0"])
    }

    @Test func `an answer for a room that nobody waits for changes nothing`() {
        #expect(hub.enter("Ada", quiet: true) == MemberID(1))
        hub.open()
        hub.perform([.open(.other)])
        hub.fail(.other)
        hub.commit(1, .other)
        #expect(hub.take(MemberID(1)) == ["welcome 0", "ready 0"])
        #expect(hub.forgotten == [] && hub.logs[.other] == nil)
    }

    // MARK: Forgetting

    @Test func `a room is forgotten when nobody is in it and nothing is in flight`() throws {
        let ada = hub.enter("Ada")
        hub.commit()
        hub.leave(ada)
        #expect(hub.forgotten == [])
        hub.commit()
        #expect(hub.forgotten == [.lobby])
        #expect(hub.lobby.participants(in: .lobby) == 0)
    }

    @Test func `[U29] what is in a room survives that nobody is`() throws {
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, #"{"type":"upgrade","name":"t"}"#)
        hub.leave(ada)
        hub.commit()
        #expect(hub.forgotten == [.lobby])
        let bob = hub.enter("Bob", quiet: true)
        #expect(hub.take(bob) == ["welcome 1", #"1 Ada {"type":"upgrade","name":"t"}"#, "ready 1"])
        try hub.say(bob, #"{"type":"a"}"#)
        hub.commit()
        #expect(hub.take(bob) == [#"2 Bob {"type":"a"}"#])
    }

    @Test func `one who comes while the last op is in flight finds the room as it is`() throws {
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, #"{"type":"a"}"#)
        hub.leave(ada)
        let bob = hub.enter("Bob", quiet: true)
        hub.commit()
        #expect(hub.take(bob) == ["welcome 0", "ready 0", #"1 Ada {"type":"a"}"#])
        #expect(hub.forgotten == [])
    }

    // MARK: Who is where

    @Test func `[HI6] [ER1] an op before hello is refused, and named by its id`() throws {
        let stranger = MemberID(99)
        try hub.say(stranger, #"{"type":"a","id":"7"}"#)
        try hub.say(stranger, #"{"type":"replay","id":"8"}"#)
        try hub.say(stranger, #"{"hub":"announce","present":true}"#)
        #expect(hub.take(stranger) == ["error no_hello 7", "error no_hello 8", "error no_hello"])
    }

    @Test(arguments: [RoomName.lobby, RoomName.other])
    func `[O4] [HI5] a second hello is an error, to whatever room, and the membership stays`(room: RoomName)
        throws
    {
        let ada = hub.enter("Ada")
        hub.enterAgain(ada, Hello(name: "Eve"), as: "Eve", room)
        hub.commit()
        try hub.say(ada, #"{"hub":"hello","name":"Eve"}"#)
        try hub.say(ada, #"{"type":"a"}"#)
        hub.commit()
        #expect(
            hub.take(ada) == [
                "welcome 0", "ready 0", "error second_hello", "1 Ada " + Harness.joined(1),
                "error second_hello", #"2 Ada {"type":"a"}"#,
            ])
        #expect(hub.lobby.participants(in: .lobby) == 1 && hub.logs[.other] == nil)
    }

    @Test func `rooms know nothing of each other`() throws {
        let ada = hub.enter("Ada", quiet: true)
        let bob = hub.enter("Bob", quiet: true, .other)
        _ = (hub.take(ada), hub.take(bob))
        try hub.say(ada, #"{"type":"a"}"#)
        try hub.say(bob, #"{"type":"b"}"#)
        hub.commit()
        #expect(hub.take(ada) == [#"1 Ada {"type":"a"}"#])
        #expect(hub.take(bob) == [])
        hub.fail(.other)
        #expect(hub.closed == [bob: .storageFailed])
        try hub.say(ada, #"{"type":"c"}"#)
        hub.commit()
        #expect(hub.take(ada) == [#"2 Ada {"type":"c"}"#])
    }

    @Test(arguments: ["__proto__", "constructor", "toString", "hasOwnProperty"])
    func `[O5] a room may be called anything`(name: String) throws {
        let room = try #require(RoomName(name))
        let ada = hub.enter("Ada", quiet: true, room)
        try hub.say(ada, #"{"type":"a"}"#)
        hub.commit(1, room)
        #expect(hub.take(ada) == ["welcome 0", "ready 0", #"1 Ada {"type":"a"}"#])
    }

    @Test func `[CN2] rooms whose names only look alike are two`() throws {
        let (one, two) = (try #require(RoomName("\u{E9}")), try #require(RoomName("e\u{301}")))
        _ = hub.enter("Ada", one)
        _ = hub.enter("Bob", two)
        _ = hub.enter("Cleo", two)
        #expect(hub.lobby.participants(in: one) == 1 && hub.lobby.participants(in: two) == 2)
    }

    @Test func `[O1] after a failure the room is built anew, and late answers for the old one find nobody`()
        throws
    {
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, #"{"type":"a"}"#)
        hub.commit()
        try hub.say(ada, #"{"type":"replay","id":"r"}"#)
        try hub.say(ada, #"{"type":"upgrade","name":"lost"}"#)
        _ = hub.take(ada)
        hub.fail()
        hub.answer()
        #expect(hub.take(ada) == [])
        #expect(hub.forgotten == [.lobby])
        hub.leave(ada)
        let bob = hub.enter("Bob", quiet: true)
        try hub.say(bob, #"{"type":"b"}"#)
        hub.commit()
        #expect(hub.take(bob) == ["welcome 1", "ready 1", #"2 Bob {"type":"b"}"#])
    }

    // MARK: Maintenance

    @Test func `[MT1] an evicted room closes its members, and who comes waits until it is released`() throws {
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, #"{"type":"a"}"#)
        #expect(hub.evict())
        #expect(hub.closed == [ada: .roomChanged])
        #expect(hub.forgotten == [.lobby])
        #expect(hub.evict() == false)
        hub.leave(ada)
        let (bob, cleo) = (hub.enter("Bob", quiet: true), hub.enter("Cleo", quiet: true))
        #expect(hub.held == [bob, cleo])
        hub.leave(cleo)
        // What the room said last is written; it is shown only by reading the log.
        hub.commit()
        #expect(hub.take(bob) == [])
        hub.release()
        #expect(hub.held == [cleo])
        #expect(hub.take(bob) == ["welcome 1", "ready 1"])
        #expect(hub.lobby.durable(in: .lobby) == Seq(1))
        hub.release()
        #expect(hub.take(bob) == [])
    }

    @Test func `[MT1] a room that nobody is in can be held too, and is forgotten when nobody came`() {
        #expect(hub.evict(.roomGone))
        #expect(hub.closed.isEmpty)
        hub.release()
        #expect(hub.evict())
        hub.release()
        let bob = hub.enter("Bob", quiet: true)
        #expect(hub.take(bob) == ["welcome 0", "ready 0"])
    }

    @Test func `[MT1] an answer from before the change opens nothing`() throws {
        hub.leave(hub.enter("Ada", quiet: true))
        hub.opensAtOnce = false
        let ada = hub.enter("Ada", quiet: true)
        let stale = hub.record(of: .lobby)
        #expect(hub.evict())
        #expect(hub.closed == [ada: .roomChanged])
        hub.leave(ada)
        let bob = hub.enter("Bob", quiet: true)
        hub.release()
        #expect(hub.lobby.durable(in: .lobby) == nil)
        hub.perform(hub.opened(stale))
        #expect(hub.lobby.durable(in: .lobby) == nil)
        hub.open()
        #expect(hub.take(bob) == ["welcome 0", "ready 0"])
    }

    @Test func `[MT1] an answer from before the change may come, or fail, while the room is held`() throws {
        hub.leave(hub.enter("Ada", quiet: true))
        for fails in [false, true] {
            hub.opensAtOnce = false
            hub.leave(hub.enter("Ada", quiet: true))
            #expect(hub.evict())
            let bob = hub.enter("Bob", quiet: true)
            if fails { hub.fail() } else { hub.open() }
            #expect(hub.take(bob) == [])
            hub.release()
            hub.open()
            #expect(hub.take(bob) == ["welcome 0", "ready 0"])
            hub.leave(bob)
        }
    }
}
