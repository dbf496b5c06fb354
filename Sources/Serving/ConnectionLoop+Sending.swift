import Bytes
import Sockets
import WebSocket

/// Sending, once a turn, and what a connection waits for afterwards.
extension ConnectionLoop {
    func markDirty(_ connection: ClientConnection) {
        guard !connection.isDirty else { return }
        connection.isDirty = true
        dirty.append(connection)
    }

    /// Sends what the turn left in the outboxes. Sending may bring more: who has read what it had is given
    /// more.
    func flushDirty() {
        service.turnEnds()
        sendGatheredUnlessMoreIsDue()
        while !dirty.isEmpty {
            let batch = dirty
            dirty = []
            for connection in batch {
                connection.isDirty = false
                guard connections[connection.token] === connection else { continue }
                flush(connection)
            }
            service.turnEnds()
            sendGatheredUnlessMoreIsDue()
        }
    }

    private func flush(_ connection: ClientConnection) {
        // Pongs that wait in the machine are bounded; in the outbox they would pile up behind a peer that
        // only asks.
        if let session = connection.session, session.machine.hasOutput, hasRoom(connection) {
            connection.outbox.append(session.machine.takeOutput())
        }
        let waiting = connection.outbox.bytes
        let outcome = connection.outbox.flush(to: connection.transport)
        // What goes into a full pipe shows that somebody takes it out at the other end; into an empty one all
        // goes.
        if connection.interest.contains(.write), connection.outbox.bytes < waiting {
            connection.movedAt = now
        }
        switch outcome {
        case .broken: return end(connection)
        case .blocked: dropIfSlow(connection)
        case .done: sent(connection)
        }
        guard connections[connection.token] === connection else { return }
        if let session = connection.session { goOn(connection, session) }
        guard connections[connection.token] === connection else { return }
        watch(connection)
    }

    private func dropIfSlow(_ connection: ClientConnection) {
        guard connection.outbox.bytes > limits.outboxBytes, connection.isOpen else { return }
        service.readTooSlowly(connection)
    }

    /// Everything was sent.
    private func sent(_ connection: ClientConnection) {
        let tookLong = connection.interest.contains(.write)
        if tookLong, connection.session == nil {
            connection.since = now
            schedule(connection)
        }
        switch connection.phase {
        case .http(let exchange):
            if !exchange.received.isEmpty, exchange.pending == nil { serve(connection, exchange) }
            // A client that has closed its half asks nothing more.
            guard connection.peerEnded, case .http = connection.phase, exchange.pending == nil else { return }
            if connection.outbox.isEmpty { end(connection) }
        case .webSocket: return
        case .draining:
            guard !connection.peerEnded else { return end(connection) }
            connection.transport.shutdownWrites()
        }
    }

    /// There may be room in the outbox again, or the service is done: takes up what was left for then.
    private func goOn(_ connection: ClientConnection, _ session: WebSocketSession) {
        if hasRoom(connection) { service.hasRoom(connection) }
        if session.isBehind, mayTake(from: connection, session) {
            pump(connection, session)
            markDirty(connection)
        }
        // Bytes that TLS has taken from the kernel are not told of by the poller.
        if connection.transport.hasPending, mayRead(from: connection) { read(connection) }
        if session.machine.hasOutput, hasRoom(connection) { markDirty(connection) }
    }

    /// Whether what the peer sends can be dealt with now.
    func mayRead(from connection: ClientConnection) -> Bool {
        guard !connection.peerEnded else { return false }
        switch connection.phase {
        case .http(let exchange): return exchange.received.count < ConnectionLoop.readAhead
        case .webSocket(let session): return mayTake(from: connection, session)
        case .draining: return true
        }
    }

    /// Tells the poller what the connection waits for now.
    private func watch(_ connection: ClientConnection) {
        var interest: Interest = connection.outbox.isEmpty ? [] : .write
        if mayRead(from: connection) { interest.insert(.read) }
        interest = connection.transport.interest(for: interest)
        guard interest != connection.interest else { return }
        connection.interest = interest
        try? poller.modify(connection.transport.descriptor, token: connection.token, interest: interest)
    }

    /// What an HTTP client may send ahead while its last request is being answered: several whole heads.
    private static let readAhead = 1 << 16
}
