/// Bounds on what one connection may cost. Times are in nanoseconds.
public struct ConnectionLimits: Sendable {
    /// A request's head must be whole by then: a client that dribbles it byte by byte is holding a place.
    public var requestTime: UInt64 = 10_000_000_000
    /// A body must be whole by then, and no part of it may let itself be waited for as long as a head: 8 MiB
    /// come over a line of a megabit a second in little more than a minute.
    public var bodyTime: UInt64 = 120_000_000_000
    /// A kept-alive connection may ask nothing for so long; browsers ask again within seconds or not at all.
    /// So long may a reader of a long answer take nothing of it, too: a phone loses its network in a tunnel.
    public var idleTime: UInt64 = 60_000_000_000
    /// An upgraded connection must have said by then who it is, where its service wants to know ([CN7]).
    public var settleTime: UInt64 = 10_000_000_000
    /// A connection silent for so long is pinged: below the 30 to 60 s after which proxies cut ([CN6]).
    public var pingTime: UInt64 = 20_000_000_000
    /// A connection silent for so long is dropped: it has missed two pings.
    public var silenceTime: UInt64 = 45_000_000_000
    /// A peer has so long to answer a close, and to end its side of a connection once all was sent.
    public var closeTime: UInt64 = 5_000_000_000
    /// Bytes waiting to be sent on one WebSocket: twice a room's whole state. Beyond that it is dropped.
    public var outboxBytes = 16 << 20
    /// Below this many waiting bytes a connection is given more of what it asked for.
    public var ampleBytes = 1 << 20

    public init() {}
}
