import Sockets

/// What an echo is measured with.
struct EchoPlan {
    var size = 125
    var connections = 32
    /// Messages that each connection keeps under way (closed loop).
    var depth = 16
    /// Messages a second over all connections (open loop) instead.
    var rate: Double?
    var isText = true
    /// Compare every byte of every answer.
    var checks = false
    var path = "/echo"
    var length = RunLength()
}

/// Sends messages to a server that gives them back, and counts the answers.
final class EchoLoad {
    private let plan: EchoPlan
    private let server: RunningServer
    private let stream: FrameStream
    private let loop: LoadLoop
    private var latency = LatencyHistogram()
    private var answers = 0
    private var part: MeasuredPart
    private var isSending = true

    init(_ plan: EchoPlan, _ server: RunningServer) throws {
        self.plan = plan
        self.server = server
        let payload = FrameStream.payload(count: plan.size, isText: plan.isText)
        stream = FrameStream(payload: payload, isText: plan.isText, framed: !server.spec.isRaw)
        loop = try LoadLoop()
        part = MeasuredPart(plan.length, start: MonotonicClock.now())
        let opening = Opening(address: server.address, path: plan.path, isRaw: server.spec.isRaw)
        for index in 0..<plan.connections {
            try loop.add(LoadConnection(try opening.open(), index: index, depth: plan.depth))
        }
    }

    func run() throws -> Measurement {
        let own = ProcessUsage.ofSelf
        let start = MonotonicClock.now()
        part = MeasuredPart(plan.length, start: start)
        var schedule = plan.rate.map { ArrivalSchedule(start: start, perSecond: $0) }
        if schedule == nil {
            for connection in loop.connections { try send(plan.depth, due: start, on: connection) }
        }
        var load: (UInt64, UInt64) = (0, 0)
        var bytes: (UInt64, UInt64) = (0, 0)
        var next = 0
        while true {
            while let due = schedule?.take(by: MonotonicClock.now()) {
                try send(1, due: due, on: loop.connections[next])
                next = (next + 1) % plan.connections
            }
            try turn(timeoutMs: schedule.map { LoadLoop.timeout(until: $0.next, now: loop.now) } ?? 100)
            let wasMeasuring = part.isMeasuring
            let isOver = try part.isOver(now: loop.now, messages: answers, runTime: server.usage.runTime)
            if !wasMeasuring, part.isMeasuring { (load.0, bytes.0) = (try own.runTime(), loop.receivedBytes) }
            if isOver { break }
        }
        (load.1, bytes.1) = (try own.runTime(), loop.receivedBytes)
        try drain()
        return Measurement(
            messages: part.messages, nanoseconds: part.nanoseconds, serverRunTime: part.runTime,
            loadRunTime: load.1 &- load.0, latency: latency, bytes: bytes.1 &- bytes.0)
    }

    /// Waits for the answers that are still due, so that a lost one is noticed.
    private func drain() throws {
        isSending = false
        let end = MonotonicClock.now() + 5_000_000_000
        while loop.connections.contains(where: { $0.due.count > 0 }) {
            guard MonotonicClock.now() < end else {
                throw Failure(.dataError, "\(server.spec.name): answers are missing after five seconds")
            }
            try turn(timeoutMs: 100)
        }
    }

    private func turn(timeoutMs: Int32) throws {
        try loop.turn(
            timeoutMs: timeoutMs, onBytes: { try self.take($1, on: $0) },
            onWritable: { try self.loop.flush($0, self.stream) })
    }

    private func send(_ count: Int, due: UInt64, on connection: LoadConnection) throws {
        for _ in 0..<count { connection.due.append(due) }
        connection.unsent += count * stream.copyBytes
        if !connection.waitsToWrite { try loop.flush(connection, stream) }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, on connection: LoadConnection) throws {
        let count =
            server.spec.isRaw ? try rawAnswers(bytes, on: connection) : try frames(bytes, on: connection)
        guard count > 0 else { return }
        answers += count
        for _ in 0..<count {
            guard let due = connection.due.removeFirst() else {
                throw Failure(.dataError, "\(server.spec.name): an answer that nobody asked for")
            }
            if part.isMeasuring { latency.record(loop.now > due ? loop.now - due : 0) }
        }
        // As many go out in one write as came in one reading.
        if isSending, plan.rate == nil { try send(count, due: loop.now, on: connection) }
    }

    private func frames(_ bytes: UnsafeRawBufferPointer, on connection: LoadConnection) throws(Failure) -> Int
    {
        var count = 0
        try connection.scanner.scan(bytes) { piece throws(Failure) in
            if piece.isControl {
                if piece.opcode == 0x8 { throw Failure.closed(piece) }
                return
            }
            if plan.checks { try check(piece.bytes, at: piece.offset) }
            guard piece.isLast else { return }
            guard piece.offset + piece.bytes.count == plan.size else { throw altered }
            count += 1
        }
        return count
    }

    private func rawAnswers(_ bytes: UnsafeRawBufferPointer, on connection: LoadConnection) throws(Failure)
        -> Int
    {
        let before = connection.received
        connection.received = before + bytes.count
        if plan.checks {
            var at = 0
            while at < bytes.count {
                let offset = (before + at) % plan.size
                let count = min(plan.size - offset, bytes.count - at)
                try check(UnsafeRawBufferPointer(rebasing: bytes[at..<at + count]), at: offset)
                at += count
            }
        }
        return connection.received / plan.size - before / plan.size
    }

    private func check(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(Failure) {
        guard offset + bytes.count <= plan.size else { throw altered }
        let isSame = stream.payload.withUnsafeBytes {
            UnsafeRawBufferPointer(rebasing: $0[offset..<offset + bytes.count]).elementsEqual(bytes)
        }
        guard isSame else { throw altered }
    }

    private var altered: Failure {
        Failure(.dataError, "\(server.spec.name): a message came back altered")
    }
}
