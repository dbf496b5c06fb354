import HubProtocol

/// One room: its members and its ops, from taken over durable to shown. It decides and returns effects; it
/// performs nothing, reads no clock, and knows no connection.
///
/// Two marks move through the log. `head` is the newest seq given out; `durable` the newest whose op is on
/// the disk. State, answers and broadcasts know only what is durable: nothing is shown that a crash could
/// take back.
struct Room {
    let name: RoomName
    let epoch: String
    let limits: RoomLimits

    /// Nobody can resume before this seq.
    private let trimmed: Seq
    private(set) var head: Seq
    private(set) var durable: Seq
    /// The time of the newest op; times within a log never run backwards ([OP3]).
    private(set) var lastAt: Int64

    private var members: [MemberID: Member] = [:]
    /// The members that get broadcasts, in no order.
    private var live: [MemberID] = []
    private var presence = Presence()
    private var toolbox: Toolbox
    private var recent: RecentOps
    private var resends: ResendWindow
    let opening: UInt64
    /// What the log is being asked for the window.
    private(set) var recalling: ResendQuestion?
    private var pending = PendingOps()
    var documents = Documents()
    var schedule: Schedule
    var errands = Errands()
    /// False where a recording says what fires and when.
    let firesByItself: Bool

    /// - Parameter opening: none other has the same.
    init(
        _ record: RoomRecord, limits: RoomLimits, opening: UInt64, firesByItself: Bool = true, at now: Int64
    ) {
        name = record.name
        epoch = record.epoch
        head = record.head
        durable = record.head
        trimmed = record.trimmed
        lastAt = record.lastAt
        self.limits = limits
        self.firesByItself = firesByItself
        schedule = Schedule(record.current, asleep: record.imported, at: now)
        toolbox = Toolbox(record.current)
        recent = RecentOps(limits: limits)
        resends = ResendWindow(size: limits.resends, head: record.head)
        self.opening = opening
    }

    /// Nobody is here, nothing is under way and nothing will be due: forgetting the room loses nothing.
    var isIdle: Bool {
        members.isEmpty && pending.isEmpty && !hasUnlogged && nextDue == nil && errands.underway == 0
    }

    var participants: Int { presence.count }

    var memberIDs: [MemberID] { Array(members.keys) }

    func isMember(_ id: MemberID) -> Bool { members[id] != nil }

    func author(of id: MemberID) -> Author? { members[id]?.author }
}

// MARK: - Coming and going

extension Room {
    mutating func enter(_ entry: Entry, at now: Int64) -> [Effect] {
        let author = Author(id: entry.participant, name: entry.hello.name)
        if let document = entry.document {
            members[entry.member] = Member(author: author, client: "", isQuiet: true)
            return enter(document, entry.member, at: now)
        }
        var member = Member(author: author, client: entry.hello.client ?? "", isQuiet: entry.hello.quiet)
        var joined: [Effect] = []
        if !entry.hello.quiet {
            member.isAnnounced = true
            if presence.come(author) { joined = logJoined(author, from: nil, at: now) }
        }
        let resume = entry.hello.resume
        let refusal = resume.flatMap(whyImpossible)
        let after = refusal == nil ? resume?.after : nil
        let welcome = Welcome(
            room: name, you: author, token: entry.token, epoch: epoch, head: durable, after: after,
            members: presence.participants)
        var effects: [Effect] = [.send(.welcome(welcome), to: entry.member)]
        if let refusal {
            effects.append(.send(.reset(refusal, epoch: epoch, head: durable), to: entry.member))
        }
        members[entry.member] = member
        if let after {
            effects += catchUp(entry.member, after: after)
        } else {
            for op in toolbox.ordered {
                effects.append(.send(.envelope(Envelope(op)), to: entry.member))
            }
            effects += goLive(entry.member)
        }
        return effects + joined + (entry.isNew ? [] : awaitResends(entry.member))
    }

    private func whyImpossible(_ resume: Resume) -> ResetReason? {
        if resume.epoch != epoch { return .epoch }
        if resume.after < trimmed { return .trimmed }
        return resume.after > durable ? .ahead : nil
    }

    mutating func leave(_ id: MemberID, at now: Int64) -> [Effect] {
        guard let member = members.removeValue(forKey: id) else { return [] }
        let closed = closeDocuments(of: id, at: now)
        if let place = live.firstIndex(of: id) {
            live.swapAt(place, live.endIndex - 1)
            live.removeLast()
        }
        // A quiet member is gone without a word, whatever it announced ([PR2]).
        guard member.isAnnounced else { return closed }
        let isLast = presence.go(member.author.id)
        guard isLast, !member.isQuiet else { return closed }
        return closed + logDisconnected(member.author, from: nil, at: now)
    }

    private mutating func setPresent(_ present: Bool, _ id: MemberID, at now: Int64) -> [Effect] {
        guard var member = members[id] else { return [] }
        guard member.isQuiet, member.isAnnounced != present else {
            let error = ProtocolError(.badControl, "`announce` changes nothing here")
            return [.send(.error(error), to: id)]
        }
        member.isAnnounced = present
        members[id] = member
        if present {
            return presence.come(member.author) ? logJoined(member.author, from: id, at: now) : []
        }
        return presence.go(member.author.id) ? logDisconnected(member.author, from: id, at: now) : []
    }

    private mutating func logJoined(_ author: Author, from id: MemberID?, at now: Int64) -> [Effect] {
        log(HubOps.joined(participants: presence.count), type: "joined", by: author, from: id, at: now)
    }

    private mutating func logDisconnected(_ author: Author, from id: MemberID?, at now: Int64) -> [Effect] {
        let payload = HubOps.disconnected(participants: presence.count)
        return log(payload, type: "disconnected", by: author, from: id, at: now)
    }
}

// MARK: - Messages

extension Room {
    mutating func receive(_ message: ClientMessage, from id: MemberID, at now: Int64) -> [Effect] {
        guard let member = members[id] else { return [] }
        switch message {
        case .hello:
            return [.send(.error(ProtocolError(.secondHello, "hello was said already")), to: id)]
        case .announce(let present):
            return setPresent(present, id, at: now)
        case .op(let op):
            return op.persist ? take(op, from: id, member, at: now) : pass(op, from: id, member, at: now)
        case .replay(let query, let replayID):
            return ask(.replay(query, upTo: durable, id: replayID), for: id)
        case .request(let request, let opID): return fetch(request, opID: opID, for: id, member, at: now)
        case .importTool(let address, let opID):
            if let opID, let seq = resends.seq(of: resendKey(opID, member)) {
                return acknowledgeAgain(seq, to: id)
            }
            return ask(.tool(address, id: opID), for: id)
        case .rollcall:
            let payload = HubOps.rollcall(presence.participants)
            return [
                .send(.envelope(Envelope(seq: nil, at: now, author: member.author, payload: payload)), to: id)
            ]
        case .document(let message): return receive(message, from: id, at: now)
        }
    }

    /// A transient op: shown at once, unless something of the same participant is still on its way to the
    /// disk ([OP6]).
    private mutating func pass(_ op: Op, from id: MemberID, _ member: Member, at now: Int64) -> [Effect] {
        let settled = settle(at: now)
        let envelope = Envelope(seq: nil, at: now, author: member.author, payload: op.payload)
        guard pending.hold(envelope, from: id) else { return settled + [.broadcast(envelope, to: live)] }
        return settled + changeLoad(of: id) { $0.add(op.payload) }
    }

    /// An op for the log.
    mutating func take(_ op: Op, from id: MemberID, _ member: Member, at now: Int64) -> [Effect] {
        let key = op.id.map { resendKey($0, member) }
        if let key, let seq = resends.seq(of: key) { return acknowledgeAgain(seq, to: id) }
        if let error = whyFull(op) ?? whyUnscheduled(op) { return [.send(.error(error), to: id)] }
        let settled = settle(at: now)
        let logged = nextOp(op.payload, type: op.type, name: op.name, resend: key, by: member.author, at: now)
        if let key { resends.remember(key, logged.seq) }
        let effects = settled + append(logged, from: id)
        return effects + (op.schedule.map { set(logged, $0, at: now) } ?? [])
    }

    private func resendKey(_ id: String, _ member: Member) -> ResendKey {
        ResendKey(participant: member.author.id, client: member.client, id: id)
    }

    /// The first envelope once more. What the member is still to get in its turn acknowledges itself, and may
    /// not come before its turn ([OP5]).
    private mutating func acknowledgeAgain(_ seq: Seq, to id: MemberID) -> [Effect] {
        guard seq <= members[id]?.catchUp ?? durable else { return [] }
        return ask(.again(seq), for: id)
    }

    mutating func ask(_ question: LogQuestion, for id: MemberID) -> [Effect] {
        [.ask(question, room: name, for: id)] + changeLoad(of: id) { $0.questions += 1 }
    }

    /// The current op of that pair; what is not durable yet counts for nothing.
    func current(_ key: NamedKey) -> LoggedOp? { toolbox.op(of: key) }

    /// Counts what waits as if every name of it were new, so that what is in flight can't go beyond the
    /// bounds either ([OP8]).
    func whyFull(_ op: Op) -> ProtocolError? {
        guard let text = op.name, op.type != "remove" else { return nil }
        let replaced = toolbox.size(of: NamedKey(type: op.type, name: text))
        if replaced == nil, toolbox.count + pending.named >= limits.currentOps {
            return ProtocolError(.roomFull, "the room has \(limits.currentOps) named ops", id: op.id)
        }
        let bytes = toolbox.bytes - (replaced ?? 0) + pending.namedBytes + op.payload.bytes.count
        if bytes > limits.currentBytes {
            let most = limits.currentBytes
            return ProtocolError(.roomFull, "the room's named ops may have \(most) bytes together", id: op.id)
        }
        return nil
    }

    /// An op of the hub's own; `id` is the member that made it happen, where there still is one.
    mutating func log(
        _ payload: Payload, type: String, by author: Author, from id: MemberID?, at now: Int64
    ) -> [Effect] {
        settle(at: now)
            + append(nextOp(payload, type: type, name: nil, resend: nil, by: author, at: now), from: id)
    }

    /// The same with a name.
    mutating func log(_ op: Op, by author: Author, at now: Int64) -> [Effect] {
        settle(at: now)
            + append(
                nextOp(op.payload, type: op.type, name: op.name, resend: nil, by: author, at: now), from: nil)
    }

    /// An update of a document; what was taken before it has its seq.
    mutating func log(_ op: DocumentOp, by author: Author, from id: MemberID?, at now: Int64) -> [Effect] {
        let (payload, name) = (op.payload, op.name.stored)
        return append(
            nextOp(payload, type: DocumentOp.type, name: name, resend: nil, by: author, at: now), from: id)
    }

    private mutating func append(_ op: LoggedOp, from id: MemberID?) -> [Effect] {
        pending.append(op, from: id)
        return [.append(op, room: name)] + changeLoad(of: id) { $0.add(op.payload) }
    }

    private mutating func nextOp(
        _ payload: Payload, type: String, name: String?, resend: ResendKey?, by author: Author, at now: Int64
    ) -> LoggedOp {
        head = head.next
        lastAt = max(lastAt, now)
        return LoggedOp(
            seq: head, at: lastAt, author: author, type: type, name: name, resend: resend, payload: payload)
    }
}

// MARK: - The log's answers

extension Room {
    /// All up to `seq` is on the disk: show it.
    mutating func committed(through seq: Seq) -> [Effect] {
        var effects: [Effect] = []
        while let (logged, behind) = pending.next(through: seq) {
            let op = logged.op
            durable = op.seq
            toolbox.apply(op)
            recent.append(op)
            effects.append(.broadcast(Envelope(op), to: live))
            effects += show(op)
            effects += changeLoad(of: logged.sender) { $0.remove(op.payload) }
            effects += behind.flatMap { release($0) }
        }
        return effects
    }

    private mutating func release(_ held: PendingOps.Held) -> [Effect] {
        switch held {
        case .transient(let envelope, let sender):
            [.broadcast(envelope, to: live)] + changeLoad(of: sender) { $0.remove(envelope.payload) }
        case .message(let message, let member): isMember(member) ? [.send(message, to: member)] : []
        }
    }

    /// Says something to a member when all up to `seq` is on the disk.
    mutating func hold(_ message: ServerMessage, to id: MemberID, behind seq: Seq) {
        pending.hold(message, to: id, behind: seq)
    }

    mutating func answered(
        _ question: LogQuestion, with ops: [LoggedOp], for id: MemberID, at now: Int64
    ) -> [Effect] {
        guard let member = members[id] else { return [] }
        switch question {
        case .catchUp:
            // The log holds what was asked for; if it gave nothing, it is not the log that this room knows.
            guard let last = ops.last else { return [.close(id, .storageFailed)] }
            let effects = ops.map { Effect.send(.envelope(Envelope($0)), to: id) }
            return effects + catchUp(id, after: last.seq)
        case .again:
            let effects = ops.map { Effect.send(.envelope(Envelope($0)), to: id) }
            return effects + changeLoad(of: id) { $0.questions -= 1 }
        case .tool(let address, let opID):
            return copied(ops.first, address, opID: opID, for: id, member, at: now)
                + changeLoad(of: id) { $0.questions -= 1 }
        case .replay(_, _, let replayID):
            var effects = ops.map { Effect.send(.envelope(Envelope($0, isReplay: true)), to: id) }
            if let replayID { effects.append(.send(.done(id: replayID, count: ops.count), to: id)) }
            return effects + changeLoad(of: id) { $0.questions -= 1 }
        }
    }

    /// Brings a resuming member towards `durable`: from memory if it can, else by another reading of the log
    /// ([HI3]).
    private mutating func catchUp(_ id: MemberID, after seq: Seq) -> [Effect] {
        guard let ops = recent.after(seq, durable: durable) else {
            members[id]?.catchUp = seq
            return [.ask(.catchUp(after: seq, upTo: durable), room: name, for: id)]
        }
        return ops.map { .send(.envelope(Envelope($0)), to: id) } + goLive(id)
    }

    private mutating func goLive(_ id: MemberID) -> [Effect] {
        members[id]?.catchUp = nil
        live.append(id)
        return [.send(.ready(durable), to: id)]
    }
}

// MARK: - Holding back a member that asks for more than the disk gives

extension Room {
    private mutating func changeLoad(of id: MemberID?, _ change: (inout Member.Load) -> Void) -> [Effect] {
        guard let id, var member = members[id] else { return [] }
        change(&member.load)
        let wasHeld = member.isHeld
        member.isHeld = member.awaitsResends || member.awaitsDocument || member.load.isFull(limits)
        members[id] = member
        guard wasHeld != member.isHeld else { return [] }
        return [member.isHeld ? .pause(id) : .resume(id)]
    }
}

extension Room {
    /// Takes nothing from a member until a document was read for it, or does so again.
    mutating func setLoading(_ id: MemberID, _ waits: Bool) -> [Effect] {
        members[id]?.awaitsDocument = waits
        return changeLoad(of: id) { _ in }
    }
}

// MARK: - Recognising what was sent before the room was opened

extension Room {
    /// The first to come does not wait for all that there is to recognise, which is more the more was said.
    /// But nothing is taken from one that may have an outbox before the room knows it ([ID4]).
    private mutating func awaitResends(_ id: MemberID) -> [Effect] {
        guard resends.unread != nil else { return [] }
        members[id]?.awaitsResends = true
        return changeLoad(of: id) { _ in } + (recalling == nil ? recall() : [])
    }

    private mutating func recall() -> [Effect] {
        recalling = resends.unread.map {
            ResendQuestion(opening: opening, upTo: $0, limit: limits.resendsAtOnce)
        }
        return recalling.map { [.recall($0, room: name)] } ?? []
    }

    /// The answer to ``recalling``.
    mutating func recalled(_ keys: [(ResendKey, Seq)]) -> [Effect] {
        resends.recall(keys, limit: limits.resendsAtOnce)
        var effects = recall()
        guard recalling == nil else { return effects }
        for id in members.keys where members[id]?.awaitsResends == true {
            members[id]?.awaitsResends = false
            effects += changeLoad(of: id) { _ in }
        }
        return effects
    }

    /// Whether nothing may be taken from the member now.
    func isHolding(_ id: MemberID) -> Bool { members[id]?.isHeld ?? false }
}
