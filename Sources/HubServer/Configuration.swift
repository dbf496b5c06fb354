public import Sockets
public import Storage

/// What a hub is told at start.
public struct Configuration: Sendable {
    /// Where to listen; port 0 takes any free one.
    public var listen: SocketAddress
    /// The data folder, made if it is not there.
    public var data: String
    /// The folder with the pages.
    public var web: String
    public var durability: Durability
    /// Where the realm is served from, such as `https://realm.example.org`; nil lets the hub find a place of its own.
    public var realmOrigin: String?
    /// Names that the hub answers to beside loopback and the address it listens on.
    public var allowedHosts: [String]
    public var limits = ServerLimits()
    /// Told what an operator should know, a line at a time.
    public var note: @Sendable (String) -> Void = { _ in }
    /// Where tests hold the log's writer, or make it fail.
    public var writerHooks = WriterHooks()

    public init(
        listen: SocketAddress = .loopback(port: 8080), data: String = "data", web: String = "web",
        durability: Durability = .full, realmOrigin: String? = nil, allowedHosts: [String] = []
    ) {
        self.listen = listen
        self.data = data
        self.web = web
        self.durability = durability
        self.realmOrigin = realmOrigin
        self.allowedHosts = allowedHosts
    }
}

/// Bounds on what one connection may cost. Times are in nanoseconds.
public struct ServerLimits: Sendable {
    /// A request's head must be whole by then: a client that dribbles it byte by byte is holding a place.
    public var requestTime: UInt64 = 10 * .second
    /// A kept-alive connection may ask nothing for so long; browsers ask again within seconds or not at all. So
    /// long may a reader of a long answer take nothing of it, too: a phone loses its network in a tunnel.
    public var idleTime: UInt64 = 60 * .second
    /// An upgraded connection must have said hello by then ([CN7]).
    public var helloTime: UInt64 = 10 * .second
    /// A connection silent for so long is pinged: below the 30 to 60 s after which proxies cut ([CN6]).
    public var pingTime: UInt64 = 20 * .second
    /// A connection silent for so long is dropped: it has missed two pings.
    public var silenceTime: UInt64 = 45 * .second
    /// A peer has so long to answer a close, and to end its side of a connection once all was sent.
    public var closeTime: UInt64 = 5 * .second
    /// Bytes waiting to be sent to one member: twice a room's whole state. Beyond that it resumes from the log.
    public var outboxBytes = 16 << 20
    /// Below this many waiting bytes a member that catches up is given more of the log.
    public var catchUpBytes = 1 << 20
    /// Ops read from the log at a time for a member that catches up.
    public var catchUpOps = 1_000
    /// Bytes that the answer to one `replay` may have; a quarter of the outbox, so that asking again is not slow reading.
    public var replayBytes = 4 << 20
    /// Bytes that one answer of the HTTP log may have; its reader pages.
    public var logAnswerBytes = 8 << 20

    public init() {}
}

extension UInt64 {
    /// A second in nanoseconds.
    static let second: UInt64 = 1_000_000_000
}
