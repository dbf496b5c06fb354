/// Deadlines by key, the earliest first: a binary heap.
///
/// It reads no clock and runs nothing. A key has one deadline at a time; scheduling it again replaces that.
/// What is pushed back with every message (an idle limit) is cheaper checked when it falls due than
/// re-scheduled.
public struct Timers<Key: Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        let deadline: UInt64
        /// Tells the valid entry of a key from replaced ones, and keeps equal deadlines in order of
        /// scheduling.
        let order: UInt64
        let key: Key

        func isBefore(_ other: Entry) -> Bool {
            (deadline, order) < (other.deadline, other.order)
        }
    }

    /// May hold entries that were replaced or cancelled; they are dropped as they come to the top.
    private var heap: [Entry] = []
    private var valid: [Key: UInt64] = [:]
    private var nextOrder: UInt64 = 0

    public init() {}

    /// How many keys have a deadline.
    public var count: Int { valid.count }

    /// The earliest deadline in nanoseconds.
    public var nextDeadline: UInt64? {
        mutating get {
            dropStale()
            return heap.first?.deadline
        }
    }

    public mutating func schedule(_ key: Key, at deadline: UInt64) {
        nextOrder += 1
        valid[key] = nextOrder
        heap.append(Entry(deadline: deadline, order: nextOrder, key: key))
        siftUp(from: heap.count - 1)
        sweepIfMostlyStale()
    }

    public mutating func cancel(_ key: Key) {
        valid[key] = nil
        sweepIfMostlyStale()
    }

    /// Takes out the earliest key whose deadline is at or before `now`; nil when there is none.
    public mutating func popDue(now: UInt64) -> Key? {
        dropStale()
        guard let first = heap.first, first.deadline <= now else { return nil }
        valid[first.key] = nil
        removeFirst()
        return first.key
    }

    private func isStale(_ entry: Entry) -> Bool {
        valid[entry.key] != entry.order
    }

    private mutating func dropStale() {
        while let first = heap.first, isStale(first) {
            removeFirst()
        }
    }

    /// Keeps the heap within a constant factor of what is scheduled, at a cost that is constant over time.
    private mutating func sweepIfMostlyStale() {
        guard heap.count > 64, heap.count > 2 * valid.count else { return }
        heap.removeAll(where: isStale)
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
            siftDown(from: index)
        }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(from: 0)
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].isBefore(heap[parent]) else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
