import Testing

@testable import Rooms

@Suite struct QueueTests {
    @Test func `what comes first goes first`() {
        var queue = Queue<Int>()
        #expect(queue.isEmpty && queue.first == nil && queue.popFirst() == nil)
        for number in 1...5 { queue.append(number) }
        #expect(queue.popFirst() == 1)
        #expect(queue.popFirst() == 2)
        queue.append(6)
        #expect(queue.count == 4 && queue.first == 3)
        #expect(Array(queue.dropFirst(0)) == [3, 4, 5, 6])
        #expect(Array(queue.dropFirst(3)) == [6])
        #expect(Array(queue.dropFirst(4)) == [])
        #expect([queue.popFirst(), queue.popFirst(), queue.popFirst(), queue.popFirst()] == [3, 4, 5, 6])
        #expect(queue.isEmpty)
    }

    @Test func `a queue that never runs empty keeps little of what was taken`() {
        var queue = Queue<Int>()
        queue.append(0)
        var most = 0
        for number in 1...10_000 {
            queue.append(number)
            #expect(queue.popFirst() == number - 1)
            most = max(most, queue.stored.count)
        }
        #expect(most <= 3)
    }

    @Test func `the room that a burst took is given back`() {
        var queue = Queue<Int>()
        for number in 0..<10_000 { queue.append(number) }
        while queue.popFirst() != nil {}
        #expect(queue.stored.capacity == 0)
    }
}
