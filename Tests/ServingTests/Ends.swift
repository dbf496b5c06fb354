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

    /// Connects, and goes through the opening handshake of a WebSocket.
    static func upgraded(to address: SocketAddress) throws -> Ends {
        let ends = try connect(to: address)
        try ends.send(
            """
            GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """)
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try ends.receive(1) }
        return ends
    }

    /// Waits for so many bytes.
    func receive(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try receive(atMost: count - bytes.count)
            guard !more.isEmpty else { throw Failure() }
            bytes += more
        }
        return bytes
    }

    /// Waits for all that comes until the other end ends.
    func receiveAll() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = try receive()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// Waits for bytes; none come at the end.
    func receive(atMost most: Int = 1 << 16) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: most)
        switch buffer.withUnsafeMutableBytes({ transport.read(into: $0) }) {
        case .bytes(let count): return Array(buffer.prefix(count))
        case .ended: return []
        case .wouldBlock, .failed: throw Failure()
        }
    }
}
