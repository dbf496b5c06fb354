import Testing

@testable import chatos_bench

struct ArrivalScheduleTests {
    @Test func `messages are due at their rate`() {
        var schedule = ArrivalSchedule(start: 1_000, perSecond: 1_000)
        #expect(schedule.take(by: 999) == nil)
        #expect(schedule.take(by: 1_000) == 1_000)
        #expect(schedule.take(by: 1_000) == nil)
        #expect(schedule.next == 1_001_000)
        #expect(schedule.take(by: 1_001_000) == 1_001_000)
    }

    @Test func `what was missed in a stall keeps its due time, so that the stall counts`() {
        var schedule = ArrivalSchedule(start: 0, perSecond: 1_000)
        var waits: [UInt64] = []
        while let due = schedule.take(by: 5_000_000) { waits.append(5_000_000 - due) }
        #expect(waits == [5_000_000, 4_000_000, 3_000_000, 2_000_000, 1_000_000, 0])
    }

    @Test func `a rate that divides no second drifts by nothing`() {
        var schedule = ArrivalSchedule(start: 0, perSecond: 3)
        for _ in 0..<3_000_000 { _ = schedule.take(by: .max) }
        #expect(schedule.next == 1_000_000 * 1_000_000_000)
    }
}
