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

    /// Sends what the turn left in the outboxes. Sending may bring more: who has read what it had is given more.
    func flushDirty() {
        service.turnEnds()
        while !dirty.isEmpty {
            let batch = dirty
            dirty = []
            for connection in batch {
                connection.isDirty = false
                guard connections[connection.token] === connection else { continue }
                flush(connection)
            }
            service.turnEnds()
        }
    }

    private func flush(_ connection: ClientConnection) {
        // Pongs that wait in the machine are bounded; in the outbox they would pile up behind a peer that only asks.
        if let session = connection.session, session.machine.hasOutput,
            connection.outbox.bytes < limits.ampleBytes
        {
            connection.outbox.append(session.machine.takeOutput())
        }
        switch connection.outbox.flush(to: connection.socket) {
        case .broken: return end(connection)
        case .blocked: dropIfSlow(connection)
        case .done: sent(connection)
        }
        guard connections[connection.token] === connection else { return }
        watch(connection)
    }

    private func dropIfSlow(_ connection: ClientConnection) {
        guard connection.outbox.bytes > limits.outboxBytes, connection.isOpen else { return }
        connection.outbox.dropUnsent()
        service.readTooSlowly(connection)
    }

    /// Everything was sent.
    private func sent(_ connection: ClientConnection) {
        switch connection.phase {
        case .http(let exchange):
            if !exchange.received.isEmpty, exchange.pending == nil { serve(connection, exchange) }
        case .webSocket: service.drained(connection)
        case .draining:
            guard !connection.peerEnded else { return end(connection) }
            connection.socket.shutdownWrites()
        }
    }

    /// Tells the poller what the connection waits for now.
    private func watch(_ connection: ClientConnection) {
        var interest: Interest = connection.outbox.isEmpty ? [] : .write
        switch connection.phase {
        case .http(let exchange):
            if exchange.received.count < ConnectionLoop.readAhead { interest.insert(.read) }
        case .webSocket(let session): if !session.isPaused { interest.insert(.read) }
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
