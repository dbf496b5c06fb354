import HubProtocol
import Rooms
import Testing

@Suite struct PresenceTests {
    private let hub = Harness()

    /// What a member that enters without a word finds: `Ada×2`.
    private func present() -> [String] {
        let watcher = hub.enter("Watcher", quiet: true)
        defer { hub.leave(watcher) }
        guard case .welcome(let welcome)? = hub.takeMessages(watcher).first else { return ["no welcome"] }
        return welcome.members.map { "\($0.author.name)×\($0.connections)" }
    }

    private func logged() -> [String] {
        hub.commit()
        return (hub.logs[.lobby]?.durable ?? []).map {
            "\($0.author.name) \(String(decoding: $0.payload.bytes, as: UTF8.self))"
        }
    }

    @Test func `[HI7] members are the participants present, oldest first, the one who enters too`() throws {
        for name in ["Cleo", "Ada", "Bob"] { _ = hub.enter(name) }
        let ada = hub.enter("Ada")
        guard case .welcome(let welcome)? = hub.takeMessages(ada).first else { throw Missing.welcome }
        #expect(welcome.members.map(\.author.name) == ["Cleo", "Ada", "Bob"])
        #expect(welcome.members.map(\.connections) == [1, 2, 1])
        #expect(welcome.you == Author(id: "Ada", name: "Ada"))
        #expect(hub.lobby.participants(in: .lobby) == 3)
    }

    @Test func `[PR1] a participant's first connection and its last are logged, those between are not`() {
        let tabs = [hub.enter("Ada"), hub.enter("Ada"), hub.enter("Ada")]
        let bob = hub.enter("Bob")
        hub.leave(tabs[1])
        hub.leave(tabs[0])
        #expect(logged() == ["Ada " + Harness.joined(1), "Bob " + Harness.joined(2)])
        hub.leave(tabs[2])
        #expect(logged().last == "Ada " + Harness.disconnected(1))
        hub.leave(bob)
        #expect(logged().last == "Bob " + Harness.disconnected(0))
        #expect(logged().count == 4)
    }

    @Test func `[PR1] one who comes again is the youngest`() {
        let ada = hub.enter("Ada")
        let bob = hub.enter("Bob")
        hub.leave(ada)
        _ = hub.enter("Ada")
        #expect(present() == ["Bob×1", "Ada×1"])
        hub.leave(bob)
        #expect(present() == ["Ada×1"])
    }

    @Test func `[ID2] lists have the newest name, ops that of their connection`() throws {
        let old = hub.enter("Ada", as: "a")
        let new = hub.enter("Ada Lovelace", as: "a")
        try hub.say(old, #"{"type":"x"}"#)
        try hub.say(new, #"{"type":"y"}"#)
        #expect(present() == ["Ada Lovelace×2"])
        #expect(logged().suffix(2) == [#"Ada {"type":"x"}"#, #"Ada Lovelace {"type":"y"}"#])
    }

    @Test func `[PR2] a quiet member is in no list and no count, and its coming and going are not logged`() {
        let quiet = hub.enter("Quiet", quiet: true)
        let ada = hub.enter("Ada")
        #expect(present() == ["Ada×1"])
        hub.leave(quiet)
        hub.leave(ada)
        #expect(logged() == ["Ada " + Harness.joined(1), "Ada " + Harness.disconnected(0)])
    }

    @Test func `[PR2] a quiet member announces itself, and may take it back`() throws {
        let quiet = hub.enter("Quiet", quiet: true)
        try hub.say(quiet, #"{"hub":"announce","present":true}"#)
        #expect(present() == ["Quiet×1"])
        try hub.say(quiet, #"{"hub":"announce","present":false}"#)
        #expect(present() == [])
        #expect(logged() == ["Quiet " + Harness.joined(1), "Quiet " + Harness.disconnected(0)])
        #expect(hub.take(quiet).count == 4)
    }

    @Test
    func `[PR2] a quiet member that leaves while announced stays announced in the log, not in the room`()
        throws
    {
        let quiet = hub.enter("Quiet", quiet: true)
        _ = hub.enter("Ada")
        try hub.say(quiet, #"{"hub":"announce","present":true}"#)
        hub.leave(quiet)
        #expect(present() == ["Ada×1"])
        #expect(logged() == ["Ada " + Harness.joined(1), "Quiet " + Harness.joined(2)])
    }

    @Test func `[PR2] announcing beside a connection that is present is counted and not logged`() throws {
        let plain = hub.enter("Ada")
        let quiet = hub.enter("Ada", quiet: true)
        try hub.say(quiet, #"{"hub":"announce","present":true}"#)
        #expect(present() == ["Ada×2"])
        hub.leave(plain)
        #expect(present() == ["Ada×1"])
        try hub.say(quiet, #"{"hub":"announce","present":false}"#)
        #expect(logged() == ["Ada " + Harness.joined(1), "Ada " + Harness.disconnected(0)])
    }

    @Test func `[PR2] announcing what is so already, or without being quiet, is an error`() throws {
        let quiet = hub.enter("Quiet", quiet: true)
        try hub.say(quiet, #"{"hub":"announce","present":false}"#)
        #expect(hub.take(quiet) == ["welcome 0", "ready 0", "error bad_control"])
        try hub.say(quiet, #"{"hub":"announce","present":true}"#)
        try hub.say(quiet, #"{"hub":"announce","present":true}"#)
        #expect(hub.take(quiet) == ["error bad_control"])
        let ada = hub.enter("Ada")
        try hub.say(ada, #"{"hub":"announce","present":false}"#)
        #expect(hub.take(ada).last == "error bad_control")
        #expect(present() == ["Quiet×1", "Ada×1"])
    }

    @Test(arguments: ["constructor", "__proto__", "toString", "hasOwnProperty"])
    func `[U56] [OP7] a participant may be called anything`(name: String) {
        let odd = hub.enter(name)
        _ = hub.enter("Ada")
        #expect(present() == ["\(name)×1", "Ada×1"])
        hub.leave(odd)
        #expect(present() == ["Ada×1"])
        #expect(logged().first == "\(name) " + Harness.joined(1))
    }

    private enum Missing: Error { case welcome }
}
