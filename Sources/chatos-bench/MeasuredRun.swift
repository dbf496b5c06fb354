import Sockets

/// One run of a load, from its warm-up to the end of its measured part, and the accounts of it: what server
/// and load have used, and how long messages took.
///
/// What is sent and what counts as done is the scenario's matter.
final class MeasuredRun {
    private let loop: LoadLoop
    private let server: RunningServer
    private let length: RunLength
    private let rate: Double?
    private var part: MeasuredPart
    private(set) var latency = LatencyHistogram()
    private var loadRunTime: UInt64 = 0
    private var receivedBytes: UInt64 = 0

    /// - Parameter rate: messages a second, in an open loop; nil for a closed one.
    init(_ length: RunLength, rate: Double?, loop: LoadLoop, server: RunningServer) {
        self.loop = loop
        self.server = server
        self.length = length
        self.rate = rate
        part = MeasuredPart(length, start: MonotonicClock.now())
    }

    /// - Parameter send: called with the time at which a message is due, in an open loop alone.
    /// - Parameter turn: takes one turn of the loop.
    /// - Parameter done: the messages done so far.
    func run(
        send: (UInt64) throws -> Void, turn: (Int32) throws -> Void, done: () -> Int
    ) throws {
        let start = MonotonicClock.now()
        part = MeasuredPart(length, start: start)
        var schedule = rate.map { ArrivalSchedule(start: start, perSecond: $0) }
        var isOver = false
        while !isOver {
            while let due = schedule?.take(by: MonotonicClock.now()) { try send(due) }
            try turn(schedule.map { LoadLoop.timeout(until: $0.next, now: loop.now) } ?? 100)
            isOver = try look(done: done())
        }
    }

    private func look(done: Int) throws -> Bool {
        let wasMeasuring = part.isMeasuring
        let isOver = try part.isOver(now: loop.now, messages: done, runTime: server.usage.runTime)
        if wasMeasuring != part.isMeasuring {
            // At either end: what was used before it is what is not counted.
            loadRunTime = try ProcessUsage.ofSelf.runTime() &- loadRunTime
            receivedBytes = loop.receivedBytes &- receivedBytes
        }
        return isOver
    }

    /// Notes that a message has come. It counts if it was due in the measured part, though it came after it:
    /// what a slow server still owes at the end must not go uncounted.
    func record(due time: UInt64) {
        guard part.contains(time) else { return }
        let now = loop.now
        latency.record(now > time ? now - time : 0)
    }

    /// Waits for what is still under way, so that a lost message is noticed.
    func drain(_ what: String, isDone: () -> Bool, turn: (Int32) throws -> Void) throws {
        let end = MonotonicClock.now() + 5_000_000_000
        while !isDone() {
            guard MonotonicClock.now() < end else {
                throw Failure(.dataError, "\(server.spec.name): \(what) are missing after five seconds")
            }
            try turn(100)
        }
    }

    /// Whole after ``drain(_:isDone:turn:)``.
    var measurement: Measurement {
        Measurement(
            messages: part.messages, nanoseconds: part.nanoseconds, serverRunTime: part.runTime,
            loadRunTime: loadRunTime, latency: latency, bytes: receivedBytes)
    }
}
