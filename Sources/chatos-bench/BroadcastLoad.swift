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
    /// Offers compression, and sends texts of random words. What comes compressed is inflated and compared by
    /// one receiver in so many, so that the load does not cost more than the server.
    var compresses = false
    var inflatingEvery = 50
    /// Receivers beside the others that read nothing once they are in; nobody waits for them.
    var stalled = 0
    var path = "/publish/bench"
    var length = RunLength()
}

/// One publisher and many receivers, of whom it is one; counts the deliveries.
final class BroadcastLoad {
    private let plan: BroadcastPlan
    private let server: RunningServer
    private let loop: LoadLoop
    private let messages: BroadcastMessages
    private let measured: MeasuredRun
    /// Who is connected and never heard.
    private let stalled: [LoadConnection]
    private var window: DeliveryWindow
    /// When each message was due, for as many of the newest as could be on their way.
    private var due = [UInt64](repeating: 0, count: 1 << 16)

    init(_ plan: BroadcastPlan, _ server: RunningServer) throws {
        self.plan = plan
        self.server = server
        loop = try LoadLoop()
        measured = MeasuredRun(plan.length, rate: plan.rate, loop: loop, server: server)
        window = DeliveryWindow(size: plan.window, receivers: plan.receivers)
        let members = BroadcastMembers(plan, server)
        let publisher = try members.enter(0)
        stalled = try (0..<plan.stalled).map { try members.enter(plan.receivers + $0) }
        if !stalled.isEmpty { try members.fillOutboxes(of: server, by: publisher) }
        try loop.add(publisher)
        for index in 1..<max(1, plan.receivers) { try loop.add(try members.enter(index)) }
        messages = try members.messages(probing: loop.connections[0])
    }

    func run() throws -> Measurement {
        try settle()
        try measured.run(
            send: publish,
            turn: { timeout in
                if plan.rate == nil { while window.isOpen { try publish(due: loop.now) } }
                try turn(timeout)
            }, done: { window.delivered })
        let peak = try server.usage.memory().peakBytes
        try measured.drain("deliveries", isDone: { window.isComplete }, turn: turn)
        var measurement = measured.measurement
        measurement.peakMemory = peak
        if plan.compresses {
            measurement.inflated = loop.connections.reduce(InflatingReceiver.Traffic()) {
                $0 + ($1.inflating?.traffic ?? InflatingReceiver.Traffic())
            }
        }
        return measurement
    }

    /// How many of those that read nothing the server has let go, as it turns out now that they read.
    func countDropped() throws -> Int {
        try stalled.reduce(0) { $0 + (try Patience.readsToTheEnd($1) ? 1 : 0) }
    }

    /// Takes what the probe has brought to the other members of a room.
    private func settle() throws {
        guard plan.isRoom else { return }
        var probed = Set([0])
        let end = MonotonicClock.now() + 5_000_000_000
        while probed.count < plan.receivers {
            guard MonotonicClock.now() < end else {
                throw Failure(.dataError, "\(server.spec.name): not every member of the room gets an op")
            }
            try loop.turn(
                timeoutMs: 100,
                onBytes: { connection, bytes in
                    try self.whole(bytes, on: connection) { probed.insert(connection.index) }
                }, onWritable: { _ in })
        }
    }

    /// Calls `body` for each whole message, whatever is in it.
    private func whole(
        _ bytes: UnsafeRawBufferPointer, on connection: LoadConnection, _ body: () -> Void
    ) throws(Failure) {
        if let inflating = connection.inflating { return try inflating.take(bytes) { _ in body() } }
        try connection.scanner.scan(bytes) { piece throws(Failure) in
            if piece.isLast, !piece.isControl { body() }
        }
    }

    private func turn(_ timeoutMs: Int32) throws {
        let publisher = loop.connections[0]
        if !publisher.outgoing.isEmpty { try loop.flush(publisher) }
        try loop.turn(
            timeoutMs: timeoutMs, onBytes: { try self.take($1, on: $0) },
            onWritable: { try self.loop.flush($0) })
    }

    private func publish(due time: UInt64) throws {
        guard window.sent - window.delivered / plan.receivers < due.count else {
            throw Failure(.dataError, "\(server.spec.name): falls behind by \(due.count) messages")
        }
        due[window.sent & (due.count - 1)] = time
        FrameEncoder.append(
            .text, payload: messages[window.sent].span.bytes, mask: UInt32.random(in: 1 ... .max),
            to: &loop.connections[0].outgoing)
        window.noteSent()
    }

    private func take(_ bytes: UnsafeRawBufferPointer, on connection: LoadConnection) throws {
        if plan.compresses, let inflating = connection.inflating {
            return try inflating.take(bytes) { message throws(Failure) in
                try self.note(message, on: connection)
            }
        }
        try connection.scanner.scan(bytes) { piece throws(Failure) in
            if piece.isControl {
                if piece.opcode == 0x8 { throw Failure.closed(piece) }
                return
            }
            if plan.checks, !piece.isCompressed { try check(piece, on: connection) }
            if piece.offset == 0, BroadcastMessages.isOfHub(piece.bytes) { throw refusal(piece.bytes) }
            guard piece.isLast else { return }
            try note(on: connection)
        }
    }

    /// A whole message that was inflated if it came compressed; these are all compared.
    private func note(_ message: UnsafeRawBufferPointer, on connection: LoadConnection) throws(Failure) {
        if BroadcastMessages.isOfHub(message) { throw refusal(message) }
        try compare(Array(message), on: connection)
        try note(on: connection)
    }

    private func note(on connection: LoadConnection) throws(Failure) {
        let number = connection.received
        guard number < window.sent else {
            throw Failure(.dataError, "\(server.spec.name): a message that nobody sent")
        }
        connection.received += 1
        window.noteDelivered()
        measured.record(due: due[number & (due.count - 1)])
    }

    private func refusal(_ bytes: UnsafeRawBufferPointer) -> Failure {
        Failure(.dataError, "the hub says \(String(decoding: bytes, as: UTF8.self))")
    }

    private func check(_ piece: FrameScanner.Piece, on connection: LoadConnection) throws(Failure) {
        connection.parts += piece.bytes
        guard piece.isLast else { return }
        try compare(connection.parts, on: connection)
        connection.parts.removeAll(keepingCapacity: true)
    }

    private func compare(_ message: [UInt8], on connection: LoadConnection) throws(Failure) {
        guard let difference = messages.difference(connection.received, payload: message) else { return }
        throw Failure(
            .dataError,
            "\(server.spec.name): receiver \(connection.index) got a wrong message \(connection.received): "
                + difference)
    }
}
