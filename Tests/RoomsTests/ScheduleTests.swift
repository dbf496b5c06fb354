import HubProtocol
import Testing

@testable import Rooms

@Suite struct ScheduleTests {
    private let ada = Author(id: "a", name: "Ada")

    private func definition(_ seq: UInt64, _ name: String, _ rule: String, active: Bool = true) throws
        -> LoggedOp
    {
        let text = #"{"type":"a","name":"\#(name)","schedule":"\#(rule)","active":\#(active)}"#
        let payload = Payload(bytes: Array(text.utf8))
        let identity = try #require(OpIdentity(payload))
        return LoggedOp(
            seq: try #require(Seq(seq)), at: 0, author: ada, type: identity.type, name: identity.name,
            resend: nil, payload: payload)
    }

    @Test func `[SC3] what was due before is not made up for`() throws {
        let op = try definition(1, "x", "0 * * * * *")
        let schedule = Schedule([op], asleep: .none, at: 90_000)
        #expect(schedule.nextDue == 120_000)
    }

    @Test func `[SC3] it is due once, however late one looks, and in the order of the log`() throws {
        let ops = [try definition(2, "y", "0 * * * * *"), try definition(1, "x", "30 * * * * *")]
        var schedule = Schedule(ops, asleep: .none, at: 0)
        #expect(schedule.takeDue(at: 29_999, durable: .max).isEmpty)
        #expect(schedule.takeDue(at: 30_000, durable: .max).map(\.seq) == [Seq(1)])
        #expect(schedule.takeDue(at: 10_000_000, durable: .max).map(\.seq) == [Seq(1), Seq(2)])
        #expect(schedule.nextDue == 10_020_000)
    }

    @Test func `[SC3] one whose last firing is not durable is passed over`() throws {
        let op = try definition(1, "x", "* * * * * *")
        var schedule = Schedule([op], asleep: .none, at: 0)
        schedule.note(try #require(Seq(2)), of: op)
        #expect(schedule.takeDue(at: 1_000, durable: try #require(Seq(1))).isEmpty)
        #expect(schedule.takeDue(at: 2_000, durable: try #require(Seq(2))) == [op])
    }

    @Test func `[SC6] [SC8] an ended one and an imported one do nothing`() throws {
        let ops = [
            try definition(1, "x", "* * * * * *"), try definition(2, "y", "* * * * * *", active: false),
            try definition(3, "z", "0 * * * * *"),
        ]
        let schedule = Schedule(ops, asleep: try #require(Seq(2)), at: 0)
        #expect(schedule.count == 1 && schedule.nextDue == 60_000)
        #expect(schedule.definition(try #require(Seq(3))) == ops[2])
        #expect(schedule.definition(try #require(Seq(1))) == nil)
        #expect(Schedule(ops, asleep: .max, at: 0).isEmpty)
    }
}
