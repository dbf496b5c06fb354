/// When messages are due in an open loop: at a fixed rate, whatever became of those before.
///
/// Latency is counted from here and not from the sending. A client that waits for a slow server before it
/// sends would leave out just the messages that had to wait (coordinated omission).
struct ArrivalSchedule {
    private let start: UInt64
    private let perSecond: Double
    private var taken: UInt64 = 0

    init(start: UInt64, perSecond: Double) {
        precondition(perSecond > 0, "messages that never come need no schedule")
        self.start = start
        self.perSecond = perSecond
    }

    /// When the next message is due, in the clock of `start`.
    var next: UInt64 {
        // From the start each time, so that no error adds up.
        start + UInt64(Double(taken) * 1e9 / perSecond)
    }

    /// The due time of the next message, which is then taken; nil if it lies ahead.
    mutating func take(by now: UInt64) -> UInt64? {
        let due = next
        guard due <= now else { return nil }
        taken += 1
        return due
    }
}
