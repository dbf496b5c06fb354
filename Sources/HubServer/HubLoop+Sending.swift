import Bytes
import HTTP1
import HubProtocol
import Sockets
import WebSocket

// MARK: - Sending

extension HubLoop {
    func markDirty(_ connection: ClientConnection) {
        guard !connection.isDirty else { return }
        connection.isDirty = true
        dirty.append(connection)
    }

    /// Sends what the turn left in the outboxes. Sending may bring more: a member that read much is given more.
    func flushDirty() {
        while !dirty.isEmpty {
            let batch = dirty
            dirty.removeAll(keepingCapacity: true)
            for connection in batch {
                connection.isDirty = false
                guard connections[connection.token] === connection else { continue }
                flush(connection)
            }
        }
        log.flush()
    }

    private func flush(_ connection: ClientConnection) {
        // Pongs that wait in the machine are bounded; in the outbox they would pile up behind a peer that only asks.
        if case .webSocket(let session) = connection.phase, session.machine.hasOutput, hasRoom(connection) {
            connection.outbox.append(session.machine.takeOutput())
        }
        let waiting = connection.outbox.bytes
        let outcome = connection.outbox.flush(to: connection.socket)
        // What goes into a full pipe shows that somebody takes it out at the other end; into an empty one all goes.
        if connection.interest.contains(.write), connection.outbox.bytes < waiting {
            connection.movedAt = now
        }
        switch outcome {
        case .broken: return end(connection)
        case .blocked: dropIfSlow(connection)
        case .done: sent(connection)
        }
        guard connections[connection.token] === connection else { return }
        if case .webSocket(let session) = connection.phase { goOn(connection, session) }
        guard connections[connection.token] === connection else { return }
        watch(connection)
    }

    /// Whether more may be put behind what waits: pongs, and what was asked of the log.
    func hasRoom(_ connection: ClientConnection) -> Bool {
        connection.outbox.bytes < configuration.limits.catchUpBytes
    }

    /// The log is the buffer: who reads too slowly resumes from there, and harms nobody else.
    private func dropIfSlow(_ connection: ClientConnection) {
        guard connection.outbox.bytes > configuration.limits.outboxBytes else { return }
        guard case .webSocket(let session) = connection.phase, session.machine.isOpen else { return }
        connection.outbox.dropUnsent()
        disconnect(connection, .slowConsumer)
    }

    /// Everything was sent.
    private func sent(_ connection: ClientConnection) {
        let tookLong = connection.interest.contains(.write)
        switch connection.phase {
        case .http(let exchange):
            if tookLong {
                connection.since = now
                schedule(connection)
            }
            if !exchange.received.isEmpty, exchange.pending == nil { serve(connection, exchange) }
            // A client that has closed its half asks nothing more.
            guard connection.peerEnded, case .http = connection.phase, exchange.pending == nil else { return }
            if connection.outbox.isEmpty { end(connection) }
        case .webSocket: return
        case .draining:
            guard !connection.peerEnded else { return end(connection) }
            connection.socket.shutdownWrites()
            if tookLong {
                connection.since = now
                schedule(connection)
            }
        }
    }

    /// There may be room in the outbox again, or an answer has come: takes up what was left for then.
    private func goOn(_ connection: ClientConnection, _ session: WebSocketSession) {
        askNext(connection, session)
        if session.isBehind, mayTake(from: connection, session) {
            pump(connection, session)
            markDirty(connection)
        }
        if session.machine.hasOutput, hasRoom(connection) { markDirty(connection) }
    }

    /// Tells the poller what the connection waits for now.
    private func watch(_ connection: ClientConnection) {
        var interest: Interest = connection.outbox.isEmpty ? [] : .write
        switch connection.phase {
        case .http(let exchange): if exchange.received.count < HubLoop.readAhead { interest.insert(.read) }
        case .webSocket(let session): if mayTake(from: connection, session) { interest.insert(.read) }
        case .draining: interest.insert(.read)
        }
        if connection.peerEnded { interest.remove(.read) }
        guard interest != connection.interest else { return }
        connection.interest = interest
        try? poller.modify(connection.socket.descriptor, token: connection.token, interest: interest)
    }

    /// What an HTTP client may send ahead while its last request is being answered: several whole heads.
    private static let readAhead = 1 << 16
}
