import Glibc
import Sockets

/// One end of a connection: the near one never waits, the far one reads when it is told to.
final class Ends {
    struct Failure: Error {}

    let transport: Transport

    /// No test waits longer for bytes, so that one that goes wrong ends.
    private static let patience = timeval(tv_sec: 10, tv_usec: 0)

    init(_ socket: consuming Socket) {
        transport = .plain(socket)
        var time = Ends.patience
        setsockopt(
            transport.descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    static func pair() throws -> (near: Ends, far: Ends) {
        var listener = try Listener(address: .loopback(port: 0))
        let far = try Socket.connect(to: listener.address, blocking: true)
        guard case .connection(let near) = listener.accept() else { throw Failure() }
        return (Ends(near), Ends(far))
    }

    static func connect(to address: SocketAddress) throws -> Ends {
        Ends(try Socket.connect(to: address, blocking: true))
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        guard case .bytes(bytes.count) = bytes.withUnsafeBytes({ transport.write($0) }) else {
            throw Failure()
        }
    }

    /// Waits for bytes.
    func receive() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        guard case .bytes(let count) = buffer.withUnsafeMutableBytes({ transport.read(into: $0) }) else {
            throw Failure()
        }
        return Array(buffer.prefix(count))
    }
}
