import Bytes
import HTTP1
import Sockets
import WebSocket

/// What happens to connections on which nothing happens.
extension ConnectionLoop {
    /// Sees to it that the connection is looked at when its deadline falls. A deadline that moved back is
    /// found when the old one falls due, so that neither messages nor a handshake's steps cost a timer.
    func schedule(_ connection: ClientConnection) {
        let deadline = deadline(of: connection)
        guard deadline < connection.wakesAt else { return }
        unschedule(connection)
        connection.wakesAt = deadline
        deadlines.add(connection.token, at: deadline)
    }

    /// The connection is not looked at any more, or not then.
    func unschedule(_ connection: ClientConnection) {
        guard connection.wakesAt != .max else { return }
        connection.wakesAt = .max
        deadlines.noteVoid { connections[$0.key]?.wakesAt != $0.time }
    }

    /// Looks at those whose time has come.
    func checkDeadlines() {
        while let due = deadlines.popDue(now: now) {
            guard let connection = connections[due.key], connection.wakesAt == due.time else {
                deadlines.forgetVoid()
                continue
            }
            connection.wakesAt = .max
            checkDeadline(of: connection)
        }
    }

    private func deadline(of connection: ClientConnection) -> UInt64 {
        // A long answer may take its time as long as it moves.
        let stalled = max(connection.since, connection.movedAt) + limits.idleTime
        switch connection.phase {
        case .http(let exchange):
            guard connection.outbox.isEmpty else { return stalled }
            if case .body = exchange.turn {
                let silent = max(connection.since, connection.heardAt) + limits.requestTime
                return min(silent, connection.since + limits.bodyTime)
            }
            let isIdle = exchange.received.isEmpty && exchange.pending == nil && exchange.hasServed
            return connection.since + (isIdle ? limits.idleTime : limits.requestTime)
        case .webSocket(let session):
            guard session.machine.isOpen else { return connection.since + limits.closeTime }
            guard session.isSettled else { return connection.since + limits.settleTime }
            // A peer that is still reading what was sent before the ping can't have come to the ping.
            let lastSign = max(connection.heardAt, connection.movedAt)
            return lastSign + (connection.isPinged ? limits.silenceTime : limits.pingTime)
        case .draining: return connection.outbox.isEmpty ? connection.since + limits.closeTime : stalled
        }
    }

    private func checkDeadline(of connection: ClientConnection) {
        guard deadline(of: connection) <= now else { return schedule(connection) }
        switch connection.phase {
        case .http(let exchange):
            if case .body = exchange.turn, connection.outbox.isEmpty {
                refuse(connection, HTTPError(408, "The body did not come in time."))
            } else if let pending = exchange.pending {
                refuse(
                    connection, HTTPError(503, "The answer could not be had in time."), isHead: pending.isHead
                )
            } else if exchange.received.isEmpty || !connection.outbox.isEmpty {
                end(connection)
            } else {
                refuse(connection, HTTPError(408, "The request did not come in time."))
            }
        case .webSocket(let session):
            checkSilence(of: connection, session)
        case .draining: end(connection)
        }
    }

    private func checkSilence(of connection: ClientConnection, _ session: WebSocketSession) {
        guard session.machine.isOpen else { return end(connection) }
        guard session.isSettled else { return service.didNotSettle(connection) }
        if session.isPaused, hasRoom(connection) {
            // It is this side that does not read. Where the peer doesn't read either, that excuses nobody.
            connection.heardAt = now
        } else if !connection.isPinged {
            session.machine.sendPing()
            session.deflater?.trim()
            connection.isPinged = true
            markDirty(connection)
        } else {
            return end(connection)
        }
        schedule(connection)
    }
}
