import Sockets
import WebSocket

/// What a fan-out is measured with.
struct BroadcastPlan {
    /// The bytes of each message as its receivers get it.
    var size = 125
    var receivers = 1_000
    /// Messages that may be on their way to somebody (closed loop).
    var window = 16
    /// Messages a second (open loop) instead.
    var rate: Double?
    /// Members of a room of a hub; else everybody who is connected to `path`.
    var isRoom = false
    /// Whether a room's ops are logged.
    var persists = false
    var checks = false
    /// Offers compression, and sends texts of random words. What comes compressed is counted, not read.
    var compresses = false
    var path = "/publish/bench"
    var length = RunLength()
}

/// One publisher and many receivers, of whom it is one; counts the deliveries.
final class BroadcastLoad {
    private let plan: BroadcastPlan
    private let server: RunningServer
    private let loop: LoadLoop
    private let messages: BroadcastMessages
    private var window: DeliveryWindow
    private var part: MeasuredPart
    private var latency = LatencyHistogram()
    /// When each message was due, for as many of the newest as could be on their way.
    private var due = [UInt64](repeating: 0, count: 1 << 16)
    /// What the publisher has still to send.
    private var outgoing: [UInt8] = []

    init(_ plan: BroadcastPlan, _ server: RunningServer) throws {
        self.plan = plan
        self.server = server
        loop = try LoadLoop()
        part = MeasuredPart(plan.length, start: MonotonicClock.now())
        window = DeliveryWindow(size: plan.window, receivers: plan.receivers)
        var opening = Opening(address: server.address, path: plan.path)
        if plan.compresses { opening.extensions = "permessage-deflate" }
        for index in 0..<plan.receivers {
            let opened = try opening.open()
            try loop.add(try BroadcastLoad.member(opened, index: index, isRoom: plan.isRoom))
        }
        messages = try BroadcastLoad.messages(plan, probing: loop.connections[0])
    }

    private static func member(
        _ opened: consuming Opening.Opened, index: Int, isRoom: Bool
    ) throws -> LoadConnection {
        let connection = LoadConnection(opened, index: index)
        if isRoom {
            let entered = try RoomEntry.enter(connection.socket, early: connection.early, quiet: true)
            guard entered.behind == 0 else {
                throw Failure(.unavailable, "the room is not quiet while members enter")
            }
            connection.scanner = entered.scanner
        }
        return connection
    }

    /// In a room the size is that of the envelope, whose own part is learnt from a first one.
    private static func messages(
        _ plan: BroadcastPlan, probing connection: LoadConnection
    ) throws -> BroadcastMessages {
        let variants = plan.compresses ? 64 : 1
        guard plan.isRoom else {
            return try BroadcastMessages(size: plan.size, persists: plan.persists, variants: variants)
        }
        let op = Array(#"{"type":"x","persist":false}"#.utf8)
        connection.socket.setBlocking(true)
        try Opening.send(FrameEncoder.frame(.text, payload: op, mask: 0x1234_5678), on: connection.socket)
        var envelope = WholeMessages()
        var size = 0
        while size == 0 {
            try envelope.take(try Opening.read(from: connection.socket)) { size = $0.count }
        }
        connection.socket.setBlocking(false)
        // A logged op's envelope has its seq too, here of about six digits.
        let around = size - op.count + (plan.persists ? 13 : 0)
        return try BroadcastMessages(size: plan.size - around, persists: plan.persists, variants: variants)
    }
}

extension BroadcastLoad {
    func run() throws -> Measurement {
        try settle()
        let own = ProcessUsage.ofSelf
        let start = MonotonicClock.now()
        part = MeasuredPart(plan.length, start: start)
        var schedule = plan.rate.map { ArrivalSchedule(start: start, perSecond: $0) }
        var load: (UInt64, UInt64) = (0, 0)
        var bytes: (UInt64, UInt64) = (0, 0)
        while true {
            if schedule != nil {
                while let due = schedule?.take(by: MonotonicClock.now()) { try publish(due: due) }
            } else {
                while window.isOpen { try publish(due: loop.now) }
            }
            try flush()
            try turn(timeoutMs: schedule.map { LoadLoop.timeout(until: $0.next, now: loop.now) } ?? 100)
            let wasMeasuring = part.isMeasuring
            let isOver = try part.isOver(
                now: loop.now, messages: window.delivered, runTime: server.usage.runTime)
            if !wasMeasuring, part.isMeasuring { (load.0, bytes.0) = (try own.runTime(), loop.receivedBytes) }
            if isOver { break }
        }
        (load.1, bytes.1) = (try own.runTime(), loop.receivedBytes)
        try drain()
        return Measurement(
            messages: part.messages, nanoseconds: part.nanoseconds, serverRunTime: part.runTime,
            loadRunTime: load.1 &- load.0, latency: latency, bytes: bytes.1 &- bytes.0)
    }

    /// Takes what the probe has brought to the other members of a room.
    private func settle() throws {
        guard plan.isRoom else { return }
        var probed = Set([0])
        let end = MonotonicClock.now() + 5_000_000_000
        while probed.count < plan.receivers {
            guard MonotonicClock.now() < end else { throw missing }
            try loop.turn(
                timeoutMs: 100,
                onBytes: { connection, bytes in
                    try connection.scanner.scan(bytes) { piece throws(Failure) in
                        if piece.isLast, !piece.isControl { probed.insert(connection.index) }
                    }
                }, onWritable: { _ in })
        }
    }

    private func drain() throws {
        let end = MonotonicClock.now() + 5_000_000_000
        while !window.isComplete {
            guard MonotonicClock.now() < end else { throw missing }
            try flush()
            try turn(timeoutMs: 100)
        }
    }

    private var missing: Failure {
        Failure(.dataError, "\(server.spec.name): deliveries are missing after five seconds")
    }

    private func turn(timeoutMs: Int32) throws {
        try loop.turn(
            timeoutMs: timeoutMs, onBytes: { try self.take($1, on: $0) },
            onWritable: { _ in try self.flush() })
    }

    private func publish(due time: UInt64) throws {
        guard window.sent - window.delivered / plan.receivers < due.count else {
            throw Failure(.dataError, "\(server.spec.name): falls behind by \(due.count) messages")
        }
        due[window.sent & (due.count - 1)] = time
        FrameEncoder.append(
            .text, payload: messages[window.sent].span.bytes, mask: UInt32.random(in: 1 ... .max),
            to: &outgoing)
        window.noteSent()
    }

    private func flush() throws {
        let publisher = loop.connections[0]
        var sent = 0
        while sent < outgoing.count {
            let outcome = outgoing.withUnsafeBytes { bytes in
                publisher.socket.write(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            }
            switch outcome {
            case .bytes(let count): sent += count
            case .wouldBlock:
                outgoing.removeFirst(sent)
                return try loop.awaitWriting(publisher, true)
            case .ended: throw Failure(.unavailable, "the server has hung up on the publisher")
            case .failed(let error): throw error
            }
        }
        outgoing.removeAll(keepingCapacity: true)
        if publisher.waitsToWrite { try loop.awaitWriting(publisher, false) }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, on connection: LoadConnection) throws {
        try connection.scanner.scan(bytes) { piece throws(Failure) in
            if piece.isControl {
                if piece.opcode == 0x8 { throw Failure.closed(piece) }
                return
            }
            if plan.checks, !piece.isCompressed { try check(piece, on: connection) }
            if piece.offset == 0, BroadcastMessages.isOfHub(piece.bytes) {
                throw Failure(.dataError, "the hub says \(String(decoding: piece.bytes, as: UTF8.self))")
            }
            guard piece.isLast else { return }
            try note(on: connection)
        }
    }

    private func note(on connection: LoadConnection) throws(Failure) {
        let number = connection.received
        guard number < window.sent else {
            throw Failure(.dataError, "\(server.spec.name): a message that nobody sent")
        }
        connection.received += 1
        window.noteDelivered()
        guard part.isMeasuring else { return }
        let time = due[number & (due.count - 1)]
        latency.record(loop.now > time ? loop.now - time : 0)
    }

    private func check(_ piece: FrameScanner.Piece, on connection: LoadConnection) throws(Failure) {
        connection.parts += piece.bytes
        guard piece.isLast else { return }
        guard messages.isMessage(connection.received, payload: connection.parts) else {
            throw Failure(.dataError, "\(server.spec.name): not message \(connection.received), or altered")
        }
        connection.parts.removeAll(keepingCapacity: true)
    }
}
