import TestSupport
import Testing

@testable import YCRDT

struct PendingUpdatesTests {
    private func run(_ client: ClientID, _ clock: Clock, _ size: Int = 3) -> PendingUpdates.Run {
        PendingUpdates.Run(
            client: client, clock: clock, end: clock + 1, count: 1, bytes: [UInt8](repeating: 0, count: size))
    }

    @Test func `what waits is taken once what it waits for is there, the nearest first`() {
        var pending = PendingUpdates()
        for clock in [7, 3, 5] as [Clock] {
            let has1 = pending.add(
                run(1, clock + 1), waitingFor: ItemID(client: 1, clock: clock), UpdateLimits())
            #expect(has1)
        }
        let taken2 = pending.take(awaiting: 1, at: 3)
        #expect(taken2?.clock == nil)
        let taken3 = pending.take(awaiting: 1, at: 6)
        #expect(taken3?.clock == 4)
        let taken4 = pending.take(awaiting: 1, at: 6)
        #expect(taken4?.clock == 6)
        let taken5 = pending.take(awaiting: 1, at: 6)
        #expect(taken5?.clock == nil)
        #expect(pending.byteCount == 3 && !pending.isEmpty)
        let taken6 = pending.take(awaiting: 1, at: 8)
        #expect(taken6?.clock == 8)
        #expect(pending.isEmpty)
    }

    @Test func `there is room for as many bytes, updates and ranges as are allowed`() {
        var limits = UpdateLimits()
        limits.pendingBytes = 10
        limits.pendingDeletes = 2
        var pending = PendingUpdates()
        let missing = ItemID(client: 9, clock: 0)
        let has7 = pending.add(run(1, 0, 6), waitingFor: missing, limits)
        #expect(has7)
        let has8 = pending.add(run(2, 0, 6), waitingFor: missing, limits)
        #expect(!has8)
        let has9 = pending.add(run(2, 0, 4), waitingFor: missing, limits)
        #expect(has9)
        let has10 = pending.add(deletes: [0..<1, 3..<4], of: 5, limits)
        #expect(has10)
        let has11 = pending.add(deletes: [8..<9], of: 6, limits)
        #expect(!has11)
        let taken12 = pending.takeDeletes(of: 5)
        #expect(taken12 == [0..<1, 3..<4])
        let has13 = pending.add(deletes: [8..<9], of: 6, limits)
        #expect(has13 && pending.deleteCount == 1)
    }

    @Test func `ranges that come one by one are kept as they would be together`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            var pending = PendingUpdates()
            var all: [Range<Clock>] = []
            for _ in 0..<30 {
                let start = Clock(random.below(60))
                let range = start..<start + 1 + Clock(random.below(5))
                all.append(range)
                let isKept = pending.add(deletes: [range], of: 5, UpdateLimits())
                #expect(isKept)
            }
            #expect(pending.deletes[5] == DeleteSet.merged(all))
            #expect(pending.deleteCount == DeleteSet.merged(all).count)
        }
    }
}
