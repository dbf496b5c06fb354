public import HubProtocol

/// All rooms that somebody is in, and which member is in which. It opens a room for its first member, and
/// forgets it after the last.
///
/// It finds the room for each event and says nothing of its own: what happens in a room is the room's to
/// decide.
public struct Lobby {
    private enum Place {
        /// The log is being asked; these wait, in order of arrival, with nothing read from them meanwhile.
        /// So many answers are still to come to questions asked before the log was changed as a whole.
        case opening(waiting: [Entry], overdue: Int = 0)
        case open(Room)
        /// Its log is being changed as a whole; these wait until that is done.
        case held(waiting: [Entry], overdue: Int)
    }

    private var places: [RoomName: Place] = [:]
    private var whereabouts: [MemberID: RoomName] = [:]
    private let limits: RoomLimits
    /// How many rooms were opened, each time counted.
    private var openings: UInt64 = 0
    /// Rooms whose number of participants has changed since somebody asked.
    private var changed: Set<RoomName> = []
    /// Rooms in which updates of documents wait for others to be merged with.
    private var unsettled: Set<RoomName> = []
    private let firesByItself: Bool
    private var agenda = Agenda()

    /// - Parameter firesByItself: false where a recording says what fires and when ([SC8]); see
    ///   ``fire(_:in:at:)``.
    public init(limits: RoomLimits = RoomLimits(), firesByItself: Bool = true) {
        self.limits = limits
        self.firesByItself = firesByItself
    }

    /// The number of participants present in a room; 0 in one that is not open.
    public func participants(in name: RoomName) -> Int {
        guard case .open(let room) = places[name] else { return 0 }
        return room.participants
    }

    /// The rooms whose number of participants has changed since the last call, in no order.
    public mutating func takeChanged() -> Set<RoomName> {
        defer { changed = [] }
        return changed
    }

    /// The newest seq of an open room that may be shown; nil when the room is not open, and what the log says
    /// is all there is.
    public func durable(in name: RoomName) -> Seq? {
        guard case .open(let room) = places[name] else { return nil }
        return room.durable
    }
}

// MARK: - What members do

extension Lobby {
    public mutating func enter(_ entry: Entry, _ name: RoomName, at now: Int64) -> [Effect] {
        guard whereabouts[entry.member] == nil else {
            return receive(.hello(entry.hello), from: entry.member, at: now)
        }
        whereabouts[entry.member] = name
        switch places[name] {
        case .open:
            return inside(name) { $0.enter(entry, at: now) }
        case .opening(let waiting, let overdue):
            places[name] = .opening(waiting: waiting + [entry], overdue: overdue)
            return [.pause(entry.member)]
        case nil:
            places[name] = .opening(waiting: [entry])
            return [.pause(entry.member), .open(name)]
        case .held(let waiting, let overdue):
            places[name] = .held(waiting: waiting + [entry], overdue: overdue)
            return [.pause(entry.member)]
        }
    }

    public mutating func receive(_ message: ClientMessage, from member: MemberID, at now: Int64) -> [Effect] {
        guard let name = whereabouts[member] else {
            return [.send(.error(ProtocolError(.noHello, "say hello first", id: message.id)), to: member)]
        }
        guard case .open = places[name] else {
            // Nothing is read from a member that waits, so nothing can come from it.
            preconditionFailure("a message from a member that waits for its room")
        }
        return inside(name) { $0.receive(message, from: member, at: now) }
    }

    public mutating func leave(_ member: MemberID, at now: Int64) -> [Effect] {
        guard let name = whereabouts.removeValue(forKey: member) else { return [] }
        switch places[name] {
        case .open:
            return inside(name) { $0.leave(member, at: now) }
        case .opening(let waiting, let overdue):
            places[name] = .opening(waiting: waiting.filter { $0.member != member }, overdue: overdue)
            return []
        case .held(let waiting, let overdue):
            places[name] = .held(waiting: waiting.filter { $0.member != member }, overdue: overdue)
            return []
        case nil:
            return []
        }
    }
}

// MARK: - What the log says

extension Lobby {
    public mutating func opened(_ record: RoomRecord, at now: Int64) -> [Effect] {
        guard let place = places[record.name] else { return [.closed(record.name)] }
        guard !ignoresAnswer(about: record.name), case .opening(let waiting, _) = place else { return [] }
        openings += 1
        places[record.name] = .open(
            Room(record, limits: limits, opening: openings, firesByItself: firesByItself, at: now))
        agenda.set(record.name, nil)
        var effects: [Effect] = []
        for entry in waiting {
            effects += inside(record.name) { room in
                let entered = room.enter(entry, at: now)
                return room.isHolding(entry.member) ? entered : entered + [.resume(entry.member)]
            }
        }
        return effects + forgetIfIdle(record.name)
    }

    /// There is no such room yet. Its first member makes it, unless all have gone again meanwhile.
    public mutating func absent(_ name: RoomName) -> [Effect] {
        guard !ignoresAnswer(about: name), case .opening(let waiting, _) = places[name] else { return [] }
        guard !waiting.isEmpty else {
            places[name] = nil
            return []
        }
        return [.create(name)]
    }

    /// Whether an answer is to a question from before the log was changed: it may tell of what is gone.
    private mutating func ignoresAnswer(about name: RoomName) -> Bool {
        switch places[name] {
        case .held(let waiting, let overdue):
            places[name] = .held(waiting: waiting, overdue: max(overdue - 1, 0))
            return true
        case .opening(let waiting, let overdue) where overdue > 0:
            places[name] = .opening(waiting: waiting, overdue: overdue - 1)
            return true
        case .opening, .open, nil: return false
        }
    }

    public mutating func committed(_ name: RoomName, through seq: Seq) -> [Effect] {
        inside(name) { $0.committed(through: seq) }
    }

    public mutating func answered(
        _ question: LogQuestion, in name: RoomName, with ops: [LoggedOp], for member: MemberID, at now: Int64
    ) -> [Effect] {
        guard whereabouts[member] == name else { return [] }
        return inside(name) { $0.answered(question, with: ops, for: member, at: now) }
    }

    /// What recognises re-sends, newest first; nil when it can't be read. The room that asked may be gone,
    /// and another opening of it may have asked anew: then this is no news.
    public mutating func recalled(
        _ question: ResendQuestion, in name: RoomName, _ keys: [(ResendKey, Seq)]?, at now: Int64
    ) -> [Effect] {
        guard isAwaited(question, in: name) else { return [] }
        guard let keys else { return failed(name, at: now) }
        return inside(name) { $0.recalled(keys) }
    }

    private func isAwaited(_ question: ResendQuestion, in name: RoomName) -> Bool {
        guard case .open(let room) = places[name] else { return false }
        return room.recalling == question
    }

    /// The log could not be written or read for this room. Nothing of what is lost was shown; the room is
    /// built anew from the log when somebody comes back.
    ///
    /// One that has something due is opened again after a while, whether somebody comes or not.
    public mutating func failed(_ name: RoomName, at now: Int64) -> [Effect] {
        if ignoresAnswer(about: name) { return [] }
        let hasMore: Bool
        switch places[name] {
        case .open(let room): hasMore = room.nextDue != nil
        case .opening: hasMore = true
        case .held, nil: hasMore = false
        }
        let effects = empty(name, .storageFailed)
        if hasMore { agenda.set(name, now + Lobby.reopeningMs) }
        return effects
    }

    /// A disk that is full stays so for a while.
    private static let reopeningMs: Int64 = 10_000

    /// Closes everyone in the room, or waiting for it, and forgets it.
    private mutating func empty(_ name: RoomName, _ reason: Disconnect) -> [Effect] {
        guard let place = places.removeValue(forKey: name) else { return [] }
        agenda.set(name, nil)
        let members: [MemberID]
        switch place {
        case .open(let room): members = room.memberIDs
        case .opening(let waiting, _), .held(let waiting, _): members = waiting.map(\.member)
        }
        for member in members { whereabouts[member] = nil }
        changed.insert(name)
        return members.map { .close($0, reason) } + [.closed(name)]
    }
}

// MARK: - Documents

extension Lobby {
    /// What the log has of a document, all of its updates merged; nil where it has none. The room that asked
    /// may be gone, and another opening of it ask anew: then this is no news.
    public mutating func loaded(
        _ document: DocumentName, opening: UInt64, in name: RoomName, _ state: [UInt8]?, at now: Int64
    ) -> [Effect] {
        guard case .open(let room) = places[name], room.opening == opening else { return [] }
        return inside(name) { $0.loaded(document, state, at: now) }
    }

    /// Logs what was taken of documents. Until then more of the same authors is merged with it.
    public mutating func settle(at now: Int64) -> [Effect] {
        guard !unsettled.isEmpty else { return [] }
        let names = unsettled
        unsettled = []
        return names.flatMap { name in inside(name) { $0.settle(at: now) } }
    }
}

// MARK: - What is fetched from elsewhere

extension Lobby {
    /// Brings what came of an errand; a room that was closed meanwhile logs nothing of it.
    public mutating func fetched(_ response: OutsideResponse, _ errand: Errand, at now: Int64) -> [Effect] {
        inside(errand.room) { $0.fetched(response, errand, at: now) }
    }
}

// MARK: - Maintenance

extension Lobby {
    /// Empties a room whose log is about to be changed as a whole, and holds it: whoever comes waits for
    /// ``release(_:)``. What the room had written before is in the log; what is shown of it is what comes
    /// back from there ([MT1]).
    ///
    /// The room's ops must be with the writer before the change is. Nil, and nothing happens, when the room
    /// is held already.
    public mutating func evict(_ name: RoomName, _ reason: Disconnect = .roomChanged) -> [Effect]? {
        var overdue = 0
        switch places[name] {
        case .held: return nil
        case .opening(_, let older): overdue = older + 1
        case .open, nil: break
        }
        let effects = empty(name, reason)
        places[name] = .held(waiting: [], overdue: overdue)
        return effects
    }

    /// The change is done, or was refused: those who wait enter the room as it is now.
    public mutating func release(_ name: RoomName) -> [Effect] {
        guard case .held(let waiting, let overdue) = places[name] else { return [] }
        // Also for nobody: something in it may be due.
        places[name] = .opening(waiting: waiting, overdue: overdue)
        return [.open(name)]
    }

    /// Lets an open room act, and forgets it if that left it empty.
    private mutating func inside(_ name: RoomName, _ act: (inout Room) -> [Effect]) -> [Effect] {
        guard case .open(var room) = places[name] else { return [] }
        // Out of the dictionary while it acts, so that its collections are not copied.
        places[name] = nil
        let before = room.participants
        let effects = act(&room)
        if room.participants != before { changed.insert(name) }
        if agenda.due(name) != room.nextDue { agenda.set(name, room.nextDue) }
        if room.hasUnlogged { unsettled.insert(name) }
        guard !room.isIdle else { return effects + [.closed(name)] }
        places[name] = .open(room)
        return effects
    }

    private mutating func forgetIfIdle(_ name: RoomName) -> [Effect] {
        inside(name) { _ in [] }
    }
}

// MARK: - What is due

extension Lobby {
    /// When ``due(at:)`` is to be called next, in milliseconds since 1970; nil when nothing will be due.
    public var nextDue: Int64? { agenda.next }

    /// Has rooms do what is due.
    public mutating func due(at now: Int64) -> [Effect] {
        agenda.take(at: now).flatMap { name in
            if case .open = places[name] { return inside(name) { $0.fire(at: now) } }
            return wake(name)
        }
    }

    /// Opens a room in which something may be due, though nobody comes ([SC7]).
    public mutating func wake(_ name: RoomName) -> [Effect] {
        guard places[name] == nil else { return [] }
        places[name] = .opening(waiting: [])
        return [.open(name)]
    }

    /// Has an open room fire its active definition with this seq: what a recording says has fired.
    public mutating func fire(_ definition: Seq, in name: RoomName, at now: Int64) -> [Effect] {
        inside(name) { $0.fire(definition: definition, at: now) }
    }
}

extension ClientMessage {
    /// What an error names the message by ([ER1]).
    fileprivate var id: String? {
        switch self {
        case .op(let op): op.id
        case .replay(_, let id), .request(_, let id), .importTool(_, let id): id
        case .hello, .announce, .rollcall, .document: nil
        }
    }
}
