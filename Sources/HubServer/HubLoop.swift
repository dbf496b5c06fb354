import Bytes
import HTTP1
import HubProtocol
import Rooms
import Sockets
import Storage
import WebSocket

/// The event loop of a hub: it turns readiness into room input and room effects into bytes.
///
/// It belongs to the thread that runs it. Other threads reach it through its mailbox alone; nothing in it waits for
/// a disk.
final class HubLoop {
    /// What a timer is for.
    enum TimerKey: Hashable, Sendable {
        case connection(UInt64)
        /// Descriptors were short; the listener is watched again.
        case listener
        /// Those who have not gone by now are cut off.
        case shutdown
    }

    /// Tokens that no connection has: a slot's number is far below.
    private static let listenerToken = UInt64.max
    private static let mailboxToken = UInt64.max - 1

    let configuration: Configuration
    let address: SocketAddress
    let identity: Identity
    let pages: Pages
    let policy: HostPolicy

    private var listener: Listener
    var poller: Poller
    private let mailbox: Mailbox<LoopMessage>
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    var log: LogAccess
    var lobby = Lobby()
    var rooms = OpenRooms()
    var connections = ConnectionTable()
    var timers = Timers<TimerKey>()
    /// Connections with something to send or to be looked at when the turn ends.
    var dirty: [ClientConnection] = []
    /// The monotonic time and the wall time of this turn.
    private(set) var now: UInt64 = 0
    private(set) var nowMs: Int64 = 0
    private var stage = Stage.serving
    /// Whether the operator has been told that shell and realm share a site.
    var hasNotedSameSite = false

    private enum Stage {
        case serving
        case stopping
        case stopped
    }

    init(
        listener: consuming Listener, address: SocketAddress, configuration: Configuration,
        mailbox: Mailbox<LoopMessage>, log: LogAccess, identity: Identity
    ) throws {
        self.listener = listener
        self.address = address
        self.configuration = configuration
        self.mailbox = mailbox
        self.log = log
        self.identity = identity
        pages = Pages(folder: configuration.web, now: MonotonicClock.now())
        policy = HostPolicy(
            listenHost: address.isAny ? nil : HostPolicy.name(ofAddress: address.host),
            allowed: configuration.allowedHosts, realmOrigin: configuration.realmOrigin)
        poller = try Poller()
    }

    deinit {
        scratch.deallocate()
    }

    /// Serves until told to stop.
    func run() throws {
        try poller.add(listener.descriptor, token: HubLoop.listenerToken, interest: .read)
        try poller.add(mailbox.waker.descriptor, token: HubLoop.mailboxToken, interest: .read)
        var ready: [(UInt64, Readiness)] = []
        while stage != .stopped {
            ready.removeAll(keepingCapacity: true)
            try poller.wait(timeoutMs: timeout()) { ready.append(($0, $1)) }
            now = MonotonicClock.now()
            nowMs = WallClock.nowMs()
            for (token, readiness) in ready { react(token, readiness) }
            while let key = timers.popDue(now: now) { fall(due: key) }
            log.flush()
            flushDirty()
            if stage == .stopping, connections.count == 0 { stage = .stopped }
        }
        log.flush()
    }

    private func timeout() -> Int32 {
        guard let deadline = timers.nextDeadline else { return -1 }
        let time = MonotonicClock.now()
        guard deadline > time else { return 0 }
        // Rounded up, so that the loop does not spin through the last millisecond.
        return Int32(clamping: (deadline - time + 999_999) / 1_000_000)
    }

    private func react(_ token: UInt64, _ readiness: Readiness) {
        switch token {
        case HubLoop.listenerToken: acceptAll()
        case HubLoop.mailboxToken:
            mailbox.waker.drain()
            for message in mailbox.takeAll() { hear(message) }
        default:
            guard let connection = connections[token] else { return }
            if readiness.contains(.read) {
                read(connection)
            } else if readiness.contains(.hangUp) {
                end(connection)
            }
            if readiness.contains(.write) { markDirty(connection) }
        }
    }

    private func fall(due key: TimerKey) {
        switch key {
        case .connection(let token):
            if let connection = connections[token] { checkDeadline(of: connection) }
        case .listener: try? poller.add(listener.descriptor, token: HubLoop.listenerToken, interest: .read)
        case .shutdown:
            for connection in connections.all { end(connection) }
        }
    }

    /// Lets nobody in any more, and everybody go: members with the reason, so that they come back.
    func stopServing() {
        guard stage == .serving else { return }
        stage = .stopping
        try? poller.remove(listener.descriptor)
        timers.cancel(.listener)
        timers.schedule(.shutdown, at: now + configuration.limits.closeTime / 2)
        for connection in connections.all {
            switch connection.phase {
            case .webSocket: disconnect(connection, .goingAway)
            case .http, .draining: end(connection)
            }
        }
    }
}

// MARK: - Connections

extension HubLoop {
    private func acceptAll() {
        // Told to stop in the same turn, the hub lets nobody in any more.
        while stage == .serving {
            switch listener.accept() {
            case .connection(let socket): welcome(socket)
            case .wouldBlock: return
            case .outOfDescriptors(let shed):
                configuration.note("no descriptor left for another client")
                if !shed { return restListener() }
            case .failed(let error):
                configuration.note("can't accept: \(error)")
                return restListener()
            }
        }
    }

    /// Readiness would be reported at once again, so the listener rests for a while.
    private func restListener() {
        try? poller.remove(listener.descriptor)
        timers.schedule(.listener, at: now + .second / 10)
    }

    private func welcome(_ socket: consuming Socket) {
        let descriptor = socket.descriptor
        let host = HostPolicy.name(
            ofAddress: address.isAny ? (try? socket.localAddress())?.host ?? "" : address.host)
        // A closure can't take a socket that it may use only once, so the socket goes by its descriptor's owner.
        var incoming: Socket? = consume socket
        let connection = connections.insert { token in
            guard let socket = incoming.take() else { preconditionFailure("one connection for one socket") }
            return ClientConnection(token: token, socket: socket, localHost: host, now: now)
        }
        do {
            try poller.add(descriptor, token: connection.token, interest: .read)
            schedule(connection)
        } catch {
            connections.remove(connection.token)
        }
    }

    private func read(_ connection: ClientConnection) {
        switch connection.socket.read(into: scratch) {
        case .bytes(let count):
            connection.heardAt = now
            if connection.pingedAt != nil {
                connection.pingedAt = nil
                schedule(connection)
            }
            take(UnsafeRawBufferPointer(rebasing: scratch[..<count]), from: connection)
        case .wouldBlock: return
        case .ended: peerEnded(connection)
        case .failed: end(connection)
        }
    }

    /// A client may close its half behind its request and wait for the answer; a WebSocket that ends so is gone.
    private func peerEnded(_ connection: ClientConnection) {
        connection.peerEnded = true
        switch connection.phase {
        case .http(let exchange) where exchange.pending != nil || !connection.outbox.isEmpty:
            markDirty(connection)
        case .draining where !connection.outbox.isEmpty: markDirty(connection)
        case .http, .webSocket, .draining: end(connection)
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, from connection: ClientConnection) {
        switch connection.phase {
        case .http(let exchange):
            // The time for a request runs from its first byte.
            if exchange.received.isEmpty, exchange.pending == nil {
                connection.since = now
                schedule(connection)
            }
            exchange.received.append(bytes)
            serve(connection, exchange)
        case .webSocket(let session):
            session.machine.receive(bytes)
            pump(connection, session)
        case .draining: return
        }
        markDirty(connection)
    }

    /// Ends a connection at once, whatever waits on it.
    func end(_ connection: ClientConnection) {
        guard connections[connection.token] === connection else { return }
        try? poller.remove(connection.socket.descriptor)
        timers.cancel(.connection(connection.token))
        connections.remove(connection.token)
        perform(lobby.leave(connection.member, at: nowMs))
    }

    /// Has what waits sent, and then ends the connection.
    func drain(_ connection: ClientConnection) {
        connection.phase = .draining
        connection.since = now
        schedule(connection)
        markDirty(connection)
    }
}
