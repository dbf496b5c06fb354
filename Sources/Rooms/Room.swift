import HubProtocol

/// One room: its members and its ops, from taken over durable to shown. It decides and returns effects; it
/// performs nothing, reads no clock, and knows no connection.
///
/// Two marks move through the log. `head` is the newest seq given out; `durable` the newest whose op is on the
/// disk. State, answers and broadcasts know only what is durable: nothing is shown that a crash could take back.
struct Room {
    let name: RoomName
    let epoch: String
    let limits: RoomLimits

    private(set) var head: Seq
    private(set) var durable: Seq
    /// The time of the newest op; times within a log never run backwards ([OP3]).
    private var lastAt: Int64

    private var members: [MemberID: Member] = [:]
    /// The members that get broadcasts, in no order.
    private var live: [MemberID] = []
    private var presence = Presence()
    private var toolbox: Toolbox
    private var recent: RecentOps
    private var resends: ResendWindow
    private var pending = PendingOps()

    init(_ record: RoomRecord, limits: RoomLimits) {
        name = record.name
        epoch = record.epoch
        head = record.head
        durable = record.head
        lastAt = record.lastAt
        self.limits = limits
        toolbox = Toolbox(record.current)
        recent = RecentOps(limits: limits)
        resends = ResendWindow(size: limits.resends, known: record.resends)
    }

    /// Nobody is here and nothing is in flight: forgetting the room loses nothing.
    var isIdle: Bool { members.isEmpty && pending.isEmpty }

    var participants: Int { presence.count }

    var memberIDs: [MemberID] { Array(members.keys) }
}

// MARK: - Coming and going

extension Room {
    mutating func enter(_ entry: Entry, at now: Int64) -> [Effect] {
        let author = Author(id: entry.participant, name: entry.hello.name)
        var member = Member(author: author, client: entry.hello.client ?? "", isQuiet: entry.hello.quiet)
        var joined: [Effect] = []
        if !entry.hello.quiet {
            joined = announce(&member, at: now)
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
        return effects + joined
    }

    private func whyImpossible(_ resume: Resume) -> ResetReason? {
        if resume.epoch != epoch { return .epoch }
        return resume.after > durable ? .ahead : nil
    }

    mutating func leave(_ id: MemberID, at now: Int64) -> [Effect] {
        guard let member = members.removeValue(forKey: id) else { return [] }
        if let place = live.firstIndex(of: id) {
            live.swapAt(place, live.endIndex - 1)
            live.removeLast()
        }
        // A quiet member is gone without a word, whatever it announced ([PR2]).
        guard member.isAnnounced else { return [] }
        let isLast = presence.go(member.author.id)
        guard isLast, !member.isQuiet else { return [] }
        return log(
            HubOps.disconnected(participants: presence.count), type: "disconnected", by: member.author,
            at: now)
    }

    /// Counts the member as present, and logs it if it is its participant's first connection.
    private mutating func announce(_ member: inout Member, at now: Int64) -> [Effect] {
        member.isAnnounced = true
        guard presence.come(member.author) else { return [] }
        return log(HubOps.joined(participants: presence.count), type: "joined", by: member.author, at: now)
    }

    private mutating func setPresent(_ present: Bool, _ id: MemberID, at now: Int64) -> [Effect] {
        guard var member = members[id] else { return [] }
        guard member.isQuiet, member.isAnnounced != present else {
            let error = ProtocolError(.badControl, "`announce` changes nothing here")
            return [.send(.error(error), to: id)]
        }
        var effects: [Effect] = []
        if present {
            effects = announce(&member, at: now)
        } else {
            member.isAnnounced = false
            if presence.go(member.author.id) {
                let payload = HubOps.disconnected(participants: presence.count)
                effects = log(payload, type: "disconnected", by: member.author, at: now)
            }
        }
        members[id] = member
        return effects
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
            return op.persist ? take(op, from: id, member, at: now) : pass(op, member, at: now)
        case .replay(let query, let replayID):
            return [.ask(.replay(query, upTo: durable, id: replayID), room: name, for: id)]
        case .rollcall:
            let payload = HubOps.rollcall(presence.participants)
            return [
                .send(.envelope(Envelope(seq: nil, at: now, author: member.author, payload: payload)), to: id)
            ]
        }
    }

    /// A transient op: shown at once, unless something of the same participant is still on its way to the disk ([OP6]).
    private mutating func pass(_ op: Op, _ member: Member, at now: Int64) -> [Effect] {
        let envelope = Envelope(seq: nil, at: now, author: member.author, payload: op.payload)
        guard pending.holdsAny(of: member.author.id) else { return [.broadcast(envelope, to: live)] }
        pending.append(.transient(envelope))
        return []
    }

    /// An op for the log.
    private mutating func take(_ op: Op, from id: MemberID, _ member: Member, at now: Int64) -> [Effect] {
        let key = op.id.map { ResendKey(participant: member.author.id, client: member.client, id: $0) }
        if let key, let seq = resends.seq(of: key) { return acknowledgeAgain(seq, to: id) }
        if let error = whyFull(op) { return [.send(.error(error), to: id)] }
        let logged = nextOp(op.payload, type: op.type, name: op.name, resend: key, by: member.author, at: now)
        if let key { resends.remember(key, logged.seq) }
        pending.append(.logged(logged, from: id))
        return [.append(logged, room: name)] + hold(logged, of: id)
    }

    /// The first envelope once more. If it is not durable yet, it reaches the member as it reaches all.
    private func acknowledgeAgain(_ seq: Seq, to id: MemberID) -> [Effect] {
        guard seq <= durable else { return [] }
        return [.ask(.again(seq), room: name, for: id)]
    }

    /// Counts what waits as if every name of it were new, so that what is in flight can't go beyond the bounds either ([OP8]).
    private func whyFull(_ op: Op) -> ProtocolError? {
        guard let text = op.name, op.type != "remove" else { return nil }
        let isNew = !toolbox.holds(NamedKey(type: op.type, name: text))
        if isNew, toolbox.count + pending.named >= limits.currentOps {
            return ProtocolError(.roomFull, "the room has \(limits.currentOps) named ops", id: op.id)
        }
        if toolbox.bytes + pending.namedBytes + op.payload.bytes.count > limits.currentBytes {
            let most = limits.currentBytes
            return ProtocolError(.roomFull, "the room's named ops may have \(most) bytes together", id: op.id)
        }
        return nil
    }

    /// An op of the hub's own.
    private mutating func log(_ payload: Payload, type: String, by author: Author, at now: Int64) -> [Effect]
    {
        let op = nextOp(payload, type: type, name: nil, resend: nil, by: author, at: now)
        pending.append(.logged(op, from: nil))
        return [.append(op, room: name)]
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
        while let item = pending.next(through: seq) {
            switch item {
            case .transient(let envelope): effects.append(.broadcast(envelope, to: live))
            case .logged(let op, let sender):
                durable = op.seq
                toolbox.apply(op)
                recent.append(op)
                effects.append(.broadcast(Envelope(op), to: live))
                if let sender { effects += release(op, of: sender) }
            }
        }
        return effects
    }

    mutating func answered(_ question: LogQuestion, with ops: [LoggedOp], for id: MemberID) -> [Effect] {
        guard members[id] != nil else { return [] }
        switch question {
        case .catchUp:
            // The log holds what was asked for; if it gave nothing, it is not the log that this room knows.
            guard let last = ops.last else { return [.close(id, .storageFailed)] }
            let effects = ops.map { Effect.send(.envelope(Envelope($0)), to: id) }
            return effects + catchUp(id, after: last.seq)
        case .again:
            return ops.map { .send(.envelope(Envelope($0)), to: id) }
        case .replay(_, _, let replayID):
            var effects = ops.map { Effect.send(.envelope(Envelope($0, isReplay: true)), to: id) }
            if let replayID { effects.append(.send(.done(id: replayID, count: ops.count), to: id)) }
            return effects
        }
    }

    /// Brings a resuming member towards `durable`: from memory if it can, else by another reading of the log ([HI3]).
    private mutating func catchUp(_ id: MemberID, after seq: Seq) -> [Effect] {
        guard let ops = recent.after(seq, durable: durable) else {
            return [.ask(.catchUp(after: seq, upTo: durable), room: name, for: id)]
        }
        return ops.map { .send(.envelope(Envelope($0)), to: id) } + goLive(id)
    }

    private mutating func goLive(_ id: MemberID) -> [Effect] {
        live.append(id)
        return [.send(.ready(durable), to: id)]
    }
}

// MARK: - Holding back a member that writes faster than the disk

extension Room {
    private mutating func hold(_ op: LoggedOp, of id: MemberID) -> [Effect] {
        members[id]?.inFlightOps += 1
        members[id]?.inFlightBytes += op.payload.bytes.count
        guard let member = members[id], !member.isHeld, isOver(member) else { return [] }
        members[id]?.isHeld = true
        return [.pause(id)]
    }

    private mutating func release(_ op: LoggedOp, of id: MemberID) -> [Effect] {
        members[id]?.inFlightOps -= 1
        members[id]?.inFlightBytes -= op.payload.bytes.count
        guard let member = members[id], member.isHeld, !isOver(member) else { return [] }
        members[id]?.isHeld = false
        return [.resume(id)]
    }

    private func isOver(_ member: Member) -> Bool {
        member.inFlightOps >= limits.inFlightOps || member.inFlightBytes >= limits.inFlightBytes
    }
}
