import HTTP1
import Sockets
import WebSocket

/// Opens connections one after the other, waiting for each: the opening is no part of what is measured.
struct Opening {
    struct Opened: ~Copyable {
        private var transport: Transport?
        let isTLS: Bool
        /// What was received behind the answer.
        var early: [UInt8] = []
        /// The values of `Sec-WebSocket-Extensions` in the answer.
        var extensions: [String] = []

        init(_ transport: consuming Transport, isTLS: Bool) {
            self.transport = consume transport
            self.isTLS = isTLS
        }

        consuming func takeTransport() -> Transport {
            guard let transport = transport.take() else { preconditionFailure("a transport is taken once") }
            return transport
        }
    }

    let address: SocketAddress
    let path: String
    /// Offered in the request; empty for none.
    var extensions = ""
    /// Without WebSocket.
    var isRaw = false
    /// For a server that speaks TLS.
    var tls: TLSContext?

    init(_ server: RunningServer, path: String) {
        address = server.address
        self.path = path
        isRaw = server.spec.isRaw
        tls = server.tls
    }

    func open() throws -> Opened {
        var opened = Opened(try connect(), isTLS: tls != nil)
        if isRaw { return opened }
        let key = OpeningHandshake.makeKey((0..<16).map { _ in UInt8.random(in: 0...255) })
        let transport = opened.takeTransport()
        try Patience.send(request(key: key), on: transport)
        var received: [UInt8] = []
        var parser = ResponseParser()
        while true {
            received += try Patience.read(from: transport)
            guard case .head(let head, let consumed) = try parser.parse(received.span.bytes) else { continue }
            guard
                head.status == 101, head.headers["Sec-WebSocket-Accept"] == OpeningHandshake.accept(for: key)
            else { throw Failure(.unavailable, "\(path): answered with \(head.status), no WebSocket") }
            opened = Opened(transport, isTLS: tls != nil)
            opened.early = Array(received[consumed...])
            opened.extensions = head.headers.all("Sec-WebSocket-Extensions")
            return opened
        }
    }

    /// Connected, and with TLS on its way where the server speaks it.
    func connect() throws -> Transport {
        let socket = try Socket.connect(to: address, blocking: true)
        socket.setBlocking(false)
        guard let tls else { return .plain(socket) }
        return .tls(try TLSSocket(client: socket, tls, host: address.host))
    }

    func request(key: String) -> [UInt8] {
        var lines = [
            "GET \(path) HTTP/1.1", "Host: \(address)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
        ]
        if !extensions.isEmpty { lines.append("Sec-WebSocket-Extensions: \(extensions)") }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }
}
