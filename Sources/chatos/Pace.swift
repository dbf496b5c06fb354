/// When each op of a session is due, by a clock that somebody else reads.
struct Pace {
    /// 1 as recorded, 2 twice as fast, 0 without waiting.
    let speed: Double
    /// The clock's nanoseconds at the first op, and the op's own time.
    private var origin: (nanoseconds: UInt64, ms: Int64)?

    init(speed: Double) {
        self.speed = speed
    }

    /// The speed that a text says; nil for what is no number from 0 on.
    static func speed(_ text: String) -> Double? {
        guard let speed = Double(text), speed.isFinite, speed >= 0 else { return nil }
        return speed
    }

    /// How many milliseconds, rounded up, are left until an op is due; the first is due at once.
    ///
    /// - Parameters:
    ///   - ms: the op's time, as the file says it.
    ///   - now: a clock's nanoseconds, which never run backwards.
    mutating func remainingMs(until ms: Int64, now: UInt64) -> Int {
        guard speed > 0 else { return 0 }
        guard let origin else {
            self.origin = (now, ms)
            return 0
        }
        let due = (Double(ms) - Double(origin.ms)) / speed
        let passed = Double(now - min(now, origin.nanoseconds)) / 1_000_000
        return Int(exactly: (due - passed).rounded(.up).clamped(to: 0...Pace.longestMs)) ?? 0
    }

    /// Longer waits are taken in pieces: a day fits any kind of number.
    private static let longestMs = 86_400_000.0
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
