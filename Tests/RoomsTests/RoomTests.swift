import HubProtocol
import Rooms
import Testing

@Suite struct RoomTests {
    private let hub = Harness()

    private func enter(_ name: String) -> MemberID {
        let member = hub.enter(name, quiet: true)
        _ = hub.take(member)
        return member
    }

    @Test func `[OP3] every member gets the sender's own bytes, with seq, time and author beside them`()
        throws
    {
        let (ada, bob) = (enter("Ada"), enter("Bob"))
        hub.now = 1_790_000_000_000
        let text = #" { "seq" : 99, "from":{"id":"x"},"type":"a" , "body":"\u0041 é" } "#
        try hub.say(ada, text)
        hub.now += 50
        hub.commit()
        let envelope = Envelope(
            seq: Seq(1), at: 1_790_000_000_000, author: Author(id: "Ada", name: "Ada"),
            payload: Payload(bytes: Array(text.utf8)))
        #expect(hub.takeMessages(ada) == [.envelope(envelope)])
        #expect(hub.takeMessages(bob) == [.envelope(envelope)])
    }

    @Test func `[OP3] times never run backwards within a log, also across its closing`() throws {
        for now: Int64 in [500, 400, 600] {
            hub.now = now
            let ada = enter("Ada")
            try hub.say(ada, #"{"type":"a"}"#)
            hub.now = now - 100
            try hub.say(ada, #"{"type":"a"}"#)
            hub.leave(ada)
            hub.commit()
        }
        #expect(hub.forgotten.count == 3)
        #expect(hub.logs[.lobby]?.durable.map(\.at) == [500, 500, 500, 500, 600, 600])
    }

    @Test(arguments: ["constructor", "__proto__", "toString", "hasOwnProperty", "nobody knows this"])
    func `[OP7] [O5] types and names are data`(word: String) throws {
        let ada = enter("Ada")
        let texts = [#"{"type":"\#(word)"}"#, #"{"type":"\#(word)","name":"\#(word)"}"#]
        for text in texts { try hub.say(ada, text) }
        hub.commit()
        #expect(hub.take(ada) == ["1 Ada " + texts[0], "2 Ada " + texts[1]])
        let bob = hub.enter("Bob", quiet: true)
        #expect(hub.take(bob) == ["welcome 2", "2 Ada " + texts[1], "ready 2"])
    }

    @Test func `[TY3] reset is an ordinary logged op, and takes nothing out of the state`() throws {
        let ada = enter("Ada")
        try hub.say(ada, #"{"type":"upgrade","name":"t"}"#)
        try hub.say(ada, #"{"type":"reset"}"#)
        hub.commit()
        #expect(hub.take(ada).last == #"2 Ada {"type":"reset"}"#)
        let bob = hub.enter("Bob", quiet: true)
        #expect(hub.take(bob) == ["welcome 2", #"1 Ada {"type":"upgrade","name":"t"}"#, "ready 2"])
    }

    @Test func `[TY5] rollcall is answered to the asker alone, from itself, and not logged`() throws {
        let ada = hub.enter("Ada", as: "a")
        let bob = hub.enter("Bob", as: "b")
        hub.commit()
        _ = (hub.take(ada), hub.take(bob))
        try hub.say(bob, #"{"type":"rollcall"}"#)
        #expect(
            hub.take(bob) == [
                #"- Bob {"type":"rollcall","participants":[{"id":"a","name":"Ada","connections":1},"#
                    + #"{"id":"b","name":"Bob","connections":1}]}"#
            ])
        #expect(hub.take(ada) == [])
        #expect(hub.logs[.lobby]?.inFlight == [])
    }

    // MARK: Replay

    @Test func `[RP4] a replay with an id ends with done, one without does not; the asker alone gets it`()
        throws
    {
        let (ada, bob) = (enter("Ada"), enter("Bob"))
        for _ in 1...3 { try hub.say(ada, #"{"type":"a"}"#) }
        hub.commit()
        _ = (hub.take(ada), hub.take(bob))
        try hub.say(bob, #"{"type":"replay","limit":2,"id":"r"}"#)
        try hub.say(bob, #"{"type":"replay","since":2}"#)
        try hub.say(bob, #"{"type":"replay","oftype":"none","id":"s"}"#)
        hub.answer()
        let lines = (1...3).map { #"replay \#($0) Ada {"type":"a"}"# }
        #expect(hub.take(bob) == [lines[1], lines[2], "done r 2", lines[2], "done s 0"])
        #expect(hub.take(ada) == [])
        #expect(hub.logs[.lobby]?.durable.count == 3)
    }

    @Test func `[RP5] an answer stops at the durable seq of the moment in which it was asked`() throws {
        let ada = enter("Ada")
        try hub.say(ada, #"{"type":"a"}"#)
        hub.commit()
        try hub.say(ada, #"{"type":"b"}"#)
        try hub.say(ada, #"{"type":"replay","id":"r"}"#)
        hub.write()
        hub.commit()
        hub.answer()
        #expect(
            hub.take(ada)
                == [
                    #"1 Ada {"type":"a"}"#, #"2 Ada {"type":"b"}"#, #"replay 1 Ada {"type":"a"}"#, "done r 1",
                ])
    }

    @Test func `[O7] of two ops in one millisecond a replay since the first brings the second`() throws {
        let ada = enter("Ada")
        try hub.say(ada, #"{"type":"a"}"#)
        try hub.say(ada, #"{"type":"b"}"#)
        hub.commit()
        _ = hub.take(ada)
        try hub.say(ada, #"{"type":"replay","since":1,"id":"r"}"#)
        hub.answer()
        #expect(hub.take(ada) == [#"replay 2 Ada {"type":"b"}"#, "done r 1"])
        #expect(Set(hub.logs[.lobby]?.durable.map(\.at) ?? []).count == 1)
    }

    @Test func `an answer that comes after the asker left goes nowhere`() throws {
        let (ada, bob) = (enter("Ada"), enter("Bob"))
        try hub.say(ada, #"{"type":"replay","id":"r"}"#)
        hub.leave(ada)
        hub.answer()
        #expect(hub.take(ada) == [] && hub.take(bob) == [])
    }

    // MARK: A writer that stalls

    @Test func `[OP4] [RP5] [HI2] while nothing commits all is answered as of the durable seq`() throws {
        let ada = hub.enter("Ada")
        hub.commit()
        for number in 1...50 { try hub.say(ada, #"{"type":"upgrade","name":"\#(number % 5)"}"#) }
        let newcomer = hub.enter("Bob")
        let resuming = hub.enter("Cleo", after: 0, epoch: "epoch of lobby", quiet: true)
        #expect(hub.take(newcomer) == ["welcome 1", "ready 1"])
        #expect(hub.take(resuming) == ["welcome 1 after 0", "1 Ada " + Harness.joined(1), "ready 1"])
        try hub.say(newcomer, #"{"type":"replay","id":"r"}"#)
        try hub.say(resuming, #"{"type":"rollcall"}"#)
        hub.answer()
        #expect(hub.take(newcomer) == ["replay 1 Ada " + Harness.joined(1), "done r 1"])
        #expect(hub.take(resuming).first?.contains(#""name":"Bob""#) == true)
        #expect(hub.lobby.durable(in: .lobby) == Seq(1))
        hub.commit()
        #expect(hub.take(newcomer).count == 51)
        #expect(hub.take(resuming).count == 51)
    }

    @Test func `[HI2] [HI3] [OP4] [OP5] [OP6] random rooms keep the order of their logs`() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            var simulation = Simulation(seed: seed)
            try simulation.run(steps: 120)
            #expect(simulation.complaints == [], "seed \(seed)")
            guard simulation.complaints.isEmpty else { return }
        }
    }
}
