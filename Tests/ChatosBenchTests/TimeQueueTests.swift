import Testing

@testable import chatos_bench

struct TimeQueueTests {
    @Test func `times come out in order, beyond the first capacity and around its end`() {
        var queue = TimeQueue(capacity: 3)
        for time in 0..<3 as Range<UInt64> { queue.append(time) }
        #expect(queue.removeFirst() == 0)
        #expect(queue.removeFirst() == 1)
        for time in 3..<20 as Range<UInt64> { queue.append(time) }
        #expect(queue.count == 18)
        for time in 2..<20 as Range<UInt64> { #expect(queue.removeFirst() == time) }
        #expect(queue.removeFirst() == nil)
    }
}
