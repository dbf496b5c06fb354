import HubProtocol
import Rooms
import Testing

@Suite struct PendingOpsTests {
    private let hub = Harness()

    private func entered(_ names: String...) -> [MemberID] {
        let members = names.map { hub.enter($0) }
        hub.commit()
        for member in members { _ = hub.take(member) }
        return members
    }

    @Test func `[O1] [OP4] nothing is shown before its op is durable, to its sender neither`() throws {
        let (ada, bob) = (hub.enter("Ada"), hub.enter("Bob"))
        try hub.say(ada, #"{"type":"a"}"#)
        #expect(hub.take(ada) == ["welcome 0", "ready 0"])
        #expect(hub.take(bob) == ["welcome 0", "ready 0"])
        hub.commit()
        let shown = ["1 Ada " + Harness.joined(1), "2 Bob " + Harness.joined(2), #"3 Ada {"type":"a"}"#]
        #expect(hub.take(ada) == shown)
        #expect(hub.take(bob) == shown)
    }

    @Test func `[O1] nothing at all is shown of what a failed commit lost`() throws {
        let members = entered("Ada", "Bob")
        try hub.say(members[0], #"{"type":"upgrade","name":"t","id":"1"}"#)
        try hub.say(members[0], #"{"type":"a","persist":false}"#)
        hub.fail()
        #expect(hub.take(members[0]) == [] && hub.take(members[1]) == [])
        #expect(hub.closed == [members[0]: .storageFailed, members[1]: .storageFailed])

        // It comes back, resumes, sends again what it holds no acknowledgement of: now it is new.
        let back = hub.enter("Ada", after: 2, epoch: "epoch of lobby")
        #expect(hub.take(back) == ["welcome 2 after 2", "ready 2"])
        try hub.say(back, #"{"type":"upgrade","name":"t","id":"1"}"#)
        hub.commit()
        #expect(
            hub.take(back)
                == ["3 Ada " + Harness.joined(1), #"4 Ada {"type":"upgrade","name":"t","id":"1"}"#])
    }

    @Test func `[OP5] a commit shows what it covers, in order, and leaves the rest`() throws {
        let ada = entered("Ada")[0]
        for number in 1...5 { try hub.say(ada, #"{"type":"\#(number)"}"#) }
        hub.commit(2)
        #expect(hub.take(ada) == [#"2 Ada {"type":"1"}"#, #"3 Ada {"type":"2"}"#])
        hub.commit(1)
        #expect(hub.take(ada) == [#"4 Ada {"type":"3"}"#])
        hub.commit()
        #expect(hub.take(ada) == [#"5 Ada {"type":"4"}"#, #"6 Ada {"type":"5"}"#])
    }

    @Test func `[OP6] a transient op is shown at once to all, without a seq, and is not logged`() throws {
        let members = entered("Ada", "Bob")
        try hub.say(members[0], #"{"type":"a","persist":false}"#)
        for member in members { #expect(hub.take(member) == [#"- Ada {"type":"a","persist":false}"#]) }
        #expect(hub.logs[.lobby]?.inFlight == [])
    }

    @Test func `[OP6] a transient op waits for logged ops of its participant, from whatever connection`()
        throws
    {
        let members = entered("Ada", "Bob")
        let tab = hub.enter("Ada")
        _ = hub.take(tab)
        try hub.say(tab, #"{"type":"a"}"#)
        try hub.say(members[0], #"{"type":"b","persist":false}"#)
        try hub.say(members[0], #"{"type":"c","persist":false}"#)
        #expect(hub.take(members[1]) == [])
        hub.commit()
        let shown = [
            #"3 Ada {"type":"a"}"#, #"- Ada {"type":"b","persist":false}"#,
            #"- Ada {"type":"c","persist":false}"#,
        ]
        for member in members + [tab] { #expect(hub.take(member) == shown) }
    }

    @Test func `[OP6] logged ops of others hold no transient op`() throws {
        let members = entered("Ada", "Bob")
        try hub.say(members[0], #"{"type":"a"}"#)
        try hub.say(members[1], #"{"type":"b"}"#)
        try hub.say(members[0], #"{"type":"c","persist":false}"#)
        hub.commit(1)
        #expect(hub.take(members[1]) == [#"3 Ada {"type":"a"}"#, #"- Ada {"type":"c","persist":false}"#])
        try hub.say(members[0], #"{"type":"d","persist":false}"#)
        #expect(hub.take(members[1]) == [#"- Ada {"type":"d","persist":false}"#])
        hub.commit()
        #expect(hub.take(members[1]) == [#"4 Bob {"type":"b"}"#])
    }

    @Test func `[OP6] transient ops keep their places between logged ones`() throws {
        let ada = entered("Ada")[0]
        for text in [#"{"type":"a"}"#, #"{"type":"b","persist":false}"#, #"{"type":"c"}"#] {
            try hub.say(ada, text)
        }
        try hub.say(ada, #"{"type":"d","persist":false}"#)
        hub.commit(1)
        #expect(hub.take(ada) == [#"2 Ada {"type":"a"}"#, #"- Ada {"type":"b","persist":false}"#])
        hub.commit(1)
        #expect(hub.take(ada) == [#"3 Ada {"type":"c"}"#, #"- Ada {"type":"d","persist":false}"#])
    }

    @Test func `what a member sent before it left is shown to those who stay`() throws {
        let members = entered("Ada", "Bob")
        try hub.say(members[0], #"{"type":"a"}"#)
        try hub.say(members[0], #"{"type":"b","persist":false}"#)
        hub.leave(members[0])
        hub.commit()
        #expect(
            hub.take(members[1]) == [
                #"3 Ada {"type":"a"}"#, #"- Ada {"type":"b","persist":false}"#,
                "4 Ada " + Harness.disconnected(1),
            ])
    }
}
