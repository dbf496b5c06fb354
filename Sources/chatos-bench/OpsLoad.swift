import Sockets
import WebSocket

/// What durable throughput is measured with.
struct OpsPlan {
    var clients = 64
    var rooms = 16
    /// The bytes of each op as its sender writes it.
    var size = 200
    /// Ops a second of all clients together.
    var rate = 20_000.0
    var length = RunLength(warmUpSeconds: 0.5, seconds: 2)
}

/// Clients that say logged ops in several rooms at a fixed rate, each in its turn, and await their own
/// copies, which come when the op is durable.
final class OpsLoad {
    private let plan: OpsPlan
    private let server: RunningServer
    private let loop: LoadLoop
    private let measured: MeasuredRun
    private let stamps: [OpStamp]
    private var sent: [Int]
    private var acknowledged = 0
    /// Whose turn it is to speak.
    private var next = 0

    init(_ plan: OpsPlan, _ server: RunningServer) throws {
        self.plan = plan
        self.server = server
        loop = try LoadLoop()
        measured = MeasuredRun(plan.length, rate: plan.rate, loop: loop, server: server)
        stamps = try (0..<plan.clients).map { client throws(Failure) in
            try OpStamp(client: client, size: plan.size)
        }
        sent = [Int](repeating: 0, count: plan.clients)
        for index in 0..<plan.clients {
            let opened = try Opening(server, path: "/rooms/ops\(index % plan.rooms)").open()
            let connection = LoadConnection(opened, index: index, depth: 1_024)
            let entered = try RoomEntry.enter(connection.socket, early: connection.early, quiet: true)
            connection.scanner = entered.scanner
            try loop.add(connection)
        }
    }

    /// Messages are acknowledged ops here.
    func run() throws -> Measurement {
        try measured.run(send: send, turn: turn, done: { acknowledged })
        try measured.drain(
            "acknowledgements", isDone: { acknowledged == sent.reduce(0, +) }, turn: turn)
        return measured.measurement
    }

    private func send(due: UInt64) {
        let connection = loop.connections[next]
        FrameEncoder.append(
            .text, payload: stamps[next][sent[next]].span.bytes, mask: UInt32.random(in: 1 ... .max),
            to: &connection.outgoing)
        connection.due.append(due)
        sent[next] += 1
        next = (next + 1) % plan.clients
    }

    private func turn(_ timeoutMs: Int32) throws {
        for connection in loop.connections where !connection.outgoing.isEmpty && !connection.waitsToWrite {
            try loop.flush(connection)
        }
        // At least a millisecond: a load that looks again and again would take a processor from the hub.
        try loop.turn(
            timeoutMs: max(1, timeoutMs), onBytes: { try self.take($1, on: $0) },
            onWritable: { try self.loop.flush($0) })
    }

    private func take(_ bytes: UnsafeRawBufferPointer, on connection: LoadConnection) throws {
        try connection.scanner.scan(bytes) { piece throws(Failure) in
            if piece.isControl {
                if piece.opcode == 0x8 { throw Failure.closed(piece) }
                return
            }
            if piece.offset == 0, piece.isLast { return try note(piece.bytes, on: connection) }
            connection.parts += piece.bytes
            guard piece.isLast else { return }
            try connection.parts.withUnsafeBufferPointer { buffer throws(Failure) in
                try note(UnsafeRawBufferPointer(buffer), on: connection)
            }
            connection.parts.removeAll(keepingCapacity: true)
        }
    }

    private func note(_ message: UnsafeRawBufferPointer, on connection: LoadConnection) throws(Failure) {
        if BroadcastMessages.isOfHub(message) {
            throw Failure(.dataError, "the hub says \(String(decoding: message, as: UTF8.self))")
        }
        guard let number = stamps[connection.index].number(inEnvelope: message) else { return }
        guard number == connection.received, let due = connection.due.removeFirst() else {
            throw Failure(
                .dataError,
                "\(server.spec.name): client \(connection.index) got its op \(number) "
                    + "where \(connection.received) was due: lost, doubled or out of order")
        }
        connection.received += 1
        acknowledged += 1
        measured.record(due: due)
    }
}
