import CEpoll
import Glibc

/// What the owner of a descriptor wants to be told about.
public struct Interest: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let read = Interest(rawValue: 1)
    public static let write = Interest(rawValue: 2)

    /// The peer's half-close is asked for only together with reading: level-triggered, it would otherwise
    /// be reported in every round while reading is paused.
    var events: UInt32 {
        var events: UInt32 = 0
        if contains(.read) { events |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
        if contains(.write) { events |= EPOLLOUT.rawValue }
        return events
    }
}

/// What a descriptor is ready for.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let read = Readiness(rawValue: 1)
    public static let write = Readiness(rawValue: 2)
    /// The peer has closed its half or the connection has failed. Bytes may still wait to be read, so where
    /// ``read`` is set too, read until ``Socket/Transfer/ended``.
    public static let hangUp = Readiness(rawValue: 4)

    init(events: UInt32) {
        var readiness: Readiness = []
        if events & EPOLLIN.rawValue != 0 { readiness.insert(.read) }
        if events & EPOLLOUT.rawValue != 0 { readiness.insert(.write) }
        if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue | EPOLLRDHUP.rawValue) != 0 {
            readiness.insert(.hangUp)
        }
        self = readiness
    }
}

/// Tells which of many descriptors are ready: level-triggered epoll.
///
/// It neither owns nor reads the descriptors. Closing one ends the watch on it too, as long as nobody holds a
/// copy of it; a round that is being handed out may still report it.
public struct Poller: ~Copyable {
    /// How many descriptors one round reports at most; the rest come in the next round.
    public static let roundMax: Int32 = 256

    private let epoll: Int32
    private let events: UnsafeMutablePointer<epoll_event>

    public init() throws(SocketError) {
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw SocketError.last("create a poller") }
        self.epoll = epoll
        events = .allocate(capacity: Int(Poller.roundMax))
    }

    deinit {
        events.deallocate()
        close(epoll)
    }

    /// Watches `descriptor`; `token` comes back with its readiness.
    public func add(_ descriptor: Int32, token: UInt64, interest: Interest) throws(SocketError) {
        var event = chatos_epoll_event(interest.events, token)
        guard epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
            throw SocketError.last("watch descriptor \(descriptor)")
        }
    }

    /// Replaces the interest and the token of a watched descriptor.
    public func modify(_ descriptor: Int32, token: UInt64, interest: Interest) throws(SocketError) {
        var event = chatos_epoll_event(interest.events, token)
        guard epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0 else {
            throw SocketError.last("change the watch on descriptor \(descriptor)")
        }
    }

    /// Stops watching `descriptor`. A round that is being handed out may still report it.
    public func remove(_ descriptor: Int32) throws(SocketError) {
        var event = chatos_epoll_event(0, 0)
        guard epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event) == 0 else {
            throw SocketError.last("stop watching descriptor \(descriptor)")
        }
    }

    /// Waits at most `timeoutMs` (-1: for ever) and hands out what is ready. A signal makes an empty round.
    public mutating func wait(
        timeoutMs: Int32, _ body: (_ token: UInt64, _ readiness: Readiness) -> Void
    ) throws(SocketError) {
        let count = epoll_wait(epoll, events, Poller.roundMax, timeoutMs)
        guard count >= 0 else {
            if errno == EINTR { return }
            throw SocketError.last("wait for readiness")
        }
        for index in 0..<Int(count) {
            body(chatos_epoll_token(events + index), Readiness(events: events[index].events))
        }
    }
}
