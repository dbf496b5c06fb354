/// How long a run lasts: a warm-up, and a measured part that ends by time or by count, whichever is first.
struct RunLength {
    var warmUpSeconds = 0.3
    var seconds = 1.0
    var messagesMax = 1_000_000_000
}

/// Finds the measured part of a run as the run goes on, and takes the server's accounts at its ends.
struct MeasuredPart {
    private enum Phase {
        case warmUp
        case measuring(Mark)
        case done
    }

    private struct Mark {
        let time: UInt64
        let runTime: UInt64
        let messages: Int
    }

    private let length: RunLength
    private let start: UInt64
    private var phase = Phase.warmUp
    private(set) var nanoseconds: UInt64 = 0
    private(set) var runTime: UInt64 = 0
    private(set) var messages = 0
    private var end: UInt64 = 0

    init(_ length: RunLength, start: UInt64) {
        self.length = length
        self.start = start
    }

    var isMeasuring: Bool {
        if case .measuring = phase { true } else { false }
    }

    /// Whether a time lies in the measured part; until that is over, whether it lies behind its beginning.
    func contains(_ time: UInt64) -> Bool {
        switch phase {
        case .warmUp: false
        case .measuring(let mark): time >= mark.time
        case .done: time >= end &- nanoseconds && time < end
        }
    }

    /// To be called in every turn with the messages so far; true when the measured part is over.
    mutating func isOver(
        now: UInt64, messages count: Int, runTime: () throws(Failure) -> UInt64
    ) throws(Failure) -> Bool {
        switch phase {
        case .warmUp:
            if now - start >= UInt64(length.warmUpSeconds * 1e9) {
                phase = .measuring(Mark(time: now, runTime: try runTime(), messages: count))
            }
            return false
        case .measuring(let mark):
            let isFull = count - mark.messages >= length.messagesMax
            guard isFull || now - mark.time >= UInt64(length.seconds * 1e9) else { return false }
            nanoseconds = now - mark.time
            end = now
            self.runTime = try runTime() &- mark.runTime
            messages = count - mark.messages
            phase = .done
            return true
        case .done: return true
        }
    }
}
