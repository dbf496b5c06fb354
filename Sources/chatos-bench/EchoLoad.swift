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
    private let measured: MeasuredRun
    private var answers = 0
    private var isSending = true
    /// Whose turn it is to send in an open loop.
    private var next = 0

    init(_ plan: EchoPlan, _ server: RunningServer) throws {
        self.plan = plan
        self.server = server
        let payload = FrameStream.payload(count: plan.size, isText: plan.isText)
        stream = FrameStream(payload: payload, isText: plan.isText, framed: !server.spec.isRaw)
        loop = try LoadLoop()
        measured = MeasuredRun(plan.length, rate: plan.rate, loop: loop, server: server)
        let opening = Opening(server, path: plan.path)
        for index in 0..<plan.connections {
            try loop.add(LoadConnection(try opening.open(), index: index, depth: plan.depth))
        }
    }

    func run() throws -> Measurement {
        if plan.rate == nil {
            let start = MonotonicClock.now()
            for connection in loop.connections { try send(plan.depth, due: start, on: connection) }
        }
        try measured.run(
            send: { due in
                try send(1, due: due, on: loop.connections[next])
                next = (next + 1) % plan.connections
            }, turn: turn, done: { answers })
        isSending = false
        try measured.drain(
            "answers", isDone: { loop.connections.allSatisfy { $0.due.count == 0 } }, turn: turn)
        return measured.measurement
    }

    private func turn(_ timeoutMs: Int32) throws {
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
            measured.record(due: due)
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
