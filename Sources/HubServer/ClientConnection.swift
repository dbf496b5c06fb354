import Bytes
import HTTP1
import HubProtocol
import Rooms
import Sockets
import WebSocket

/// One accepted connection: its socket, what waits to be sent on it, and what it is at the moment.
///
/// It moves no bytes by itself and decides nothing; the loop that owns it does.
final class ClientConnection {
    /// What a connection is. It goes from `http` to `webSocket` or `draining`, and from either to its end; never back.
    enum Phase {
        case http(HTTPExchange)
        case webSocket(WebSocketSession)
        /// Nothing more is read for its meaning; what waits is sent, then the peer's end of it is awaited.
        case draining
    }

    let token: UInt64
    let socket: Socket
    /// The address of this machine that the client connected to, as in a URL.
    let localHost: String
    var phase: Phase
    var outbox = Outbox()
    /// What the poller was told last.
    var interest: Interest = .read
    /// When the connection was made, upgraded, began to close, or last finished a request; deadlines count from it.
    var since: UInt64
    /// When the last byte came.
    var heardAt: UInt64
    /// When the peer last took something of what it had left waiting.
    var movedAt: UInt64 = 0
    /// When the hub asked whether the peer is there; nil again with the next byte from it.
    var pingedAt: UInt64?
    /// The peer has sent all that it will send; it may still read.
    var peerEnded = false
    /// Whether it is listed among those whose outbox is to be flushed at the end of the turn.
    var isDirty = false

    init(token: UInt64, socket: consuming Socket, localHost: String, now: UInt64) {
        self.token = token
        self.socket = socket
        self.localHost = localHost
        phase = .http(HTTPExchange())
        since = now
        heardAt = now
    }

    var member: MemberID { MemberID(token) }
}

/// An HTTP connection between its requests or in one.
final class HTTPExchange {
    var received = ReceiveQueue()
    var parser = RequestParser()
    /// A request whose answer is being read from the log; the next one waits for it ([RFC 9112 9.3.2]).
    var pending: PendingRequest?
    /// Whether a request has been answered: the connection is kept alive now, and may idle.
    var hasServed = false

    struct PendingRequest {
        let isHead: Bool
        let keepAlive: Bool
    }
}

/// A WebSocket connection to a room.
final class WebSocketSession {
    var machine: WebSocketConnection
    let room: RoomName
    /// Hello was said and taken.
    var isMember = false
    /// The room asked for nothing more to be taken from it for now.
    var isHeld = false
    /// Something that it sent may wait in the machine, since taking was broken off.
    var isBehind = false
    /// Questions for the log that are not asked yet, oldest first: one is asked at a time, when what it was sent
    /// before has been read, so that a member costs one answer's memory however much it asks.
    var questions: [LogQuestion] = []
    /// The log is reading the answer to one.
    var isAsking = false

    /// Nothing more is taken from a member with so many questions.
    static let questionsMax = 64

    init(room: RoomName, limits: WebSocket.Limits) {
        self.room = room
        machine = WebSocketConnection(role: .server, limits: limits)
    }
}
