public import HubProtocol
internal import Rooms
public import Storage

/// Plays a session into a room of its own, at the times that the file gives, and says where the room makes
/// something else than the file holds.
///
/// It reads no clock and stores nothing: each op counts as durable at once. What an op means is for the room
/// to decide, the same that decides in a hub.
///
/// Authors are quiet members ([PR2]). One announces itself where the file has its `joined`, and takes that
/// back where it has its `disconnected`; so the room makes these ops itself, and all others it gets as a hub
/// gets them.
public struct SessionPlayer {
    /// How many ops of the file the room was given.
    public private(set) var opsPlayed = 0
    /// The newest op that the room made; nil before the first.
    public private(set) var newest: LoggedOp?
    /// How often everybody was gone without a word, as when a hub is stopped, and somebody came first again.
    public private(set) var restarts = 0

    private let header: SessionHeader
    /// What fired is in the file; nothing does so anew ([SC8]).
    private var lobby = Lobby(firesByItself: false)
    private var cast = Cast()
    /// What opens the room, once the first op says where its log begins.
    private var opening: RoomRecord?
    /// The state before it.
    private var kept: [LoggedOp] = []

    public init(header: SessionHeader) {
        self.header = header
    }

    /// Gives the room the next line of the file.
    /// - Returns: how what the room makes of it differs from the file, or nil. After a difference the room is
    ///   not the file's any more, and further lines say little.
    public mutating func play(_ line: SessionLine) -> Divergence? {
        guard case .op(let entry) = line else { return nil }
        let seq = entry.seq
        opsPlayed += 1
        guard let author = header.authors.author(withKey: entry.author) else {
            return Divergence(
                seq: seq, part: .author, file: "the key \(entry.author)", room: "knows no such author")
        }
        let (at, isBeyond) = header.started.addingReportingOverflow(entry.ms)
        guard !isBeyond else {
            return Divergence(
                seq: seq, part: .time, file: "\(entry.ms) ms from its start", room: "has no such time")
        }
        if let base = header.base, seq <= base.seq {
            keep(entry, at: at, by: author)
            return nil
        }
        if opening == nil { open(before: seq, at: at) }
        let payload = entry.payload ?? HubOps.erased
        let reaction = react(to: entry, as: author, at: at)
        guard let made = reaction.logged.first, reaction.logged.count == 1 else {
            let words = Divergence.words(payload)
            return Divergence(seq: seq, part: .count, file: words, room: reaction.description)
        }
        newest = made
        return Divergence.between(seq, at: at, author, payload, and: made)
    }

    /// An op that is there since the base keeps it is part of the state with which the room opens ([SF10]).
    private mutating func keep(_ entry: SessionEntry, at: Int64, by author: Author) {
        guard let payload = entry.payload, let identity = OpIdentity(payload) else { return }
        kept.append(
            LoggedOp(
                seq: entry.seq, at: at, author: author, type: identity.type, name: identity.name, resend: nil,
                payload: payload))
    }

    /// The current named ops, tools first: what one who enters now would get ([HI2]).
    public mutating func state() -> [Envelope] {
        if opening == nil, let base = header.base, base.seq < .max {
            open(before: base.seq.next, at: base.at)
        }
        guard let now = newest?.at ?? header.base?.at else { return [] }
        let newcomer = cast.extra()
        defer { _ = lobby.leave(newcomer, at: now) }
        let sent = enter(newcomer, Author(id: "", name: ""), at: now).sent
        return sent.filter { $0.payload != HubOps.erased }
    }
}

// MARK: - What authors do

extension SessionPlayer {
    /// The first member watches, and keeps the room open whoever leaves.
    private mutating func open(before seq: Seq, at: Int64) {
        let present = header.base?.present ?? []
        let base = header.base.map { ($0.seq.number, $0.at) }
        let (head, lastAt) = base ?? (seq.number > 0 ? seq.number - 1 : 0, at)
        // Each who was present comes once more, and the room logs it in the place of an op that is not in the
        // file.
        let opened = Seq(head - min(head, UInt64(present.count))) ?? .none
        opening = RoomRecord(
            name: header.room, epoch: header.epoch, head: opened, lastAt: lastAt, current: kept)
        kept = []
        _ = enter(cast.extra(), Author(id: "", name: ""), at: lastAt)
        for author in present {
            _ = announce(author, header.authors.key(of: author) ?? "", at: lastAt)
        }
    }

    private mutating func react(to entry: SessionEntry, as author: Author, at: Int64) -> Reaction {
        switch entry.content {
        case .erased(let erased):
            // What it did to the state it still does.
            let op = Op(type: erased.type, name: erased.name, payload: HubOps.erased)
            return say(.op(op), as: author, entry.author, at: at)
        case .payload(let payload):
            do {
                return say(try MessageCodec.decode(payload.bytes), as: author, entry.author, at: at)
            } catch {
                // Only the hub's own ops are reserved.
                guard error.code == .reserved else { return Reaction(refusal: error) }
                if let definition = OpFiring.definition(of: payload) {
                    return perform(lobby.fire(definition, in: header.room, at: at), at: at)
                }
                if let update = DocumentOp(payload) {
                    let op = Op(type: DocumentOp.type, name: update.name.stored, payload: payload)
                    return say(.op(op), as: author, entry.author, at: at)
                }
                let presence = changePresence(payload, author, entry.author, at: at)
                return presence ?? Reaction(refusal: error)
            }
        }
    }

    private mutating func say(
        _ message: ClientMessage, as author: Author, _ key: String, at: Int64
    ) -> Reaction {
        var outbox = 0
        while true {
            let member = member(Cast.Role(author: key, outbox: outbox), author, at: at)
            let reaction = perform(lobby.receive(message, from: member, at: at), at: at)
            // The file holds it, so it was no re-send: it came from another of the participant's tabs.
            guard reaction.isResend else { return reaction }
            outbox += 1
        }
    }

    /// The member of that role; it enters where it has to, without a word.
    private mutating func member(_ role: Cast.Role, _ author: Author, at: Int64) -> MemberID {
        if let member = cast.member(role) { return member }
        let member = cast.engage(role)
        // It needs no state, so it says that it has it.
        let resume = lobby.durable(in: header.room).map { Resume(after: $0, epoch: header.epoch) }
        _ = enter(member, author, resume: resume, client: "\(role.outbox)", at: at)
        return member
    }

    private mutating func enter(
        _ member: MemberID, _ author: Author, resume: Resume? = nil, client: String? = nil, at: Int64
    ) -> Reaction {
        let hello = Hello(name: author.name, client: client, resume: resume, quiet: true)
        let entry = Entry(member: member, participant: author.id, token: "", hello: hello)
        return perform(lobby.enter(entry, header.room, at: at), at: at)
    }

    /// Makes the room log one of its own ops, by doing what leads to it.
    /// - Returns: nil if nothing that the author can do makes this room log this payload.
    private mutating func changePresence(
        _ payload: Payload, _ author: Author, _ key: String, at: Int64
    ) -> Reaction? {
        let present = lobby.participants(in: header.room)
        if payload == HubOps.joined(participants: present + 1) {
            return announce(author, key, at: at)
        }
        if payload == HubOps.joined(participants: 1) {
            // All others are gone, and the file says of none that it went.
            restarts += 1
            for member in cast.dismiss() { _ = perform(lobby.leave(member, at: at), at: at) }
            return announce(author, key, at: at)
        }
        if payload == HubOps.disconnected(participants: present - 1) {
            return withdraw(author, key, at: at)
        }
        return nil
    }

    private mutating func announce(_ author: Author, _ key: String, at: Int64) -> Reaction {
        let member = member(Cast.Role(author: key), author, at: at)
        let reaction = perform(lobby.receive(.announce(present: true), from: member, at: at), at: at)
        if !reaction.logged.isEmpty { cast.announced[author.id] = member }
        return reaction
    }

    private mutating func withdraw(_ author: Author, _ key: String, at: Int64) -> Reaction {
        let member = member(Cast.Role(author: key), author, at: at)
        if let other = cast.announced.removeValue(forKey: author.id), other != member {
            // The participant goes under another name than it came: this connection outlived the other.
            _ = perform(lobby.receive(.announce(present: true), from: member, at: at), at: at)
            _ = perform(lobby.receive(.announce(present: false), from: other, at: at), at: at)
        }
        return perform(lobby.receive(.announce(present: false), from: member, at: at), at: at)
    }
}

// MARK: - What the room does

extension SessionPlayer {
    /// Performs what the room wants done, as a hub whose disk takes no time.
    private mutating func perform(_ effects: [Effect], at: Int64) -> Reaction {
        var reaction = Reaction()
        var waiting = effects[...]
        while let effect = waiting.popFirst() {
            reaction.note(effect)
            switch effect {
            case .append(let op, let room):
                waiting += lobby.committed(room, through: op.seq)
            case .open:
                if let opening { waiting += lobby.opened(opening, at: at) }
            case .ask(let question, let room, let member):
                // Nobody reads the answer; that the room asks is what it made of the message.
                waiting += lobby.answered(question, in: room, with: [], for: member, at: at)
            case .recall(let question, let room):
                // What the file holds was logged there, so it was never recognised by what came before.
                waiting += lobby.recalled(question, in: room, [], at: at)
            case .create, .send, .broadcast, .pause, .resume, .close, .closed, .note, .fetch, .load: break
            }
        }
        return reaction
    }
}
