import Glibc
import HTTP1
import Sockets
import WebSocket

/// Opens connections one after the other, waiting for each: the opening is no part of what is measured.
struct Opening {
    struct Opened: ~Copyable {
        private var socket: Socket?
        /// What was received behind the answer.
        var early: [UInt8]

        init(_ socket: consuming Socket, early: [UInt8]) {
            self.socket = consume socket
            self.early = early
        }

        consuming func takeSocket() -> Socket {
            guard let socket = socket.take() else { preconditionFailure("a socket is taken once") }
            return socket
        }
    }

    let address: SocketAddress
    let path: String
    /// Offered in the request; empty for none.
    var extensions = ""
    /// A plain TCP connection.
    var isRaw = false

    /// Longer than any server here should take for one answer.
    private static let patienceSeconds = 10

    /// The socket waits in its calls; switch that off before it is polled.
    func open() throws -> Opened {
        let socket = try Socket.connect(to: address, blocking: true)
        var patience = timeval(tv_sec: Opening.patienceSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket.descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(socket.descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        if isRaw { return Opened(socket, early: []) }

        let key = OpeningHandshake.makeKey((0..<16).map { _ in UInt8.random(in: 0...255) })
        try Opening.send(request(key: key), on: socket)
        var received: [UInt8] = []
        var parser = ResponseParser()
        while true {
            received += try Opening.read(from: socket)
            guard case .head(let head, let consumed) = try parser.parse(received.span.bytes) else { continue }
            guard
                head.status == 101, head.headers["Sec-WebSocket-Accept"] == OpeningHandshake.accept(for: key)
            else { throw Failure(.unavailable, "\(path): answered with \(head.status), no WebSocket") }
            return Opened(socket, early: Array(received[consumed...]))
        }
    }

    func request(key: String) -> [UInt8] {
        var lines = [
            "GET \(path) HTTP/1.1", "Host: \(address)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
        ]
        if !extensions.isEmpty { lines.append("Sec-WebSocket-Extensions: \(extensions)") }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }

    static func send(_ bytes: [UInt8], on socket: borrowing Socket) throws {
        var sent = 0
        while sent < bytes.count {
            switch bytes[sent...].withUnsafeBytes({ socket.write($0) }) {
            case .bytes(let count): sent += count
            case .wouldBlock: throw Failure(.unavailable, "the server takes nothing for ten seconds")
            case .ended: throw Failure(.unavailable, "the server has hung up")
            case .failed(let error): throw error
            }
        }
    }

    /// At least one byte.
    static func read(from socket: borrowing Socket) throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        switch piece.withUnsafeMutableBytes({ socket.read(into: $0) }) {
        case .bytes(let count): return Array(piece[..<count])
        case .wouldBlock: throw Failure(.unavailable, "the server says nothing for ten seconds")
        case .ended: throw Failure(.unavailable, "the server has hung up")
        case .failed(let error): throw error
        }
    }
}
