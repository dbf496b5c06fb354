import Bytes
import HTTP1
import Sockets
import WebSocket

/// Reading: what has come, where to, and how much of it at once.
extension ConnectionLoop {
    /// Of one frame more is read at once: a message of a megabyte costs a twentieth less in one read than in
    /// four.
    private static let frameMost = 1 << 20
    /// Who has sent a large message will probably send another: so much is read to see it begin, and the rest
    /// to where it stays. Reading more at once would be copying it.
    private static let peekMost = 1 << 12

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
            // What is left of a body will not come any more.
            if case .body = exchange.turn { return end(connection) }
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
}
