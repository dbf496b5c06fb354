/// Deadlines of many, the earliest first: a binary heap of two words for each.
///
/// It knows of nobody whether a deadline still holds, and so costs no look-up: its owner remembers what it
/// added, passes over what has become void as it falls due, and says when one has. Where each of ten thousand
/// has one that is hardly ever met, that is a quarter of the memory of ``Timers``.
public struct Deadlines: Sendable {
    public struct Entry: Sendable, Equatable {
        /// In nanoseconds.
        public let time: UInt64
        public let key: UInt64
    }

    private var heap: [Entry] = []
    /// How many entries are known to be void.
    private var void = 0

    public init() {}

    /// How many entries there are, void ones too.
    public var count: Int { heap.count }

    /// The earliest deadline.
    public var next: UInt64? { heap.first?.time }

    public mutating func add(_ key: UInt64, at time: UInt64) {
        heap.append(Entry(time: time, key: key))
        siftUp(from: heap.count - 1)
    }

    /// One of the entries holds no more. When most are so, those that `isVoid` finds are dropped, which keeps
    /// the heap within twice what holds, at a cost that is constant over time.
    public mutating func noteVoid(_ isVoid: (Entry) -> Bool) {
        void += 1
        guard heap.count > 64, void > heap.count / 2 else { return }
        heap.removeAll(where: isVoid)
        void = 0
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
    }

    /// Takes out the earliest entry that is due at `now`; nil when there is none.
    public mutating func popDue(now: UInt64) -> Entry? {
        guard let first = heap.first, first.time <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(from: 0)
        return first
    }

    /// An entry that was taken out had been said to be void.
    public mutating func forgetVoid() {
        if void > 0 { void -= 1 }
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].time < heap[parent].time else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && heap[child].time < heap[least].time {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
