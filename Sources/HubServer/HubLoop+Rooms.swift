import HubProtocol
import Rooms
import Sockets
import Storage
import WebSocket

// MARK: - From members to rooms

extension HubLoop {
    /// Whether the member may say more. Not while the room asks to wait, nor while answers to what it said before
    /// wait for it in such numbers that it costs too much.
    func mayTake(from connection: ClientConnection, _ session: WebSocketSession) -> Bool {
        guard session.machine.isOpen else { return true }
        return !session.isHeld && session.questions.count < WebSocketSession.questionsMax
            && connection.outbox.bytes <= configuration.limits.outboxBytes
    }

    /// Takes what a member sent, message by message, until there is no more or it may say no more for now.
    func pump(_ connection: ClientConnection, _ session: WebSocketSession) {
        session.isBehind = true
        while mayTake(from: connection, session) {
            guard let event = session.machine.nextEvent() else {
                session.isBehind = false
                return
            }
            switch event {
            case .message(let kind):
                // What comes after the hub's own close is not for anybody any more.
                guard session.machine.isOpen else { continue }
                kind == .text ? takeText(connection, session) : disconnect(connection, .unsupportedData)
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

    private func takeText(_ connection: ClientConnection, _ session: WebSocketSession) {
        let decoded: Result<ClientMessage, ProtocolError> = session.machine.withMessage { bytes in
            do throws(ProtocolError) {
                return .success(try MessageCodec.decode(bytes))
            } catch {
                return .failure(error)
            }
        }
        switch decoded {
        case .success(.hello(let hello)) where !session.isMember: enter(connection, session, hello)
        case .success(let message): perform(lobby.receive(message, from: connection.member, at: nowMs))
        case .failure(let error): send(.error(error), to: connection)
        }
    }

    private func enter(_ connection: ClientConnection, _ session: WebSocketSession, _ hello: Hello) {
        let known = hello.token.flatMap { token in
            identity.participant(of: token).map { (participant: $0, token: token) }
        }
        let (participant, token) = known ?? identity.issue()
        session.isMember = true
        // Another deadline holds from here on.
        schedule(connection)
        let entry = Entry(member: connection.member, participant: participant, token: token, hello: hello)
        perform(lobby.enter(entry, session.room, at: nowMs))
    }

    /// The hub ends the conversation, and says why.
    func disconnect(_ connection: ClientConnection, _ reason: Disconnect) {
        guard case .webSocket(let session) = connection.phase, session.machine.isOpen else { return }
        session.machine.sendClose(CloseCode(rawValue: reason.rawValue), reason: reason.reason)
        session.isHeld = false
        connection.since = now
        leave(connection, session)
        schedule(connection)
        markDirty(connection)
    }

    private func leave(_ connection: ClientConnection, _ session: WebSocketSession) {
        session.questions = []
        perform(lobby.leave(connection.member, at: nowMs))
    }
}

// MARK: - From rooms to members and to the log

extension HubLoop {
    /// Does what rooms want done, in their order.
    func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .append(let op, let room):
                guard let id = rooms.id(of: room) else {
                    preconditionFailure("an op for a room that is not open")
                }
                log.add(.append(room: id, op))
            case .send(let message, let member):
                if let connection = connections[member.number] { send(message, to: connection) }
            case .broadcast(let envelope, let members):
                broadcast(envelope, to: members)
            case .ask(let question, _, let member):
                if let connection = connections[member.number] { ask(question, for: connection) }
            case .pause(let member): session(of: member)?.isHeld = true
            case .resume(let member): resume(member)
            case .close(let member, let reason):
                if let connection = connections[member.number] { disconnect(connection, reason) }
            case .open(let room): log.open(room, resends: RoomLimits().resends)
            case .create(let room): log.add(.create(room: room, epoch: RandomBytes.hex(8), at: nowMs))
            case .closed(let room): rooms.close(room)
            }
        }
    }

    private func session(of member: MemberID) -> WebSocketSession? {
        guard let connection = connections[member.number], case .webSocket(let session) = connection.phase
        else {
            return nil
        }
        return session
    }

    func send(_ message: ServerMessage, to connection: ClientConnection) {
        connection.outbox.append(HubLoop.frame(message))
        markDirty(connection)
    }

    private func broadcast(_ envelope: Envelope, to members: [MemberID]) {
        guard !members.isEmpty else { return }
        let frame = HubLoop.frame(.envelope(envelope))
        for member in members {
            guard let connection = connections[member.number] else { continue }
            connection.outbox.append(frame)
            markDirty(connection)
        }
    }

    private static func frame(_ message: ServerMessage) -> [UInt8] {
        FrameEncoder.frame(.text, payload: MessageCodec.encode(message))
    }

    private func ask(_ question: LogQuestion, for connection: ClientConnection) {
        guard case .webSocket(let session) = connection.phase else { return }
        session.questions.append(question)
        askNext(connection, session)
    }

    /// Answers to a member that has not read what it was sent before would only pile up.
    func askNext(_ connection: ClientConnection, _ session: WebSocketSession) {
        guard !session.isAsking, !session.questions.isEmpty, hasRoom(connection) else { return }
        guard let id = rooms.id(of: session.room) else { return }
        session.isAsking = true
        log.ask(
            session.questions.removeFirst(), of: id, session.room, for: connection.member,
            configuration.limits)
    }

    private func resume(_ member: MemberID) {
        guard let connection = connections[member.number] else { return }
        session(of: member)?.isHeld = false
        // It goes on when the turn's bytes are sent.
        markDirty(connection)
    }
}

// MARK: - From the log

extension HubLoop {
    func hear(_ message: LoopMessage) {
        switch message {
        case .written(let batch, let outcomes):
            for outcome in outcomes { hear(outcome, of: batch) }
        case .room(let name, let image?): open(image, name)
        case .room(let name, nil): perform(lobby.absent(name))
        case .unreadable(let name, let reason): fail(name, "reading the log of room \(name.text): \(reason)")
        case .answer(let question, let name, let member, let ops):
            session(of: member)?.isAsking = false
            if let connection = connections[member.number] { markDirty(connection) }
            perform(lobby.answered(question, in: name, with: ops, for: member))
        case .httpAnswer(let token, let answer, let question):
            if let connection = connections[token] { finish(connection, answer, question) }
        case .stop: stopServing()
        }
    }

    private func hear(_ outcome: LogWriter.Outcome, of batch: UInt64) {
        switch outcome {
        case .committed(let id, let seq):
            guard let name = rooms.name(of: id, asOf: batch) else { return }
            perform(lobby.committed(name, through: seq))
        case .created(let image): open(image, image.name)
        case .failed(let id, let reason):
            guard let name = rooms.name(of: id, asOf: batch) else { return }
            fail(name, "writing the log of room \(name.text): \(reason)")
        case .createFailed(let name, let reason): fail(name, "making room \(name.text): \(reason)")
        }
    }

    private func open(_ image: RoomImage, _ name: RoomName) {
        let record = RoomRecord(
            name: name, epoch: image.epoch, head: image.head, lastAt: image.lastAt, current: image.current,
            resends: image.recent)
        rooms.open(name, image.id, batch: log.batch)
        perform(lobby.opened(record, at: nowMs))
    }

    private func fail(_ name: RoomName, _ what: String) {
        configuration.note(what)
        perform(lobby.failed(name))
    }
}
