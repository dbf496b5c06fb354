import HTTP1
import HubProtocol
import Rooms
import Serving
import Sockets
import Storage
import WebSocket

/// What a loop's connections are for: it turns messages into room input, and room effects into messages and
/// log jobs.
///
/// It belongs to its loop's thread. Other threads reach it through its mailbox alone; nothing in it waits for
/// a disk. It decides for the rooms whose home its loop is; see `RoomService+Guests.swift` for members that
/// are on another loop than their room.
final class RoomService {
    let configuration: Configuration
    let loop: ConnectionLoop
    let loops: Loops
    let identity: Identity
    let pages: Pages
    let policy: HostPolicy

    var log: LogAccess
    var lobby: Lobby
    /// Nil where the hub makes none.
    private let requests: RequestRunner?
    var rooms = OpenRooms()
    /// What each WebSocket is there for, by the connection's token.
    var visitors: [UInt64: Visitor] = [:]
    /// Those of them that are there for one document alone, by the connection's token.
    var readers: [UInt64: DocumentReader] = [:]
    /// Members of this loop's rooms that are on other loops.
    var guests = Guests()
    /// What is said to the other loops, and to this one, which stays empty.
    var links: [Link]
    /// Connections that wait because another loop is behind.
    var heldByDistance: [UInt64] = []
    /// Files of rooms that were asked for just now.
    var shelf = AssetShelf()
    /// The members that were spoken to last.
    private var audience = Audience()
    /// The number of the loop whose room spoke to many last, here.
    var spokeLast: Int
    /// Whether the operator has been told that shell and realm share a site.
    private var hasNotedSameSite = false
    /// Whether the others know that this loop has no connection left.
    private var hasSaidEmpty = false
    /// What is due from now on stays undone.
    private var isStopping = false

    init(
        loop: ConnectionLoop, loops: Loops, configuration: Configuration, log: LogAccess, identity: Identity,
        requests: RequestRunner?
    ) {
        self.loop = loop
        self.loops = loops
        self.configuration = configuration
        self.log = log
        self.identity = identity
        self.requests = requests
        var limits = RoomLimits()
        if requests == nil { limits.requestsAtOnce = 0 }
        lobby = Lobby(limits: limits)
        spokeLast = loop.number
        links = Array(repeating: Link(), count: loops.count)
        pages = Pages(
            folder: configuration.web, now: MonotonicClock.now(), grants: configuration.mediaGrants)
        policy = HostPolicy(
            listenHost: loop.address.isAny ? nil : HostPolicy.name(ofAddress: loop.address.host),
            allowed: configuration.allowedHosts, realmOrigin: configuration.realmOrigin)
    }
}

// MARK: - What the loop tells

extension RoomService: ConnectionService {
    func received(_ kind: MessageKind, _ bytes: RawSpan, on connection: ClientConnection) {
        guard let visitor = visitors[connection.token] else { return }
        guard let said = decode(kind, bytes, on: connection) else {
            return disconnect(connection, .unsupportedData)
        }
        if case .success(.hello(let hello)) = said, !visitor.isMember {
            return enter(connection, hello, visitor)
        }
        guard visitor.home == loop.number || !visitor.isMember else {
            return pass(said, bytes: bytes.byteCount, connection)
        }
        hear(said, from: connection.member)
        if isBehind(visitor.room) { wait(connection) }
    }

    private func enter(_ connection: ClientConnection, _ hello: Hello, _ visitor: Visitor) {
        let known = hello.token.flatMap { token in
            identity.participant(of: token).map { (participant: $0, token: token) }
        }
        let (participant, token) = known ?? identity.issue()
        visitors[connection.token]?.isMember = true
        loop.settle(connection)
        let entry = Entry(
            member: connection.member, participant: participant, token: token, isNew: known == nil,
            hello: hello, document: readers[connection.token]?.document)
        guard visitor.home == loop.number else { return introduce(entry, connection, visitor) }
        perform(lobby.enter(entry, visitor.room, at: loop.nowMs))
    }

    /// Who is there for a document has no hello to say ([DO6]).
    func opened(_ connection: ClientConnection) {
        guard let reader = readers[connection.token], let visitor = visitors[connection.token] else { return }
        enter(connection, Hello(name: reader.name, quiet: true), visitor)
    }

    /// Hears what a member of one of this loop's rooms said, or somebody who is no member yet.
    func hear(_ said: Result<ClientMessage, ProtocolError>, from member: MemberID) {
        switch said {
        case .success(let message): perform(lobby.receive(message, from: member, at: loop.nowMs))
        case .failure(let error): perform([.send(.error(error), to: member)])
        }
    }

    func left(_ connection: ClientConnection) {
        guard let visitor = visitors.removeValue(forKey: connection.token) else { return }
        readers[connection.token] = nil
        loops.depart(from: visitor.room)
        guard visitor.home == loop.number else { return goHome(connection.member, visitor) }
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
        for message in loops[loop.number].takeAll() { hear(message) }
    }

    /// What was said first, then what that has changed: figures before anything else, so that they are there
    /// before anybody can have read the reason to look at them.
    func turnEnds() {
        while let token = guests.takeResumed() { hearWhatWaits(of: MemberID(token)) }
        let changed = lobby.takeChanged()
        if !changed.isEmpty { loops.publish(changed.map { ($0, lobby.participants(in: $0)) }) }
        // What comes while others are written is merged; at the end nothing more comes.
        if !log.isWriting || isStopping { perform(lobby.settle(at: loop.nowMs)) }
        loop.setAlarm(atMs: isStopping ? nil : lobby.nextDue)
        log.flush()
        for other in links.indices {
            guard let letter = links[other].takeLetter(from: loop.number, expectsMore: log.isWriting) else {
                continue
            }
            loops[other].post(.letter(letter))
        }
    }

    /// What is being written now for a room of the loop that spoke last is shown then.
    var expectsMore: Bool { spokeLast == loop.number ? log.isWriting : links[spokeLast].expectsMore }

    func alarm() {
        perform(lobby.due(at: loop.nowMs))
    }

    func stopping() {
        isStopping = true
        for connection in loop.webSockets { disconnect(connection, .goingAway) }
    }

    /// A room's home stays until the last guest has been heard of, on whichever loop it was.
    func isDone() -> Bool {
        if !hasSaidEmpty {
            hasSaidEmpty = true
            loops.markEmpty()
        }
        return loops.areEmpty
    }

    func note(_ line: String) {
        configuration.note(line)
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
            case .send(let message, let member): send(message, to: member)
            case .broadcast(let envelope, let members): broadcast(envelope, to: members)
            case .ask(let question, let room, let member):
                if let id = rooms.id(of: room) { order(.ask(question, id, for: member), member) }
            case .load(let document, let opening, let room):
                if let id = rooms.id(of: room) { log.load(document, opening: opening, of: id, room) }
            case .recall(let question, let room):
                if let id = rooms.id(of: room) { log.recall(question, of: id, room) }
            case .pause(let member):
                guests.pause(member.number)
                order(.pause(member), member)
            case .resume(let member):
                guests.resume(member.number)
                order(.resume(member), member)
            case .close(let member, let reason):
                guests.sendAway(member.number)
                order(.close(member, reason), member)
            case .open(let room): log.open(room)
            case .create(let room): log.add(.create(room: room, epoch: RandomBytes.hex(8), at: loop.nowMs))
            case .closed(let room): rooms.close(room)
            case .note(let line): note(line)
            case .fetch(let errand): fetch(errand)
            }
        }
    }

    /// Its answer comes back through the mailbox.
    private func fetch(_ errand: Errand) {
        let mailbox = loops[loop.number]
        guard let requests else { return mailbox.post(.fetched(.failure("this hub makes none"), errand)) }
        requests.run(errand.request) { mailbox.post(.fetched($0, errand)) }
    }

    private func send(_ message: ServerMessage, to member: MemberID) {
        if case .ready = message, let room = room(of: member) {
            // From here on it follows the room's window. What waits was said before.
            loop.sendGathered()
            rooms.deflater(of: room)?.reset()
        }
        order(.send(message, to: member), member)
    }

    /// Has it done where the member's connection is.
    private func order(_ order: GuestOrder, _ member: MemberID) {
        let place = ConnectionLoop.number(ofToken: member.number)
        place == loop.number ? carryOut(order, for: place) : links[place].add(order)
    }

    private func broadcast(_ envelope: Envelope, to members: [MemberID]) {
        guard let first = members.first else { return }
        if members != audience.members {
            // Before others are spoken to what waits must have its place in the room's window.
            loop.sendGathered()
            audience = Audience(members, on: loop.number)
        }
        spokeLast = loop.number
        let payload = MessageCodec.encode(envelope)
        let deflater = room(of: first).flatMap { rooms.deflater(of: $0) }
        guard !audience.others.isEmpty else {
            return loop.broadcast(text: payload, to: audience.own, deflater: deflater)
        }
        let frame = deflater?.frame(text: payload.span.bytes)
        loop.broadcast(text: payload, compressed: frame, to: audience.own)
        for other in audience.others { links[other.loop].add(.broadcast(payload, frame, to: other.tokens)) }
    }

    /// The room of this loop's that the member is in.
    private func room(of member: MemberID) -> RoomName? {
        visitors[member.number]?.room ?? guests.room(of: member.number)
    }

    func disconnect(_ connection: ClientConnection, _ reason: Disconnect) {
        loop.close(connection, CloseCode(rawValue: reason.rawValue), reason: reason.reason)
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
            perform(lobby.answered(question, in: name, with: ops, for: member, at: loop.nowMs))
            order(.answered(member), member)
        case .recalled(let question, let name, let answer): hear(answer, to: question, of: name)
        case .loaded(let document, let opening, let name, let state):
            perform(lobby.loaded(document, opening: opening, in: name, state, at: loop.nowMs))
        case .httpAnswer(let token, let answer, let question):
            if let connection = loop.connection(token) { finish(connection, answer, question) }
        case .adopt(let moving): loop.adopt(moving)
        case .letter(let letter): read(letter)
        case .hold(let room, let reason, let answer): hold(room, reason, answer)
        case .release(let room): perform(lobby.release(room))
        case .wake(let room): perform(lobby.wake(room))
        case .fetched(let response, let errand): fetched(response, errand)
        case .assets(let news): hear(news)
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
            fail(name, reason.map { "writing the log of room \(name.text): \($0)" })
        case .createFailed(let name, let reason):
            fail(name, reason.map { "making room \(name.text): \($0)" })
        case .erased, .compacted, .renamed, .deleted, .checkpointed, .importing, .refused, .assetKept,
            .assetRefused, .assetDropped:
            // Maintenance, and who keeps files, answers whoever asked for it.
            break
        }
    }

    private func open(_ image: RoomImage, _ name: RoomName) {
        let record = RoomRecord(
            name: name, epoch: image.epoch, head: image.head, lastAt: image.lastAt, current: image.current,
            trimmed: image.trimmed, imported: image.imported)
        let effects = lobby.opened(record, at: loop.nowMs)
        // An answer from before the log was changed as a whole is no news, and its id may be another room's.
        guard !effects.isEmpty || lobby.durable(in: name) != nil else { return }
        rooms.open(name, image.id, batch: log.batch, compression: configuration.compression)
        perform(effects)
    }

    private func hear(_ answer: LogReader.Answer, to question: ResendQuestion, of name: RoomName) {
        switch answer {
        case .resends(let keys): perform(lobby.recalled(question, in: name, keys, at: loop.nowMs))
        case .failed(let reason):
            note("reading the log of room \(name.text): \(reason)")
            perform(lobby.recalled(question, in: name, nil, at: loop.nowMs))
        default:
            preconditionFailure("the reader answered another question")
        }
    }

    /// - Parameter what: what the operator is told; nil when that has been done.
    private func fail(_ name: RoomName, _ what: String?) {
        if let what { note(what) }
        perform(lobby.failed(name, at: loop.nowMs))
    }
}

extension ClientConnection {
    /// The connection as rooms know it.
    var member: MemberID { MemberID(token) }
}
