import Bytes
import HTTP1
public import Sockets
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

    let limits: ConnectionLimits
    /// With it every connection begins with a TLS handshake.
    private let tls: TLSContext?
    /// The host of ``address``.
    private let host: String
    /// Set while the loop runs.
    private var running: (any ConnectionService)?
    var connections = ConnectionTable()
    private var timers = Timers<TimerKey>()
    var deadlines = Deadlines()
    private var listener: Listener
    var poller: Poller
    private let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ConnectionLoop.readMost, alignment: 16)
    var cork = Cork()
    /// What goes to many and is not sent yet.
    var gathered: Gathered?
    /// Since when it waits for more.
    var heldSince: UInt64?
    /// Connections with something to send or to be looked at when the turn ends.
    var dirty: [ClientConnection] = []
    private var stage = Stage.serving
    /// How many are let in in one turn; it grows while all of them come.
    private var acceptMost = 1

    /// Those who are connected wait for so many newcomers at most.
    private static let acceptBound = 64

    /// One reading takes so much at most: large messages in few calls, and no connection keeps the others
    /// waiting.
    private static let readMost = 1 << 18
    /// Of one frame more is read at once: a message of a megabyte costs a twentieth less in one read than in
    /// four.
    private static let frameMost = 1 << 20
    /// Who has sent a large message will probably send another: so much is read to see it begin, and the rest
    /// to where it stays. Reading more at once would be copying it.
    private static let peekMost = 1 << 12

    private enum Stage {
        case serving
        case stopping
        case stopped
    }

    /// Takes a listener to accept from; the waker may be used from now on.
    public init(
        listener: consuming Listener, address: SocketAddress, limits: ConnectionLimits, waker: Waker,
        tls: TLSContext? = nil
    ) throws(SocketError) {
        self.listener = listener
        self.address = address
        host = address.host
        self.limits = limits
        self.waker = waker
        self.tls = tls
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
            if stage == .stopping, connections.count == 0 { stage = .stopped }
        }
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

    /// The connection of that token; nil when it has ended.
    public func connection(_ token: UInt64) -> ClientConnection? {
        connections[token]
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
        let descriptor = socket.descriptor
        let local = address.isAny ? ((try? socket.localAddress())?.host ?? "") : host
        guard let transport = transport(over: socket) else { return }
        // A closure can't take what may be used only once, so it goes in a box.
        var incoming: Transport? = consume transport
        let connection = connections.insert { token in
            guard let transport = incoming.take() else {
                preconditionFailure("one connection for one socket")
            }
            return ClientConnection(token: token, transport: transport, localAddress: local, now: now)
        }
        // What a client asks is most often there already, and then costs no further turn.
        read(connection)
        guard connections[connection.token] === connection else { return }
        do {
            try poller.add(descriptor, token: connection.token, interest: connection.interest)
            schedule(connection)
        } catch {
            end(connection)
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

    /// Reads what has come. Of what TLS has taken from the kernel already the poller would not tell.
    func read(_ connection: ClientConnection) {
        repeat {
            readOnce(connection)
        } while connection.transport.hasPending && connections[connection.token] === connection
            && mayRead(from: connection)
    }

    private func readOnce(_ connection: ClientConnection) {
        guard let session = connection.session else { return readToScratch(connection, most: scratch.count) }
        if isLarge(session) { return readLarge(connection, session) }
        let peeks = session.sentLarge
        readToScratch(connection, most: peeks ? ConnectionLoop.peekMost : scratch.count)
        guard peeks else { return }
        session.sentLarge = isLarge(session)
        if session.sentLarge, mayRead(from: connection) { readLarge(connection, session) }
    }

    /// Whether what comes next is better read to where it will be taken from.
    private func isLarge(_ session: WebSocketSession) -> Bool {
        let lacked = session.machine.lackedBytes
        return lacked > 0 && max(lacked, session.machine.waitingBytes) > scratch.count / 2
    }

    private func readToScratch(_ connection: ClientConnection, most: Int) {
        // What waits of a message is put before what comes now, so that it is whole where it is read.
        let waiting = connection.session?.machine.moveWaiting(to: scratch, atMost: scratch.count / 2) ?? 0
        let free = UnsafeMutableRawBufferPointer(rebasing: scratch[waiting...].prefix(most))
        let transfer = connection.transport.read(into: free)
        guard case .bytes(let count) = transfer else {
            connection.session?.machine.receive(UnsafeRawBufferPointer(rebasing: scratch[..<waiting]))
            return readNothing(transfer, connection)
        }
        heard(connection)
        take(waiting + count, from: connection)
    }

    /// Reads more of a large frame to where it will be taken from.
    private func readLarge(_ connection: ClientConnection, _ session: WebSocketSession) {
        session.sentLarge = true
        var transfer = Socket.Transfer.wouldBlock
        session.machine.receiveFrame(atMost: ConnectionLoop.frameMost) { room in
            transfer = connection.transport.read(into: room)
            if case .bytes(let count) = transfer { return count }
            return 0
        }
        guard case .bytes = transfer else { return readNothing(transfer, connection) }
        heard(connection)
        takeMessages(connection, session)
    }

    private func readNothing(_ transfer: Socket.Transfer, _ connection: ClientConnection) {
        switch transfer {
        // A TLS handshake that goes on may want to write now.
        case .bytes, .wouldBlock: markDirty(connection)
        case .ended: peerEnded(connection)
        case .failed(let error):
            if case .tls(.plainHTTP) = error.cause { service.note("\(error)") }
            end(connection)
        }
    }

    private func heard(_ connection: ClientConnection) {
        connection.heardAt = now
        guard connection.isPinged else { return }
        connection.isPinged = false
        schedule(connection)
    }

    /// A client may close its half behind its request and wait for the answer; a WebSocket that ends so is
    /// gone.
    private func peerEnded(_ connection: ClientConnection) {
        connection.peerEnded = true
        switch connection.phase {
        case .http(let exchange) where exchange.pending != nil || !connection.outbox.isEmpty:
            markDirty(connection)
        case .draining where !connection.outbox.isEmpty: markDirty(connection)
        case .http, .webSocket, .draining: end(connection)
        }
    }

    /// Takes the first `count` bytes of the scratch buffer.
    private func take(_ count: Int, from connection: ClientConnection) {
        switch connection.phase {
        case .http(let exchange):
            let isFirst = exchange.received.isEmpty && exchange.pending == nil
            if exchange.received.isEmpty {
                exchange.received.borrow(scratch, count: count)
            } else {
                exchange.received.append(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
            }
            // The time for a request runs from its first byte; it is shorter than that for idling.
            if isFirst {
                connection.since = now
                schedule(connection)
            }
            serve(connection, exchange)
            exchange.received.endLoan()
            if connection.session == nil { markDirty(connection) }
        case .webSocket(let session):
            session.machine.receive(borrowing: scratch, count: count)
            takeMessages(connection, session)
            session.machine.endLoan()
        case .draining: return
        }
    }

    /// Takes the messages that have come whole; their answers go out in one write.
    func takeMessages(_ connection: ClientConnection, _ session: WebSocketSession) {
        cork.begin(connection)
        pump(connection, session)
        cork.end()
        // The usual case leaves nothing to do: everything was taken, and every answer has gone.
        let isDone =
            connection.outbox.isEmpty && !session.machine.hasOutput && !session.isBehind
            && !connection.transport.hasUnsent
        if !isDone { markDirty(connection) }
    }

    /// Ends a connection at once, whatever waits on it.
    func end(_ connection: ClientConnection) {
        guard connections[connection.token] === connection else { return }
        // The watch on its descriptor ends with that.
        unschedule(connection)
        connections.remove(connection.token)
        if let session = connection.session { leave(connection, session) }
    }

    /// Has what waits sent, and then ends the connection.
    func drain(_ connection: ClientConnection) {
        connection.phase = .draining
        connection.since = now
        schedule(connection)
        markDirty(connection)
    }
}
