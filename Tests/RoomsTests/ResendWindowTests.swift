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

/// What was sent before the room was opened is in the log alone.
@Suite struct ResendRecallTests {
    /// A room that everybody has left, in whose log Ada's ops have these ids.
    private func left(_ ids: [Int], _ limits: RoomLimits = RoomLimits()) throws -> Harness {
        let hub = Harness(limits: limits)
        let ada = hub.enter("Ada", quiet: true)
        for id in ids { try hub.say(ada, text(id)) }
        hub.commit()
        hub.leave(ada)
        try #require(hub.forgotten == [.lobby])
        hub.recallsAtOnce = false
        return hub
    }

    private func text(_ id: Int) -> String { "{\"type\":\"a\",\"id\":\"\(id)\"}" }

    private func ids(_ hub: Harness) -> [String] {
        let log = hub.logs[.lobby]
        return ((log?.durable ?? []) + (log?.inFlight ?? [])).compactMap(\.resend?.id)
    }

    @Test func `[ID4] the first to come is ready before its re-sends can be recognised, and waits with them`()
        throws
    {
        let hub = try left([7, 8])
        let back = hub.enter("Ada", quiet: true)
        #expect(hub.take(back) == ["welcome 2", "ready 2"])
        #expect(hub.held == [back] && hub.recalls.count == 1)
        let other = hub.enter("Bob", quiet: true)
        #expect(hub.held == [back, other] && hub.recalls.count == 1)
        hub.recallFirst()
        #expect(hub.held == [] && hub.recalls.isEmpty)
        try hub.say(back, text(7))
        hub.answer()
        #expect(hub.take(back) == ["1 Ada " + text(7)])
        #expect(ids(hub) == ["7", "8"])
    }

    @Test func `[ID4] one whose token is new need not wait, and all see what it says meanwhile`() throws {
        let hub = try left([7])
        let back = hub.enter("Ada", quiet: true)
        let new = hub.enter("Eve", quiet: true, isNew: true)
        #expect(hub.held == [back])
        try hub.say(new, text(7))
        hub.commit()
        #expect(hub.take(back).last == "2 Eve " + text(7))
        hub.recallFirst()
        let again = hub.enter("Eve", quiet: true)
        _ = hub.take(again)
        for member in [back, again] { try hub.say(member, text(7)) }
        hub.answer()
        #expect(hub.take(again) == ["2 Eve " + text(7)])
        #expect(ids(hub) == ["7", "7"])
    }

    @Test func `[ID4] with only new participants nothing is asked, until one comes back`() throws {
        let hub = try left([7])
        let new = hub.enter("Eve", quiet: true, isNew: true)
        try hub.say(new, text(9))
        hub.commit()
        #expect(hub.recalls.isEmpty)
        let back = hub.enter("Eve", quiet: true)
        #expect(hub.held == [back])
        #expect(hub.recalls.map(\.question.upTo.number) == [1])
        hub.recallFirst()
        try hub.say(back, text(9))
        #expect(hub.held == [] && ids(hub) == ["7", "9"])
    }

    @Test(arguments: 0...7)
    func `[ID4] the keys come in parts, the newest so many`(count: Int) throws {
        var limits = RoomLimits()
        limits.resends = 5
        limits.resendsAtOnce = 2
        let hub = try left(Array(0..<count), limits)
        let back = hub.enter("Ada", quiet: true)
        var asked: [Int] = []
        while let next = hub.recalls.first {
            #expect(hub.held == [back])
            asked.append(Int(next.question.upTo.number))
            hub.recallFirst()
        }
        #expect(asked == Array(stride(from: count, to: 0, by: -2).prefix(3)))
        #expect(hub.held == [])
        for id in (0..<count).suffix(5).reversed() { try hub.say(back, text(id)) }
        #expect(ids(hub).count == count)
        for id in (0..<count).dropLast(5) { try hub.say(back, text(id)) }
        #expect(ids(hub).count == count + max(0, count - 5))
    }

    @Test func `[ID4] what is said before the keys come is newer than they are`() throws {
        var limits = RoomLimits()
        limits.resends = 3
        let hub = try left([1, 2, 3], limits)
        let back = hub.enter("Ada", quiet: true)
        try hub.say(hub.enter("Eve", quiet: true, isNew: true), text(9))
        hub.recallFirst()
        for id in [3, 2, 1, 3, 2] { try hub.say(back, text(id)) }
        // 1 had fallen out for 9; for the new 1 it was 2.
        #expect(ids(hub) == ["1", "2", "3", "9", "1", "2"])
    }

    @Test func `[ID4] it is the room that asks, whoever of its members leaves`() throws {
        let hub = try left([7])
        let asker = hub.enter("Ada", quiet: true)
        let new = hub.enter("Eve", quiet: true, isNew: true)
        hub.leave(asker)
        let back = hub.enter("Ada", quiet: true)
        #expect(hub.held.contains(back) && hub.recalls.count == 1)
        hub.recallFirst()
        #expect(!hub.held.contains(back) && !hub.held.contains(new))
        try hub.say(back, text(7))
        #expect(ids(hub) == ["7"])
    }

    @Test(arguments: [false, true])
    func `[ID4] keys that an earlier opening asked for are no news`(isEvicted: Bool) throws {
        let hub = try left([7, 8])
        let first = hub.enter("Ada", quiet: true)
        let old = hub.keys(hub.recalls[0])
        if isEvicted { #expect(hub.evict()) } else { hub.leave(first) }
        // Another log with as many ops, one of which has the id.
        let kept = try #require(hub.logs[.lobby]?.durable)
        hub.logs[.lobby]?.durable = kept.map {
            LoggedOp(
                seq: $0.seq, at: $0.at, author: $0.author, type: $0.type, name: nil,
                resend: $0.seq.number == 1 ? nil : $0.resend, payload: $0.payload)
        }
        func answerOld() {
            hub.perform(hub.lobby.recalled(hub.recalls[0].question, in: .lobby, old, at: hub.now))
        }
        answerOld()
        if isEvicted { hub.release() }
        let back = hub.enter("Ada", quiet: true)
        #expect(hub.recalls.count == 2)
        answerOld()
        hub.failRecall()
        #expect(hub.held.contains(back) && hub.closed[back] == nil)
        hub.recallFirst()
        #expect(!hub.held.contains(back))
        for id in [7, 8] { try hub.say(back, text(id)) }
        #expect(ids(hub) == ["8", "7"])
    }

    @Test func `[ID4] keys that can't be read close the members, who come back`() throws {
        let hub = try left([7])
        let (ada, new) = (hub.enter("Ada", quiet: true), hub.enter("Eve", quiet: true, isNew: true))
        hub.failRecall()
        #expect(hub.closed == [ada: .storageFailed, new: .storageFailed])
        hub.leave(ada)
        let back = hub.enter("Ada", quiet: true)
        hub.recallFirst()
        try hub.say(back, text(7))
        #expect(ids(hub) == ["7"])
    }

    @Test func `[ID4] those who waited for the room go on waiting for the keys, if they were here before`()
        throws
    {
        let hub = try left([7])
        hub.opensAtOnce = false
        let (ada, eve) = (hub.enter("Ada", quiet: true), hub.enter("Eve", quiet: true, isNew: true))
        #expect(hub.held == [ada, eve])
        hub.open()
        #expect(hub.held == [ada])
        #expect(hub.take(ada) == ["welcome 1", "ready 1"])
        hub.recallFirst()
        #expect(hub.held == [])
    }

    @Test func `[ID4] [HI3] one who resumes is caught up before the keys have come`() throws {
        let hub = try left([7, 8])
        let back = hub.enter("Ada", after: 1, epoch: "epoch of lobby", quiet: true)
        hub.answer()
        #expect(hub.take(back) == ["welcome 2 after 1", "2 Ada " + text(8), "ready 2"])
        #expect(hub.held == [back])
        hub.recallFirst()
        #expect(hub.held == [])
    }
}
