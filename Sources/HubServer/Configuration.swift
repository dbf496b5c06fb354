public import Serving
public import Sockets
public import Storage
public import WebSocket

/// What a hub is told at start.
public struct Configuration: Sendable {
    /// Where to listen; port 0 takes any free one.
    public var listen: SocketAddress
    /// The data folder, made if it is not there.
    public var data: String
    /// The folder with the pages.
    public var web: String
    public var durability: Durability
    /// Whether rooms compress what they say to members that can read it.
    public var compression = CompressionPolicy.off
    /// With it the hub speaks https and wss, and nothing else.
    public var tls: TLSContext?
    /// Where the realm is served from, such as `https://realm.example.org`; nil lets the hub find a place of
    /// its own.
    public var realmOrigin: String?
    /// Names that the hub answers to beside loopback and the address it listens on.
    public var allowedHosts: [String]
    /// What tools may show from elsewhere without their viewers being asked.
    public var mediaGrants: [MediaGrant] = []
    public var connectionLimits = ConnectionLimits()
    public var limits = ServerLimits()
    /// Event loops, each with a thread of its own: one for each processor that may be used.
    public var loops = min(Processors.usable, loopsMost)
    public static let loopsMost = ConnectionLoop.loopsMost
    /// Told what an operator should know, a line at a time.
    public var note: @Sendable (String) -> Void = { _ in }
    /// What rooms may have fetched from elsewhere; nil for nothing.
    public var requests: RequestPolicy? = RequestPolicy()
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

/// Bounds on what rooms give one connection at a time.
public struct ServerLimits: Sendable {
    /// Ops read from the log at a time for a member that catches up.
    public var catchUpOps = 1_000
    /// Their payloads together, in bytes.
    public var catchUpBytes = 1 << 20
    /// Bytes that the answer to one `replay` may have; a quarter of the outbox, so that asking again is not
    /// slow reading.
    public var replayBytes = 4 << 20
    /// Bytes that one answer of the HTTP log may have; its reader pages.
    public var logAnswerBytes = 8 << 20
    /// Members that a room has before newcomers stay on the loop that accepted them. One loop tells so many
    /// within a millisecond or so; for fewer the way between loops would cost more than it saves.
    public var crowd = 256

    public init() {}
}
