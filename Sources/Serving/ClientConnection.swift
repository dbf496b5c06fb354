import Bytes
import HTTP1
import Sockets
import WebSocket

/// One accepted connection: its socket, what waits to be sent on it, and what it is at the moment.
///
/// It moves no bytes by itself and decides nothing; the loop that owns it does.
public final class ClientConnection {
    /// What a connection is. It goes from `http` to `webSocket` or `draining`, and from either to its end;
    /// never back.
    enum Phase {
        case http(HTTPExchange)
        case webSocket(WebSocketSession)
        /// Nothing more is read for its meaning; what waits is sent, then the peer's end of it is awaited.
        case draining
    }

    /// Names the connection; never given out again.
    public let token: UInt64
    /// The address of this machine that the client connected to.
    public let localAddress: String
    var transport: Transport
    /// What the poller was told last.
    var interest: Interest = .read
    /// The loop has asked whether the peer is there, and no byte has come from it since.
    var isPinged = false
    /// The peer has sent all that it will send; it may still read.
    var peerEnded = false
    /// Whether it is listed among those that are looked at when the turn ends.
    var isDirty = false
    var phase: Phase
    var outbox = Outbox()
    /// When the connection was made, upgraded, began to close, or last finished a request; deadlines count
    /// from it.
    var since: UInt64
    /// When the last byte came.
    var heardAt: UInt64
    /// When the peer last took something of what it had left waiting.
    var movedAt: UInt64 = 0
    /// When the loop looks whether a deadline has fallen; later than any while it doesn't.
    var wakesAt = UInt64.max

    init(token: UInt64, transport: consuming Transport, localAddress: String, now: UInt64) {
        self.token = token
        self.transport = transport
        self.localAddress = localAddress
        phase = .http(HTTPExchange())
        since = now
        heardAt = now
    }

    /// Bytes that wait to be sent.
    public var waitingBytes: Int { outbox.bytes }

    /// The service's own number for what the WebSocket is for; 0 for what is none.
    public var tag: Int { session?.tag ?? 0 }

    /// Whether messages may be sent.
    public var isOpen: Bool { session?.machine.isOpen ?? false }

    var session: WebSocketSession? {
        if case .webSocket(let session) = phase { session } else { nil }
    }
}

/// An HTTP connection between its requests or in one.
final class HTTPExchange {
    /// What the connection is at; a request that comes meanwhile waits (RFC 9112 9.3.2).
    enum Turn {
        /// The head of the next request.
        case head
        case body(BodyIntake, PendingRequest)
        /// The answer comes later.
        case answer(PendingRequest)
    }

    var received = ReceiveQueue()
    var parser = RequestParser()
    var turn = Turn.head
    /// Whether a request has been answered: the connection is kept alive now, and may idle.
    var hasServed = false

    struct PendingRequest {
        let isHead: Bool
        let keepAlive: Bool
    }

    /// The request whose head has come, if it is not answered yet.
    var pending: PendingRequest? {
        switch turn {
        case .head: nil
        case .body(_, let request), .answer(let request): request
        }
    }
}

/// A WebSocket connection.
final class WebSocketSession {
    let tag: Int
    /// What this side may compress with, by the handshake; nil for nothing.
    private let compression: SessionCompression?
    var machine: WebSocketConnection
    /// It has said who it is.
    var isSettled = false
    /// Nothing more is taken from it for now; what it has sent waits.
    var isPaused = false
    /// Something that it sent may wait in the machine, since taking was broken off.
    var isBehind = false
    /// The last that came was a large message.
    var sentLarge = false
    /// Its service was told that it takes no more messages.
    var hasLeft = false

    var deflater: MessageDeflater? { compression?.deflater }

    /// Nil where the connection shares no window.
    func withReceiver(_ body: (inout SharedReceiver) -> [UInt8]) -> [UInt8]? {
        guard let compression, var receiver = compression.receiver.take() else { return nil }
        let bytes = body(&receiver)
        compression.receiver = consume receiver
        return bytes
    }

    init(limits: WebSocket.Limits, compression: DeflateAgreement?, tag: Int) {
        machine = WebSocketConnection(role: .server, limits: limits, compression: compression)
        self.tag = tag
        self.compression = compression.map { SessionCompression($0.outgoing) }
    }
}

/// How what is sent on one connection is compressed: in a window that it shares, or in its own.
private final class SessionCompression {
    var receiver: SharedReceiver?
    let deflater: MessageDeflater?

    init(_ outgoing: DeflateAgreement.Outgoing) {
        switch outgoing {
        case .shared(let window):
            receiver = SharedReceiver(window)
            deflater = nil
        case .dedicated(let window): deflater = MessageDeflater(window)
        }
    }
}
