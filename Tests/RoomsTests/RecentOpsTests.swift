import HubProtocol
import Testing

@testable import Rooms

@Suite struct RecentOpsTests {
    /// A room in which Ada said as many ops, `1 Ada` being her coming.
    private func room(ops: UInt64, limits: RoomLimits = RoomLimits()) throws -> (Harness, MemberID) {
        let hub = Harness(limits: limits)
        let ada = hub.enter("Ada")
        for number in 2...max(2, ops) { try hub.say(ada, text(number)) }
        hub.commit()
        _ = hub.take(ada)
        return (hub, ada)
    }

    private func text(_ seq: UInt64) -> String { #"{"type":"t\#(seq)"}"# }
    private func line(_ seq: UInt64) -> String {
        "\(seq) Ada " + (seq == 1 ? Harness.joined(1) : text(seq))
    }

    private let epoch = "epoch of lobby"

    private func smallMemory(_ ops: Int, bytes: Int = 1 << 20) -> RoomLimits {
        var limits = RoomLimits()
        limits.recentOps = ops
        limits.recentBytes = bytes
        return limits
    }

    @Test(arguments: 0...8 as ClosedRange<UInt64>)
    func `[HI3] [O2] a resume brings exactly the missing ops, once, in order, then ready`(after: UInt64)
        throws
    {
        let (hub, _) = try room(ops: 8)
        let bob = hub.enter("Bob", after: after, epoch: epoch, quiet: true)
        let missing = after < 8 ? (after + 1...8).map(line) : []
        #expect(hub.take(bob) == ["welcome 8 after \(after)"] + missing + ["ready 8"])
        #expect(hub.questions.isEmpty)
    }

    @Test(arguments: 0...8 as ClosedRange<UInt64>, [1, 2, 100])
    func `[HI3] [O2] what memory no longer holds comes from the log, in as many readings as it takes`(
        after: UInt64, page: Int
    ) throws {
        let (hub, _) = try room(ops: 8, limits: smallMemory(3))
        hub.page = page
        let bob = hub.enter("Bob", after: after, epoch: epoch, quiet: true)
        #expect(hub.questions.isEmpty == (after >= 5))
        hub.answer()
        let missing = after < 8 ? (after + 1...8).map(line) : []
        #expect(hub.take(bob) == ["welcome 8 after \(after)"] + missing + ["ready 8"])
    }

    /// New ops commit between any two readings, more than memory holds or fewer.
    @Test(arguments: 1...4, 1...5)
    func `[HI3] [O2] ops that commit while the log is read come after what it says, once`(
        perReading: Int, memory: Int
    ) throws {
        let (hub, ada) = try room(ops: 6, limits: smallMemory(memory))
        hub.page = 2
        let bob = hub.enter("Bob", after: 0, epoch: epoch, quiet: true)
        var head: UInt64 = 6
        var left = 12
        while !hub.questions.isEmpty {
            for _ in 0..<min(left, perReading) {
                head += 1
                left -= 1
                try hub.say(ada, text(head))
            }
            hub.commit()
            hub.answerFirst()
        }
        try hub.say(ada, text(head + 1))
        hub.commit()
        let lines = hub.take(bob)
        let ops = lines.filter { !$0.hasPrefix("welcome") && !$0.hasPrefix("ready") }
        #expect(ops == (1...head + 1).map(line))
        #expect(lines.last == line(head + 1))
        #expect(lines.dropLast().last == "ready \(head)")
    }

    @Test func `[HI3] after 0 of an empty log is a resume`() {
        let hub = Harness()
        let ada = hub.enter("Ada", after: 0, epoch: epoch)
        hub.commit()
        #expect(hub.take(ada) == ["welcome 0 after 0", "ready 0", "1 Ada " + Harness.joined(1)])
    }

    @Test(arguments: ["other epoch", nil])
    func `[HI4] with another epoch or none a resume is reset, and the state comes`(epoch: String?) throws {
        let (hub, ada) = try room(ops: 3)
        try hub.say(ada, #"{"type":"upgrade","name":"t"}"#)
        hub.commit()
        let bob = hub.enter("Bob", after: 2, epoch: epoch, quiet: true)
        let state = #"4 Ada {"type":"upgrade","name":"t"}"#
        #expect(hub.take(bob) == ["welcome 4", "reset epoch 4 epoch of lobby", state, "ready 4"])
    }

    @Test func `[HI4] a resume beyond the durable head is reset`() throws {
        let (hub, ada) = try room(ops: 3)
        try hub.say(ada, text(4))
        let bob = hub.enter("Bob", after: 4, epoch: epoch, quiet: true)
        #expect(hub.take(bob) == ["welcome 3", "reset ahead 3 epoch of lobby", "ready 3"])
        hub.commit()
        #expect(hub.take(bob) == [line(4)])
    }

    @Test func `[U10] [HI4] [MT3] a resume from before the start of a log is reset, one from there is not`()
        throws
    {
        let (hub, ada) = try room(ops: 5)
        #expect(hub.evict())
        hub.logs[.lobby]?.trimmed = try #require(Seq(3))
        hub.leave(ada)
        hub.release()
        let late = hub.enter("Bob", after: 2, epoch: epoch, quiet: true)
        #expect(hub.take(late) == ["welcome 5", "reset trimmed 5 epoch of lobby", "ready 5"])
        let soon = hub.enter("Cleo", after: 3, epoch: epoch, quiet: true)
        hub.answer()
        #expect(hub.take(soon) == ["welcome 5 after 3", line(4), line(5), "ready 5"])
        let other = hub.enter("Dora", after: 2, epoch: "another", quiet: true)
        #expect(hub.take(other).contains("reset epoch 5 epoch of lobby"))
    }

    @Test func `[HI3] [OP4] what the room has not heard to be durable comes live, though the log has it`()
        throws
    {
        let (hub, ada) = try room(ops: 8, limits: smallMemory(3))
        try hub.say(ada, text(9))
        hub.write()
        let bob = hub.enter("Bob", after: 3, epoch: epoch, quiet: true)
        hub.answer()
        #expect(hub.take(bob) == ["welcome 8 after 3"] + (4...8).map(line) + ["ready 8"])
        hub.commit()
        #expect(hub.take(bob) == [line(9)])
    }

    @Test func `a log that lost what the room knows of closes the resume`() throws {
        let (hub, _) = try room(ops: 8, limits: smallMemory(3))
        let bob = hub.enter("Bob", after: 1, epoch: epoch, quiet: true)
        hub.logs[.lobby]?.durable = []
        hub.answer()
        #expect(hub.closed == [bob: .storageFailed])
    }

    @Test func `one who leaves while the log is read gets nothing more`() throws {
        let (hub, _) = try room(ops: 8, limits: smallMemory(3))
        let bob = hub.enter("Bob", after: 1, epoch: epoch, quiet: true)
        _ = hub.take(bob)
        hub.leave(bob)
        hub.answer()
        #expect(hub.take(bob) == [])
    }

    @Test func `memory is bounded in bytes too, but holds the newest op whatever its size`() throws {
        var recent = RecentOps(limits: smallMemory(100, bytes: 100))
        func op(_ seq: UInt64, bytes: Int) throws -> LoggedOp {
            LoggedOp(
                seq: try #require(Seq(seq)), at: 0, author: Author(id: "a", name: "a"), type: "t", name: nil,
                resend: nil, payload: Payload(bytes: Array(repeating: 0x20, count: bytes)))
        }
        for seq: UInt64 in 1...5 { recent.append(try op(seq, bytes: 40)) }
        let head = try #require(Seq(5))
        #expect(recent.after(.none, durable: head) == nil)
        #expect(recent.after(try #require(Seq(2)), durable: head) == nil)
        #expect(recent.after(try #require(Seq(3)), durable: head)?.map(\.seq.number) == [4, 5])
        recent.append(try op(6, bytes: 1_000))
        #expect(recent.after(head, durable: head.next)?.map(\.seq.number) == [6])
        #expect(recent.after(try #require(Seq(4)), durable: head.next) == nil)
    }
}
