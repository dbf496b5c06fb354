import HubProtocol
import Rooms
import Serving
import Storage
import Synchronization
import WebSocket

/// Members that are on another loop than the home of their room: how each of the two has the other do its
/// part.
///
/// All between two loops goes by letters, one a turn, which arrive in the order in which they were posted. So
/// a member is told everything in the order in which its home said it, and heard in the order in which it
/// spoke.
extension RoomService {
    func read(_ letter: Letter) {
        links[letter.from].expectsMore = letter.expectsMore
        for news in letter.news { hear(news, from: letter.from) }
        var weight = 0
        for order in letter.orders {
            carryOut(order, for: letter.from)
            weight += order.weight
        }
        if weight > 0 { links[letter.from].carriedOut(weight) }
    }
}

// MARK: - Where the connection is

extension RoomService {
    /// Does for a connection what the home of its room wants done, be that this loop or another.
    ///
    /// - Parameter home: the number of the loop that wants it done.
    func carryOut(_ order: GuestOrder, for home: Int) {
        switch order {
        case .send(let message, let member): send(message, on: member)
        case .broadcast(let payload, let frame, let tokens):
            loop.broadcast(text: payload, compressed: frame, to: tokens)
            spokeLast = home
        case .ask(let question, let room, let member):
            visitors[member.number]?.questions.append((question, room))
            if let connection = loop.connection(member.number) { askNext(connection) }
        case .answered(let member):
            visitors[member.number]?.isAsking = false
            if let connection = loop.connection(member.number) { loop.lookAgain(connection) }
        case .pause(let member): hold(member.number, .byRoom)
        case .resume(let member): release(member.number, .byRoom)
        case .close(let member, let reason):
            if let connection = loop.connection(member.number) { disconnect(connection, reason) }
        case .taken(let bytes, let member):
            visitors[member.number]?.untaken -= bytes
            let isTaken = visitors[member.number].map { $0.untaken <= Visitor.untakenMost } ?? false
            if isTaken { release(member.number, .byDistance) }
        }
    }

    private func send(_ message: ServerMessage, on member: MemberID) {
        guard let connection = loop.connection(member.number), connection.isOpen else { return }
        switch message {
        case .document(let message):
            let isReader = readers[member.number] != nil
            let payload = isReader ? message.body : message.encoded()
            loop.send(.binary, payload.span.bytes, to: connection)
        case .welcome:
            // A secret that is compressed beside what others chose can be guessed by its size.
            loop.sendPlain(.text, MessageCodec.encode(message).span.bytes, to: connection)
        case .reset, .ready, .error, .done, .envelope:
            loop.send(.text, MessageCodec.encode(message).span.bytes, to: connection)
        }
    }

    /// Answers to a member that has not read what it was sent before would only pile up.
    func askNext(_ connection: ClientConnection) {
        guard let visitor = visitors[connection.token], !visitor.isAsking,
            let next = visitor.questions.first, loop.hasRoom(connection)
        else { return }
        visitors[connection.token]?.questions.removeFirst()
        visitors[connection.token]?.isAsking = true
        log.ask(
            next.question, of: next.room, visitor.room, for: connection.member, configuration.limits,
            answeringTo: loops[visitor.home])
    }

    /// Tells a room's home that somebody has come. Nothing more is taken from the member until it has heard
    /// that.
    func introduce(_ entry: Entry, _ connection: ClientConnection, _ visitor: Visitor) {
        links[visitor.home].add(.entered(entry, visitor.room))
        visitors[connection.token]?.untaken = Visitor.untakenMost + 1
        hold(connection.token, .byDistance)
    }

    /// Passes on what a guest of another loop's room said.
    func pass(_ said: Result<ClientMessage, ProtocolError>, bytes: Int, _ connection: ClientConnection) {
        guard var visitor = visitors[connection.token] else { return }
        links[visitor.home].add(.said(said, bytes: bytes, connection.member))
        visitor.untaken += bytes
        visitors[connection.token] = visitor
        if visitor.untaken > Visitor.untakenMost { hold(connection.token, .byDistance) }
    }

    /// Tells a room's home that a guest has gone.
    func goHome(_ member: MemberID, _ visitor: Visitor) {
        if visitor.isMember { links[visitor.home].add(.left(member)) }
    }

    private func hold(_ token: UInt64, _ reason: Visitor.Holds) {
        guard let connection = loop.connection(token), visitors[token] != nil else { return }
        visitors[token]?.holds.insert(reason)
        loop.pause(connection)
    }

    private func release(_ token: UInt64, _ reason: Visitor.Holds) {
        guard let connection = loop.connection(token), var visitor = visitors[token] else { return }
        guard visitor.holds.contains(reason) else { return }
        visitor.holds.remove(reason)
        visitors[token] = visitor
        if visitor.holds.isEmpty { loop.resume(connection) }
    }
}

// MARK: - At home

extension RoomService {
    private func hear(_ news: GuestNews, from loop: Int) {
        switch news {
        case .entered(let entry, let room):
            guests.enter(entry.member.number, room)
            loops.counters.guests.add(1, ordering: .relaxed)
            perform(lobby.enter(entry, room, at: self.loop.nowMs))
            links[loop].add(.taken(Visitor.untakenMost + 1, from: entry.member))
        case .said(let said, let bytes, let member):
            guests.say(Guests.Remark(said: said, bytes: bytes), member.number)
            hearWhatWaits(of: member)
        case .left(let member):
            guests.leave(member.number)
            loops.counters.guests.subtract(1, ordering: .relaxed)
            perform(lobby.leave(member, at: self.loop.nowMs))
        case .carriedOut(let weight):
            let wasCongested = links[loop].isCongested
            links[loop].wasCarriedOut(weight)
            if wasCongested, !links[loop].isCongested { letGoOn() }
        }
    }

    /// Hears what a guest said until its room wants it to wait.
    func hearWhatWaits(of member: MemberID) {
        while let remark = guests.next(from: member.number) { hear(remark.said, from: member) }
        guard let room = guests.room(of: member.number), !isBehind(room) else { return }
        tellTaken(member)
    }

    /// In steps, so that a loop is not woken for every message that a guest says.
    private func tellTaken(_ member: MemberID) {
        let untold = guests.takeUntold(member.number)
        guard untold > 0 else { return }
        links[ConnectionLoop.number(ofToken: member.number)].add(.taken(untold, from: member))
    }

    /// Whether what is said in a room would have to wait for another loop, which has its guests and more to
    /// do than it can.
    func isBehind(_ room: RoomName) -> Bool {
        guests.areIn(room) && links.contains(where: \.isCongested)
    }

    /// Has somebody wait who speaks in a room that can't be told everything at once.
    func wait(_ connection: ClientConnection) {
        heldByDistance.append(connection.token)
        hold(connection.token, .byDistance)
    }

    /// Another loop is no longer behind.
    private func letGoOn() {
        for token in heldByDistance { release(token, .byDistance) }
        heldByDistance = []
        for token in guests.tokens { tellTaken(MemberID(token)) }
    }
}
