public import WebSocket

/// WebSockets: messages in, frames out, and how they end.
extension ConnectionLoop {
    /// Takes what has been received, message by message, until there is no more or the service asks to wait.
    func pump(_ connection: ClientConnection, _ session: WebSocketSession) {
        while !session.isPaused, let event = session.machine.nextEvent() {
            switch event {
            case .message(let kind):
                // What comes after a close of our own is not for anybody any more.
                if session.machine.isOpen { service.received(kind, on: connection) }
            case .pong: continue
            case .closed, .failed:
                // The answer is in the machine's output and goes out with what waits.
                leave(connection, session)
                connection.outbox.append(session.machine.takeOutput())
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

    /// Sends a whole frame that may be shared by many connections.
    public func send(frame: [UInt8], to connection: ClientConnection) {
        connection.outbox.append(frame)
        markDirty(connection)
    }

    /// Sends one message.
    public func send(_ opcode: Opcode, _ payload: RawSpan, to connection: ClientConnection) {
        connection.outbox.append(opcode, payload: payload)
        markDirty(connection)
    }

    /// Ends the conversation, and says why. Nothing is taken from it any more.
    public func close(_ connection: ClientConnection, _ code: CloseCode, reason: String) {
        guard let session = connection.session, session.machine.isOpen else { return }
        session.machine.sendClose(code, reason: reason)
        session.isPaused = false
        connection.since = now
        leave(connection, session)
        schedule(connection)
        markDirty(connection)
    }

    /// It has said who it is: from now on it may be silent as long as it answers pings.
    public func settle(_ connection: ClientConnection) {
        connection.session?.isSettled = true
    }

    /// Takes nothing more from it until ``resume(_:)``; TCP holds back what it sends meanwhile.
    public func pause(_ connection: ClientConnection) {
        connection.session?.isPaused = true
    }

    /// Goes on with what has been received meanwhile, once the service is done with what it is doing.
    public func resume(_ connection: ClientConnection) {
        guard let session = connection.session, session.isPaused else { return }
        session.isPaused = false
        resumed.append(connection)
    }

    func takeResumed() {
        while let connection = resumed.popLast() {
            guard let session = connection.session else { continue }
            pump(connection, session)
            markDirty(connection)
        }
    }
}
