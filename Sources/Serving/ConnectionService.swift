public import HTTP1
public import WebSocket

/// What a loop's connections are for: it says what requests are answered with and what messages mean.
///
/// It is called on the loop's thread and never waits. It may call back into the loop.
public protocol ConnectionService: AnyObject {
    /// A request has come whole, but for its body.
    func react(to request: RequestHead, on connection: ClientConnection) -> Reaction
    /// The connection is a WebSocket now; what is sent to it comes right behind the answer that says so.
    func opened(_ connection: ClientConnection)
    /// A message has come; its text has been checked to be UTF-8.
    func received(_ kind: MessageKind, _ bytes: RawSpan, on connection: ClientConnection)
    /// A connection that was to become a WebSocket takes no more messages: it has ended, or is about to,
    /// or its handshake was no good. Called once.
    func left(_ connection: ClientConnection)
    /// A WebSocket did not settle in time ([CN7]).
    func didNotSettle(_ connection: ClientConnection)
    /// More waits on a WebSocket than a connection may have waiting, and the peer takes nothing. The service
    /// may drop it; whether it does or not, nothing more is taken from it meanwhile.
    func readTooSlowly(_ connection: ClientConnection)
    /// What waits on a WebSocket is little enough for more; see ``ConnectionLoop/hasRoom(_:)``.
    func hasRoom(_ connection: ClientConnection)
    /// The loop's waker was used: other threads have left something.
    func woken()
    /// What there was to react to was reacted to; what was gathered is to be handed on.
    func turnEnds()
    /// Whether something for many is about to come, in a moment.
    var expectsMore: Bool { get }
    /// No connection is let in any more. WebSockets are to be told.
    func stopping()
    /// Asked when the loop is stopping and has no connection left: whether it may end. What is done elsewhere
    /// for the service may have it wait, until its waker is used.
    func isDone() -> Bool
    /// Something that an operator should know.
    func note(_ line: String)
    /// The time of ``ConnectionLoop/setAlarm(atMs:)`` has come, or a minute has passed: the wall's clock may
    /// have been set since.
    func alarm()
}

extension ConnectionService {
    public func opened(_ connection: ClientConnection) {}

    public func alarm() {}
}

/// What becomes of a request.
public enum Reaction {
    case answer(HTTPAnswer)
    /// Answer with an error, and end the connection: what follows can't be trusted to be a request.
    case refuse(HTTPError, headers: [(String, String)] = [])
    /// The answer will be given to ``ConnectionLoop/reply(_:with:)``.
    case later
    /// The request's body is wanted, if it says that it has no more than so many bytes. `then` is called once
    /// with all of it, and the answer is given later; where the body doesn't come whole, `then` is let go.
    case takeBody(atMost: Int, then: ([UInt8]) -> Void)
    /// Go over to a WebSocket, if the client asked for it rightly.
    case upgrade(Upgrade)
    /// Another loop is to react to it, and has the connection from now on: see ``ConnectionLoop/adopt(_:)``.
    case handOver((MovingConnection) -> Void)
}

/// What a service grants a client that asks for a WebSocket.
public struct Upgrade: Sendable {
    /// Those that the service speaks; empty where it does not matter.
    public let subprotocols: [String]
    public let limits: WebSocket.Limits
    public let compression: CompressionPolicy
    /// The service's own.
    public let tag: Int

    public init(
        subprotocols: [String] = [], limits: WebSocket.Limits, compression: CompressionPolicy = .off,
        tag: Int = 0
    ) {
        self.subprotocols = subprotocols
        self.limits = limits
        self.compression = compression
        self.tag = tag
    }
}
