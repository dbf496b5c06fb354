import Bytes
import HTTP1
public import Sockets
import Timetables
import WebSocket

/// An event loop of connections: it accepts them, reads requests and messages, sends, and ends what is idle
/// or broken.
///
/// It belongs to the thread that runs it and knows nothing of what is said on its connections; its service
/// does.
public final class ConnectionLoop {
    /// What a timer is for.
    enum TimerKey: Hashable, Sendable {
        /// Descriptors were short; the listener is watched again.
        case listener
        /// Those who have not gone by now are cut off.
        case shutdown
        /// The service's own.
        case alarm
    }

    /// Tokens that no connection has: a slot's number is far below.
    private static let listenerToken = UInt64.max
    private static let wakerToken = UInt64.max - 1

    /// The address that is listened on.
    public let address: SocketAddress
    /// What other threads use after they have left something for the service.
    public let waker: Waker
    /// The monotonic time of this turn in nanoseconds, and the wall time in milliseconds since 1970.
    public private(set) var now: UInt64 = 0
    public private(set) var nowMs: Int64 = 0
    /// The same as answers say it.
    var date = HTTPDate()

    /// Which of a server's loops this is; its connections' tokens say so.
    public let number: Int
    /// Loops that one server may have, since a token has six bits for the number.
    public static let loopsMost = 64

    let limits: ConnectionLimits
    /// With it every connection begins with a TLS handshake.
    private let tls: TLSContext?
    /// The host of ``address``.
    private let host: String
    /// Set while the loop runs.
    private var running: (any ConnectionService)?
    var connections: ConnectionTable
    private var timers = Timers<TimerKey>()
    var deadlines = Deadlines()
    private var listener: Listener
    var poller: Poller
    let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ConnectionLoop.readMost, alignment: 16)
    var cork = Cork()
    /// What goes to many and is not sent yet.
    var gathered: Gathered?
    /// Since when it waits for more.
    var heldSince: UInt64?
    /// Connections with something to send or to be looked at when the turn ends.
    var dirty: [ClientConnection] = []
    private(set) var stage = Stage.serving
    /// When the service is to be woken, in milliseconds since 1970.
    private var alarmMs: Int64?
    /// How many are let in in one turn; it grows while all of them come.
    private var acceptMost = 1

    /// Those who are connected wait for so many newcomers at most.
    private static let acceptBound = 64

    /// One reading takes so much at most: large messages in few calls, and no connection keeps the others
    /// waiting.
    private static let readMost = 1 << 18

    enum Stage {
        case serving
        case stopping
        case stopped
    }

    /// Takes a listener to accept from; the waker may be used from now on.
    public init(
        listener: consuming Listener, address: SocketAddress, limits: ConnectionLimits, waker: Waker,
        tls: TLSContext? = nil, number: Int = 0
    ) throws(SocketError) {
        self.listener = listener
        self.address = address
        host = address.host
        self.limits = limits
        self.waker = waker
        self.tls = tls
        self.number = number
        connections = ConnectionTable(loop: number)
        poller = try Poller()
    }

    deinit {
        scratch.deallocate()
    }

    var service: any ConnectionService {
        guard let running else { preconditionFailure("the loop does not run") }
        return running
    }

    /// Lets `service` serve until the loop is stopped.
    public func run(_ service: any ConnectionService) throws(SocketError) {
        running = service
        defer { running = nil }
        try poller.add(listener.descriptor, token: ConnectionLoop.listenerToken, interest: .read)
        try poller.add(waker.descriptor, token: ConnectionLoop.wakerToken, interest: .read)
        var ready: [(UInt64, Readiness)] = []
        while stage != .stopped {
            ready.removeAll(keepingCapacity: true)
            try poller.wait(timeoutMs: timeout()) { ready.append(($0, $1)) }
            now = MonotonicClock.now()
            nowMs = WallClock.nowMs()
            for (token, readiness) in ready { react(token, readiness) }
            while let key = timers.popDue(now: now) { fall(due: key) }
            checkDeadlines()
            flushDirty()
            if stage == .stopping, connections.count == 0, service.isDone() { stage = .stopped }
        }
        // What others left before they were done, too, is taken account of.
        service.woken()
        service.turnEnds()
    }

    private func timeout() -> Int32 {
        // What is held goes out with the next turn that comes in time, or with this one.
        if heldSince != nil { return 1 }
        let deadline = min(timers.nextDeadline ?? .max, deadlines.next ?? .max)
        guard deadline < .max else { return -1 }
        let time = MonotonicClock.now()
        guard deadline > time else { return 0 }
        // Rounded up, so that the loop does not spin through the last millisecond.
        return Int32(clamping: (deadline - time + 999_999) / 1_000_000)
    }

    private func react(_ token: UInt64, _ readiness: Readiness) {
        switch token {
        case ConnectionLoop.listenerToken: acceptSome()
        case ConnectionLoop.wakerToken:
            waker.drain()
            service.woken()
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
        case .listener:
            try? poller.add(listener.descriptor, token: ConnectionLoop.listenerToken, interest: .read)
        case .shutdown:
            for connection in connections.all { end(connection) }
        case .alarm:
            alarmMs = nil
            service.alarm()
        }
    }

    /// Lets nobody in any more and everybody go; ``run()`` returns when they have gone, or have had their
    /// time.
    public func stop() {
        guard stage == .serving else { return }
        stage = .stopping
        try? poller.remove(listener.descriptor)
        timers.cancel(.listener)
        timers.schedule(.shutdown, at: now + limits.closeTime / 2)
        service.stopping()
        for connection in connections.all where connection.session == nil { end(connection) }
    }

    /// Has the service woken at a time of the wall's clock, in milliseconds since 1970, or after a minute if
    /// that is sooner; nil for not at all. There is one alarm, and it rings once.
    public func setAlarm(atMs time: Int64?) {
        guard time != alarmMs else { return }
        alarmMs = time
        guard let time else { return timers.cancel(.alarm) }
        let (wait, isBeyond) = time.subtractingReportingOverflow(nowMs)
        let waitMs = isBeyond ? 60_000 : min(max(wait, 0), 60_000)
        timers.schedule(.alarm, at: now + UInt64(waitMs) * 1_000_000)
    }

    /// The connection of that token; nil when it has ended.
    public func connection(_ token: UInt64) -> ClientConnection? {
        connections[token]
    }

    /// The number of the loop that the connection of a token is, or was, on.
    public static func number(ofToken token: UInt64) -> Int {
        ConnectionTable.loop(of: token)
    }

    /// Every connection that is a WebSocket.
    public var webSockets: [ClientConnection] {
        connections.all.filter { $0.session != nil }
    }
}

// MARK: - Coming and going

extension ConnectionLoop {
    /// Lets in as many as probably wait. Asking until nobody waits would cost as much for the last, vain,
    /// question as for a client; who was not asked for is told of in the next turn.
    private func acceptSome() {
        for _ in 0..<acceptMost {
            // Told to stop in the same turn, the loop lets nobody in any more.
            guard stage == .serving else { return }
            switch listener.accept() {
            case .connection(let socket): welcome(socket)
            case .wouldBlock:
                acceptMost = 1
                return
            case .outOfDescriptors(let shed):
                service.note("no descriptor left for another client")
                if !shed { return restListener() }
            case .failed(let error):
                service.note("can't accept: \(error)")
                return restListener()
            }
        }
        acceptMost = min(acceptMost * 2, ConnectionLoop.acceptBound)
    }

    /// Readiness would be reported at once again, so the listener rests for a while.
    private func restListener() {
        try? poller.remove(listener.descriptor)
        timers.schedule(.listener, at: now + 100_000_000)
    }

    private func welcome(_ socket: consuming Socket) {
        let local = address.isAny ? ((try? socket.localAddress())?.host ?? "") : host
        guard let transport = transport(over: socket) else { return }
        let connection = enter(transport, localAddress: local)
        // What a client asks is most often there already, and then costs no further turn.
        read(connection)
        _ = watch(new: connection)
    }

    /// Takes a connection into the loop; nil when it can't be watched, and then it has ended.
    func insert(_ transport: consuming Transport, localAddress: String) -> ClientConnection? {
        let connection = enter(transport, localAddress: localAddress)
        return watch(new: connection) ? connection : nil
    }

    private func enter(_ transport: consuming Transport, localAddress: String) -> ClientConnection {
        // A closure can't take what may be used only once, so it goes in a box.
        var incoming: Transport? = consume transport
        return connections.insert { token in
            guard let transport = incoming.take() else {
                preconditionFailure("one connection for one socket")
            }
            return ClientConnection(token: token, transport: transport, localAddress: localAddress, now: now)
        }
    }

    /// False when the connection has ended, or ends for want of a watch on it.
    private func watch(new connection: ClientConnection) -> Bool {
        guard connections[connection.token] === connection else { return false }
        do {
            try poller.add(
                connection.transport.descriptor, token: connection.token, interest: connection.interest)
            schedule(connection)
            return true
        } catch {
            end(connection)
            return false
        }
    }

    private func transport(over socket: consuming Socket) -> Transport? {
        guard let tls else { return .plain(socket) }
        do {
            return .tls(try TLSSocket(server: socket, tls))
        } catch {
            service.note("can't begin TLS: \(error)")
            return nil
        }
    }

    /// Ends a connection at once, whatever waits on it.
    func end(_ connection: ClientConnection) {
        guard connections[connection.token] === connection else { return }
        forget(connection)
        if let session = connection.session { leave(connection, session) }
    }

    /// Has the connection no longer. When its descriptor is closed, the watch on it ends.
    func forget(_ connection: ClientConnection) {
        unschedule(connection)
        connections.remove(connection.token)
    }

    /// Has what waits sent, and then ends the connection.
    func drain(_ connection: ClientConnection) {
        connection.phase = .draining
        connection.since = now
        schedule(connection)
        markDirty(connection)
    }
}
