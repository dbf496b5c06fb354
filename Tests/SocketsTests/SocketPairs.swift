import Glibc
import Sockets
import Testing

/// Two ends of one loopback connection; reads of the client's end wait, those of the server's do not.
struct Pair: ~Copyable {
    let client: Socket
    let server: Socket

    init() throws {
        var listener = try Listener(address: .loopback(port: 0))
        let client = try Socket.connect(to: listener.address, blocking: true)
        guard case .connection(let server) = listener.accept() else {
            throw SocketError(operation: "accept the test's connection", code: 0)
        }
        self.client = client
        self.server = server
    }
}

extension Socket {
    borrowing func send(_ bytes: [UInt8]) -> Transfer {
        write(bytes.span.bytes)
    }

    /// What one read brings, as text of the test's own.
    borrowing func readOnce(max: Int = 1024) -> (transfer: Transfer, bytes: [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: max)
        let transfer = buffer.withUnsafeMutableBytes { read(into: $0) }
        guard case .bytes(let count) = transfer else { return (transfer, []) }
        return (transfer, Array(buffer.prefix(count)))
    }
}

/// Runs `body` on a thread of its own: the tests' own pool may have all its threads in a wait.
func onThread(_ body: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    pthread_create(
        &thread, nil,
        { raw in
            guard let raw else { return nil }
            Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().body()
            return nil
        }, work)
    pthread_detach(thread)
}
