import HTTP1
import HubProtocol
import Rooms
import Serving
import Sockets
import Storage
import WebSocket

/// What a hub's connections are for: it turns messages into room input, and room effects into messages and
/// log jobs.
///
/// It belongs to its loop's thread. Other threads reach it through its mailbox alone; nothing in it waits for
/// a disk.
final class RoomService {
    let configuration: Configuration
    let loop: ConnectionLoop
    let identity: Identity
    let pages: Pages
    let policy: HostPolicy
    private let mailbox: Mailbox<LoopMessage>

    var log: LogAccess
    var lobby = Lobby()
    var rooms = OpenRooms()
    /// What each WebSocket is there for, by the connection's token.
    private var visitors: [UInt64: Visitor] = [:]
    /// The members that were spoken to last, also as the loop knows them.
    private var audience: (members: [MemberID], tokens: [UInt64]) = ([], [])
    /// Whether the operator has been told that shell and realm share a site.
    private var hasNotedSameSite = false

    /// A connection at a room's door or in it.
    private struct Visitor {
        let room: RoomName
        /// Questions for the log that are not asked yet, oldest first: one is asked at a time, when what the
        /// member was sent before has been read, so that it costs one answer's memory however much it asks.
        var questions: [LogQuestion] = []
        /// Hello was said and taken.
        var isMember = false
        /// The log is reading the answer to one.
        var isAsking = false
    }

    init(
        loop: ConnectionLoop, configuration: Configuration, mailbox: Mailbox<LoopMessage>, log: LogAccess,
        identity: Identity
    ) {
        self.loop = loop
        self.configuration = configuration
        self.mailbox = mailbox
        self.log = log
        self.identity = identity
        pages = Pages(folder: configuration.web, now: MonotonicClock.now())
        policy = HostPolicy(
            listenHost: loop.address.isAny ? nil : HostPolicy.name(ofAddress: loop.address.host),
            allowed: configuration.allowedHosts, realmOrigin: configuration.realmOrigin)
    }
}

// MARK: - What the loop tells

extension RoomService: ConnectionService {
    func received(_ kind: MessageKind, _ bytes: RawSpan, on connection: ClientConnection) {
        guard kind == .text else { return disconnect(connection, .unsupportedData) }
        do throws(ProtocolError) {
            let message = try MessageCodec.decode(bytes)
            if case .hello(let hello) = message { return enter(connection, hello) }
            perform(lobby.receive(message, from: connection.member, at: loop.nowMs))
        } catch {
            send(.error(error), to: connection)
        }
    }

    private func enter(_ connection: ClientConnection, _ hello: Hello) {
        guard let visitor = visitors[connection.token] else { return }
        guard !visitor.isMember else {
            return perform(lobby.receive(.hello(hello), from: connection.member, at: loop.nowMs))
        }
        let known = hello.token.flatMap { token in
            identity.participant(of: token).map { (participant: $0, token: token) }
        }
        let (participant, token) = known ?? identity.issue()
        visitors[connection.token]?.isMember = true
        loop.settle(connection)
        let entry = Entry(member: connection.member, participant: participant, token: token, hello: hello)
        perform(lobby.enter(entry, visitor.room, at: loop.nowMs))
    }

    func left(_ connection: ClientConnection) {
        visitors[connection.token] = nil
        perform(lobby.leave(connection.member, at: loop.nowMs))
    }

    func didNotSettle(_ connection: ClientConnection) {
        disconnect(connection, .helloTimeout)
    }

    /// The log is the buffer: who reads too slowly resumes from there, and harms nobody else.
    func readTooSlowly(_ connection: ClientConnection) {
        loop.dropUnsent(connection)
        disconnect(connection, .slowConsumer)
    }

    func hasRoom(_ connection: ClientConnection) {
        askNext(connection)
    }

    func woken() {
        for message in mailbox.takeAll() { hear(message) }
    }

    func turnEnds() {
        log.flush()
    }

    /// What is being written now is shown then.
    var expectsMore: Bool { log.isWriting }

    func stopping() {
        for connection in loop.webSockets { disconnect(connection, .goingAway) }
    }

    func note(_ line: String) {
        configuration.note(line)
    }

    /// Names the room that a WebSocket on this connection will be for.
    func expect(_ connection: ClientConnection, in room: RoomName) {
        visitors[connection.token] = Visitor(room: room)
    }

    func noteSameSite(_ host: String) {
        guard !hasNotedSameSite else { return }
        hasNotedSameSite = true
        note(
            """
            tools run on the page's own site at \(host): in Firefox and WebKit a runaway tool \
            can freeze the page. \
            Name another host for them with --realm-origin.
            """)
    }
}

// MARK: - What rooms want done

extension RoomService {
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
                if let connection = loop.connection(member.number) { send(message, to: connection) }
            case .broadcast(let envelope, let members): broadcast(envelope, to: members)
            case .ask(let question, _, let member):
                visitors[member.number]?.questions.append(question)
                if let connection = loop.connection(member.number) { askNext(connection) }
            case .pause(let member):
                if let connection = loop.connection(member.number) { loop.pause(connection) }
            case .resume(let member):
                if let connection = loop.connection(member.number) { loop.resume(connection) }
            case .close(let member, let reason):
                if let connection = loop.connection(member.number) { disconnect(connection, reason) }
            case .open(let room): log.open(room, resends: RoomLimits().resends)
            case .create(let room): log.add(.create(room: room, epoch: RandomBytes.hex(8), at: loop.nowMs))
            case .closed(let room): rooms.close(room)
            }
        }
    }

    private func send(_ message: ServerMessage, to connection: ClientConnection) {
        let payload = MessageCodec.encode(message)
        switch message {
        case .welcome:
            // A secret that is compressed beside what others chose can be guessed by its size.
            return loop.sendPlain(.text, payload.span.bytes, to: connection)
        case .ready:
            // From here on it follows the room's window.
            if let room = visitors[connection.token]?.room { rooms.deflater(of: room)?.reset() }
        case .reset, .error, .done, .envelope: break
        }
        loop.send(.text, payload.span.bytes, to: connection)
    }

    private func broadcast(_ envelope: Envelope, to members: [MemberID]) {
        guard let first = members.first else { return }
        if members != audience.members { audience = (members, members.map(\.number)) }
        let deflater = visitors[first.number].flatMap { rooms.deflater(of: $0.room) }
        loop.broadcast(text: MessageCodec.encode(envelope), to: audience.tokens, deflater: deflater)
    }

    private func disconnect(_ connection: ClientConnection, _ reason: Disconnect) {
        loop.close(connection, CloseCode(rawValue: reason.rawValue), reason: reason.reason)
    }

    /// Answers to a member that has not read what it was sent before would only pile up.
    private func askNext(_ connection: ClientConnection) {
        guard let visitor = visitors[connection.token], !visitor.isAsking,
            let question = visitor.questions.first,
            loop.hasRoom(connection), let id = rooms.id(of: visitor.room)
        else { return }
        visitors[connection.token]?.questions.removeFirst()
        visitors[connection.token]?.isAsking = true
        log.ask(question, of: id, visitor.room, for: connection.member, configuration.limits)
    }
}

// MARK: - What the log says

extension RoomService {
    private func hear(_ message: LoopMessage) {
        switch message {
        case .written(let batch, let outcomes):
            log.written(batch)
            for outcome in outcomes { hear(outcome, of: batch) }
        case .room(let name, let image?): open(image, name)
        case .room(let name, nil): perform(lobby.absent(name))
        case .unreadable(let name, let reason): fail(name, "reading the log of room \(name.text): \(reason)")
        case .answer(let question, let name, let member, let ops):
            visitors[member.number]?.isAsking = false
            if let connection = loop.connection(member.number) { loop.lookAgain(connection) }
            perform(lobby.answered(question, in: name, with: ops, for: member))
        case .httpAnswer(let token, let answer, let question):
            if let connection = loop.connection(token) { finish(connection, answer, question) }
        case .stop: loop.stop()
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
        rooms.open(name, image.id, batch: log.batch, compression: configuration.compression)
        perform(lobby.opened(record, at: loop.nowMs))
    }

    private func fail(_ name: RoomName, _ what: String) {
        note(what)
        perform(lobby.failed(name))
    }
}

extension ClientConnection {
    /// The connection as rooms know it.
    var member: MemberID { MemberID(token) }
}
