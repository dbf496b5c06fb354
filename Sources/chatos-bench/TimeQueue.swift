/// The times at which a connection's unanswered messages were due, oldest first.
struct TimeQueue {
    private var times: [UInt64]
    private var head = 0
    private(set) var count = 0

    init(capacity: Int = 16) {
        var size = 1
        while size < capacity { size *= 2 }
        times = [UInt64](repeating: 0, count: size)
    }

    mutating func append(_ time: UInt64) {
        if count == times.count { grow() }
        times[(head + count) & (times.count - 1)] = time
        count += 1
    }

    /// Nil when nothing is unanswered.
    mutating func removeFirst() -> UInt64? {
        guard count > 0 else { return nil }
        let time = times[head]
        head = (head + 1) & (times.count - 1)
        count -= 1
        return time
    }

    private mutating func grow() {
        times = Array(times[head...] + times[..<head]) + [UInt64](repeating: 0, count: times.count)
        head = 0
    }
}
