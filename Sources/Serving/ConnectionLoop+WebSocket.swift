public import WebSocket

/// WebSockets: messages in, frames out, and how they end.
extension ConnectionLoop {
    /// Whether more may be taken from a peer: not while the service asks to wait, nor while it leaves unread
    /// what was sent to it.
    func mayTake(from connection: ClientConnection, _ session: WebSocketSession) -> Bool {
        guard session.machine.isOpen else { return true }
        return !session.isPaused && connection.outbox.bytes <= limits.outboxBytes
    }

    /// Takes what has been received, message by message, until there is no more or the peer has to wait.
    func pump(_ connection: ClientConnection, _ session: WebSocketSession) {
        session.isBehind = true
        let service = service
        while mayTake(from: connection, session) {
            guard let event = session.machine.nextEvent() else {
                session.isBehind = false
                return
            }
            switch event {
            case .message(let kind):
                // A pong is due before the answer to what came behind its ping.
                if session.machine.hasOutput, hasRoom(connection) {
                    send(frame: session.machine.takeOutput(), to: connection)
                }
                // What comes after a close of our own is not for anybody any more.
                guard session.machine.isOpen else { continue }
                service.received(kind, session.machine.message.bytes, on: connection)
            case .pong: continue
            case .closed, .failed:
                // The answer is in the machine's output and goes out with what waits.
                leave(connection, session)
                send(frame: session.machine.takeOutput(), to: connection)
                drain(connection)
                return
            }
        }
    }

    func leave(_ connection: ClientConnection, _ session: WebSocketSession) {
        guard !session.hasLeft else { return }
        session.hasLeft = true
        service.left(connection)
    }

    /// Sends one message. Where the connection has a window of its own the message is compressed in it.
    public func send(_ kind: MessageKind, _ payload: RawSpan, to connection: ClientConnection) {
        if let deflater = connection.session?.deflater {
            return send(frame: deflater.frame(kind, payload: payload), to: connection)
        }
        sendPlain(kind, payload, to: connection)
    }

    /// Sends a whole frame, or several.
    func send(frame: [UInt8], to connection: ClientConnection) {
        if gathered != nil { sendGathered() }
        if cork.connection === connection, cork.take(frame: frame) { return }
        connection.outbox.append(frame)
        markDirty(connection)
    }

    /// Sends one message as it is, in a frame that touches no window: what is secret must not be compressed.
    public func sendPlain(_ kind: MessageKind, _ payload: RawSpan, to connection: ClientConnection) {
        let opcode: Opcode = kind == .text ? .text : .binary
        if gathered != nil { sendGathered() }
        if cork.connection === connection {
            if Cork.isLarge(payload) {
                cork.pass(opcode, payload, to: connection)
                return markDirty(connection)
            }
            if cork.take(opcode, payload) { return }
        }
        connection.outbox.append(opcode, payload: payload)
        markDirty(connection)
    }

    /// Ends the conversation, and says why. Nothing is taken from it any more.
    public func close(_ connection: ClientConnection, _ code: CloseCode, reason: String) {
        sendGathered()
        guard let session = connection.session, session.machine.isOpen else { return }
        session.machine.sendClose(code, reason: reason)
        session.isPaused = false
        connection.since = now
        leave(connection, session)
        schedule(connection)
        markDirty(connection)
    }

    /// Forgets what waits to be sent and was not begun.
    public func dropUnsent(_ connection: ClientConnection) {
        connection.outbox.dropUnsent()
    }

    /// It has said who it is: from now on it may be silent as long as it answers pings.
    public func settle(_ connection: ClientConnection) {
        connection.session?.isSettled = true
        // Another deadline holds from here on.
        schedule(connection)
    }

    /// Takes nothing more from it until ``resume(_:)``; TCP holds back what it sends meanwhile.
    public func pause(_ connection: ClientConnection) {
        connection.session?.isPaused = true
    }

    /// Goes on with what has been received meanwhile, when the turn's bytes are sent.
    public func resume(_ connection: ClientConnection) {
        connection.session?.isPaused = false
        markDirty(connection)
    }

    /// Whether more may be put behind what waits to be sent. When that changes, the service is told.
    public func hasRoom(_ connection: ClientConnection) -> Bool {
        connection.outbox.bytes < limits.ampleBytes
    }

    /// Looks at the connection when the turn ends, as if something were to be sent on it.
    public func lookAgain(_ connection: ClientConnection) {
        markDirty(connection)
    }
}
