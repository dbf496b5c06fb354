import Glibc
import Sockets

/// The poller of a load and the connections in it; what is sent and awaited is the scenario's matter.
final class LoadLoop {
    private var poller: Poller
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    private(set) var connections: [LoadConnection] = []
    private var ready: [(Int, Readiness)] = []
    /// The monotonic time at which the round at hand began.
    private(set) var now = MonotonicClock.now()
    private(set) var receivedBytes: UInt64 = 0

    init() throws {
        poller = try Poller()
    }

    deinit {
        scratch.deallocate()
    }

    /// The connection's index must be its place here.
    func add(_ connection: LoadConnection) throws {
        precondition(connection.index == connections.count, "a connection is found by its index")
        connection.watched = connection.socket.interest(for: .read)
        connections.append(connection)
        try poller.add(
            connection.socket.descriptor, token: UInt64(connection.index), interest: connection.watched)
    }

    /// Hands out what has arrived: one reading per connection that is ready, and calls `onWritable` for those
    /// that wait to write. With many connections ready it goes on until it has seen all.
    func turn(
        timeoutMs: Int32, onBytes: (LoadConnection, UnsafeRawBufferPointer) throws -> Void,
        onWritable: (LoadConnection) throws -> Void
    ) throws {
        var timeout = timeoutMs
        var handled = 0
        repeat {
            ready.removeAll(keepingCapacity: true)
            try poller.wait(timeoutMs: timeout) { ready.append((Int($0), $1)) }
            now = MonotonicClock.now()
            for (index, readiness) in ready {
                let connection = connections[index]
                if readiness.contains(.write) {
                    // What goes wrong here the next reading tells.
                    _ = connection.socket.flush()
                    if connection.waitsToWrite { try onWritable(connection) }
                }
                if readiness.contains(.read) || readiness.contains(.hangUp) { try read(connection, onBytes) }
                if connection.isTLS { try watch(connection) }
            }
            handled += ready.count
            timeout = 0
        } while ready.count == Int(Poller.roundMax) && handled < connections.count
    }

    private func read(
        _ connection: LoadConnection, _ onBytes: (LoadConnection, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        repeat {
            switch connection.socket.read(into: scratch) {
            case .bytes(let count):
                receivedBytes &+= UInt64(count)
                try onBytes(connection, UnsafeRawBufferPointer(rebasing: scratch[..<count]))
            case .wouldBlock: return
            case .ended: throw LoadLoop.hungUp
            case .failed(let error): throw error
            }
        } while connection.isTLS && connection.socket.hasPending
    }

    private static var hungUp: Failure {
        Failure(.unavailable, "the server has hung up on a connection")
    }

    /// How long to wait for the next due time: to the millisecond below, and not at all for less, since a
    /// processor of our own can look again and again.
    static func timeout(until due: UInt64?, now: UInt64) -> Int32 {
        guard let due else { return 100 }
        guard due > now else { return 0 }
        return Int32(min(100, (due - now) / 1_000_000))
    }
}

// MARK: - Sending

extension LoadLoop {
    /// Sends what the connection still has to send of the stream, as much as the kernel takes.
    func flush(_ connection: LoadConnection, _ stream: FrameStream) throws {
        while connection.unsent > 0 {
            let outcome = stream.withRun(from: connection.streamOffset, wanted: connection.unsent) {
                connection.socket.write($0)
            }
            guard let count = try LoadLoop.taken(outcome) else { break }
            connection.unsent -= count
            connection.streamOffset = (connection.streamOffset + count) % stream.copyBytes
        }
        connection.waitsToWrite = connection.unsent > 0
        try watch(connection)
    }

    /// The same of its outgoing frames.
    func flush(_ connection: LoadConnection) throws {
        var sent = 0
        while sent < connection.outgoing.count {
            let outcome = connection.outgoing.withUnsafeBytes { bytes in
                connection.socket.write(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            }
            guard let count = try LoadLoop.taken(outcome) else { break }
            sent += count
        }
        connection.outgoing.removeFirst(sent)
        connection.waitsToWrite = !connection.outgoing.isEmpty
        try watch(connection)
    }

    /// Nil when nothing can be written now.
    private static func taken(_ outcome: Socket.Transfer) throws -> Int? {
        switch outcome {
        case .bytes(let count): count
        case .wouldBlock: nil
        case .ended: throw hungUp
        case .failed(let error): throw error
        }
    }

    /// Has the poller tell what the connection waits for.
    private func watch(_ connection: LoadConnection) throws {
        let interest = connection.socket.interest(for: connection.waitsToWrite ? [.read, .write] : .read)
        guard interest != connection.watched else { return }
        connection.watched = interest
        try poller.modify(
            connection.socket.descriptor, token: UInt64(connection.index), interest: interest)
    }
}
