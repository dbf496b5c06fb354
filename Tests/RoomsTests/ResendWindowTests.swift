import HubProtocol
import Rooms
import Testing

@Suite struct ResendWindowTests {
    private let hub = Harness()
    private let op = #"{"type":"a","id":"7"}"#

    private func enter(_ participant: String, client: String?) -> MemberID {
        let member = hub.enter("Ada", as: participant, client: client, quiet: true)
        _ = hub.take(member)
        return member
    }

    private func logged() -> Int { (hub.logs[.lobby].map { $0.durable.count + $0.inFlight.count }) ?? 0 }

    @Test
    func
        `[ID4] an op sent again after its commit is acknowledged to its sender alone`()
        throws
    {
        let (ada, bob) = (enter("a", client: "tab"), enter("b", client: "tab"))
        try hub.say(ada, op)
        hub.commit()
        hub.now += 5_000
        _ = (hub.takeMessages(ada), hub.takeMessages(bob))
        try hub.say(ada, #"{"type":"not the same","id":"7"}"#)
        hub.answer()
        #expect(hub.take(ada) == ["1 Ada " + op])
        #expect(hub.take(bob) == [])
        #expect(logged() == 1)
    }

    @Test func `[ID4] an op sent again while the first is on its way is shown once`() throws {
        let ada = enter("a", client: "tab")
        try hub.say(ada, op)
        try hub.say(ada, op)
        #expect(hub.questions.isEmpty)
        hub.commit()
        #expect(hub.take(ada) == ["1 Ada " + op])
        #expect(logged() == 1)
    }

    @Test func `[ID4] another connection of the same participant and client is recognised, before and after`()
        throws
    {
        let first = enter("a", client: "tab")
        try hub.say(first, op)
        hub.leave(first)
        let second = enter("a", client: "tab")
        try hub.say(second, op)
        hub.commit()
        #expect(hub.take(second) == ["1 Ada " + op])
        let third = enter("a", client: "tab")
        try hub.say(third, op)
        hub.answer()
        #expect(hub.take(third) == ["1 Ada " + op])
        #expect(logged() == 1)
    }

    @Test(arguments: [("a", "other tab"), ("b", "tab"), ("a", nil), ("b", nil)])
    func `[ID4] another client or participant may use the same id`(participant: String, client: String?)
        throws
    {
        try hub.say(enter("a", client: "tab"), op)
        try hub.say(enter(participant, client: client), op)
        hub.commit()
        #expect(logged() == 2)
    }

    @Test func `[ID4] a client that names no outbox has one all the same`() throws {
        try hub.say(enter("a", client: nil), op)
        try hub.say(enter("a", client: nil), op)
        #expect(logged() == 1)
    }

    @Test func `[ID4] ops without an id are never taken for one another, nor are transient ones`() throws {
        let ada = enter("a", client: "tab")
        for _ in 1...2 { try hub.say(ada, #"{"type":"a"}"#) }
        #expect(logged() == 2)
        hub.commit()
        _ = hub.take(ada)
        for _ in 1...2 { try hub.say(ada, #"{"type":"a","id":"7","persist":false}"#) }
        #expect(hub.take(ada).count == 2)
        try hub.say(ada, op)
        #expect(logged() == 3)
    }

    @Test func `[ID4] re-sends are recognised among the newest ops with an id, by a room opened again too`()
        throws
    {
        var limits = RoomLimits()
        limits.resends = 3
        let hub = Harness(limits: limits)
        func send(_ ids: String...) throws {
            let ada = hub.enter("Ada", quiet: true)
            for id in ids {
                try hub.say(ada, #"{"type":"a","id":"\#(id)"}"#)
                try hub.say(ada, #"{"type":"no id"}"#)
            }
            hub.commit()
            hub.answer()
            hub.leave(ada)
        }
        func ids() -> [String] { hub.logs[.lobby]?.durable.compactMap(\.resend?.id) ?? [] }
        try send("1", "2", "3")
        try send("1", "2", "3")
        #expect(ids() == ["1", "2", "3"])
        try send("4", "1")
        #expect(ids() == ["1", "2", "3", "4", "1"])
        try send("3", "4", "1", "2")
        #expect(ids() == ["1", "2", "3", "4", "1", "2"])
        #expect(hub.forgotten.count == 4)
    }

    @Test func `[ID4] [OP5] one that catches up gets no acknowledgement before its turn`() throws {
        var limits = RoomLimits()
        limits.recentOps = 1
        let hub = Harness(limits: limits)
        let ada = hub.enter("Ada", quiet: true)
        let ops = (1...4).map { #"{"type":"a","id":"\#($0)"}"# }
        for op in ops { try hub.say(ada, op) }
        hub.commit()
        let back = hub.enter("Ada", after: 1, epoch: "epoch of lobby", quiet: true)
        for op in ops { try hub.say(back, op) }
        hub.answer()
        let lines = (1...4).map { "\($0) Ada \(ops[$0 - 1])" }
        #expect(hub.take(back) == ["welcome 4 after 1"] + lines[1...] + ["ready 4", lines[0]])
        try hub.say(back, ops[3])
        hub.answer()
        #expect(hub.take(back) == [lines[3]])
    }

    @Test func `an op that a full room refused is not remembered`() throws {
        var limits = RoomLimits()
        limits.currentOps = 1
        let hub = Harness(limits: limits)
        let ada = hub.enter("Ada", quiet: true)
        try hub.say(ada, #"{"type":"upgrade","name":"t"}"#)
        try hub.say(ada, #"{"type":"n","name":"n","id":"1"}"#)
        try hub.say(ada, #"{"type":"remove","name":"t"}"#)
        hub.commit()
        #expect(hub.take(ada).contains("error room_full 1"))
        try hub.say(ada, #"{"type":"n","name":"n","id":"1"}"#)
        hub.commit()
        #expect(hub.take(ada) == [#"3 Ada {"type":"n","name":"n","id":"1"}"#])
    }
}
