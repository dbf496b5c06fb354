import HubProtocol
import Rooms
import Testing

@Suite struct MemberTests {
    private func harness(ops: Int = 3, bytes: Int = 1 << 20, questions: Int = 2) -> Harness {
        var limits = RoomLimits()
        limits.inFlightOps = ops
        limits.inFlightBytes = bytes
        limits.questions = questions
        return Harness(limits: limits)
    }

    @Test func `a member with too many ops on their way is paused until one of them is shown`() throws {
        let hub = harness()
        let (ada, bob) = (hub.enter("Ada", quiet: true), hub.enter("Bob", quiet: true))
        for _ in 1...2 { try hub.say(ada, #"{"type":"a"}"#) }
        #expect(hub.held == [])
        try hub.say(ada, #"{"type":"a"}"#)
        #expect(hub.held == [ada])
        try hub.say(bob, #"{"type":"b"}"#)
        #expect(hub.held == [ada])
        hub.commit(1)
        #expect(hub.held == [])
    }

    @Test func `a member with too many bytes on their way is paused until fewer are`() throws {
        let op = #"{"type":"a"}"#
        let hub = harness(ops: 100, bytes: 3 * op.utf8.count)
        let ada = hub.enter("Ada", quiet: true)
        for _ in 1...2 { try hub.say(ada, op) }
        #expect(hub.held == [])
        for _ in 1...2 { try hub.say(ada, op) }
        #expect(hub.held == [ada])
        hub.commit(1)
        #expect(hub.held == [ada])
        hub.commit(1)
        #expect(hub.held == [])
    }

    @Test func `transient ops that wait behind a logged one count as well`() throws {
        let hub = harness()
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, #"{"type":"a"}"#)
        for _ in 1...2 { try hub.say(ada, #"{"type":"b","persist":false}"#) }
        #expect(hub.held == [ada])
        hub.commit()
        #expect(hub.held == [])
        for _ in 1...5 { try hub.say(ada, #"{"type":"b","persist":false}"#) }
        #expect(hub.held == [])
    }

    @Test func `announcing again and again counts as well`() throws {
        let hub = harness()
        let ada = hub.enter("Ada", quiet: true)
        for present in [true, false, true] { try hub.say(ada, #"{"hub":"announce","present":\#(present)}"#) }
        #expect(hub.held == [ada])
        hub.commit()
        #expect(hub.held == [])
    }

    @Test func `a member with too many questions unanswered is paused until one is answered`() throws {
        let hub = harness()
        let ada = hub.enter("Ada", client: "tab", quiet: true)
        try hub.say(ada, #"{"type":"a","id":"1"}"#)
        hub.commit()
        try hub.say(ada, #"{"type":"replay"}"#)
        #expect(hub.held == [])
        try hub.say(ada, #"{"type":"a","id":"1"}"#)
        #expect(hub.held == [ada])
        hub.answerFirst()
        #expect(hub.held == [])
        hub.answer()
        #expect(hub.held == [])
    }

    @Test func `what a member sent before it left counts against nobody`() throws {
        let hub = harness()
        let ada = hub.enter("Ada", quiet: true)
        for _ in 1...3 { try hub.say(ada, #"{"type":"a"}"#) }
        hub.leave(ada)
        let again = hub.enter("Ada", quiet: true)
        hub.commit(1)
        for _ in 1...2 { try hub.say(again, #"{"type":"a"}"#) }
        #expect(hub.held == [ada])
        hub.commit()
        try hub.say(again, #"{"type":"a"}"#)
        #expect(!hub.held.contains(again))
    }
}
