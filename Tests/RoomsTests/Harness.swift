import HubProtocol
import Rooms
import Testing

/// A hub without sockets, threads and disk: it performs a lobby's effects against a log in memory, and keeps
/// what each member was sent.
///
/// It holds what is appended until ``commit(_:_:)``, what is asked until ``answer()``, and unless told not to
/// it opens rooms and brings what recognises re-sends at once. Whatever the test, it records an issue when a
/// member is shown an op that is not in the durable log.
final class Harness {
    struct Log {
        var epoch: String
        var durable: [LoggedOp] = []
        var inFlight: [LoggedOp] = []
        var trimmed = Seq.none
    }

    struct Question {
        let question: LogQuestion
        let room: RoomName
        let member: MemberID
    }

    struct Recall {
        let question: ResendQuestion
        let room: RoomName
    }

    struct Load {
        let document: DocumentName
        let opening: UInt64
        let room: RoomName
    }

    var lobby: Lobby
    var now: Int64 = 1_000
    var opensAtOnce = true
    var recallsAtOnce = true
    /// How many ops the log gives to one catching up.
    var page = 1_000

    var logs: [RoomName: Log] = [:]
    private(set) var openings: [RoomName] = []
    var questions: [Question] = []
    var recalls: [Recall] = []
    private(set) var held: Set<MemberID> = []
    private(set) var closed: [MemberID: Disconnect] = [:]
    private(set) var forgotten: [RoomName] = []
    private(set) var notes: [String] = []
    var errands: [Errand] = []
    /// Documents that are to be read.
    var loads: [Load] = []
    /// What each member was sent and no test has taken yet.
    var inbox: [MemberID: [ServerMessage]] = [:]
    private var memberRoom: [MemberID: RoomName] = [:]
    private var members: UInt64 = 0

    init(limits: RoomLimits = RoomLimits()) {
        lobby = Lobby(limits: limits)
    }

    // MARK: What members do

    /// Without `participant`, the name is the participant's id too.
    func enter(
        _ name: String, as participant: String? = nil, client: String? = nil, after: UInt64? = nil,
        epoch: String? = nil, quiet: Bool = false, isNew: Bool = false, _ room: RoomName = .lobby
    ) -> MemberID {
        members += 1
        let member = MemberID(members)
        let resume = after.flatMap { Seq($0) }.map { Resume(after: $0, epoch: epoch) }
        let hello = Hello(name: name, client: client, resume: resume, quiet: quiet)
        memberRoom[member] = room
        enterAgain(member, hello, as: participant ?? name, isNew: isNew, room)
        return member
    }

    func enterAgain(
        _ member: MemberID, _ hello: Hello, as participant: String, isNew: Bool = false,
        _ room: RoomName = .lobby
    ) {
        let entry = Entry(
            member: member, participant: participant, token: "token", isNew: isNew, hello: hello)
        perform(lobby.enter(entry, room, at: now))
    }

    func say(_ member: MemberID, _ text: String) throws {
        perform(lobby.receive(try MessageCodec.decode(Array(text.utf8)), from: member, at: now))
    }

    func leave(_ member: MemberID) {
        memberRoom[member] = nil
        perform(lobby.leave(member, at: now))
    }

    // MARK: What the log does

    /// Makes the oldest `count` appended ops durable, all by default, and tells the room.
    func commit(_ count: Int = .max, _ room: RoomName = .lobby) {
        write(count, room)
        guard let last = logs[room]?.durable.last else { return }
        perform(lobby.committed(room, through: last.seq))
    }

    /// Makes them durable, and leaves the room to hear of it later: readers of the log see them already.
    func write(_ count: Int = .max, _ room: RoomName = .lobby) {
        guard let batch = logs[room]?.inFlight.prefix(count) else { return }
        logs[room]?.inFlight.removeFirst(batch.count)
        logs[room]?.durable += batch
    }

    /// Loses what was appended, as a disk that is full does.
    func fail(_ room: RoomName = .lobby) {
        logs[room]?.inFlight = []
        perform(lobby.failed(room, at: now))
    }

    /// What was asked first when opening the room can't be read.
    func failReading(_ room: RoomName = .lobby) {
        if let asked = openings.firstIndex(of: room) { openings.remove(at: asked) }
        fail(room)
    }

    /// False when the room is held already.
    func evict(_ reason: Disconnect = .roomChanged, _ room: RoomName = .lobby) -> Bool {
        guard let effects = lobby.evict(room, reason) else { return false }
        perform(effects)
        return true
    }

    /// What an answer of the log's brings about; the caller performs it.
    func opened(_ record: RoomRecord) -> [Effect] {
        lobby.opened(record, at: now)
    }

    func release(_ room: RoomName = .lobby) {
        perform(lobby.release(room))
    }

    func open(_ room: RoomName = .lobby) {
        if let asked = openings.firstIndex(of: room) { openings.remove(at: asked) }
        if logs[room] != nil {
            perform(lobby.opened(record(of: room), at: now))
        } else {
            perform(lobby.absent(room))
        }
    }

    /// Answers all that was asked, and what is asked because of it.
    func answer() {
        while !questions.isEmpty { answerFirst() }
    }

    func answerFirst() {
        let asked = questions.removeFirst()
        let ops = reading(asked.question, logs[asked.room]?.durable ?? [])
        perform(lobby.answered(asked.question, in: asked.room, with: ops, for: asked.member, at: now))
    }

    /// Answers what was asked first for a room itself.
    func recallFirst() {
        let asked = recalls.removeFirst()
        perform(lobby.recalled(asked.question, in: asked.room, keys(asked), at: now))
    }

    /// Or it can't be read.
    func failRecall() {
        let asked = recalls.removeFirst()
        perform(lobby.recalled(asked.question, in: asked.room, nil, at: now))
    }

    func keys(_ asked: Recall) -> [(ResendKey, Seq)] {
        let ops = logs[asked.room]?.durable.filter { $0.seq <= asked.question.upTo } ?? []
        return Array(
            ops.reversed().compactMap { op in op.resend.map { ($0, op.seq) } }.prefix(asked.question.limit))
    }

    private func reading(_ question: LogQuestion, _ ops: [LoggedOp]) -> [LoggedOp] {
        switch question {
        case .tool(let address, _):
            let current = Harness.state(of: logs[address.room]?.durable ?? [])
            return current.filter { $0.type == "upgrade" && $0.name == address.tool }
        case .again(let seq):
            return ops.filter { $0.seq == seq }
        case .catchUp(let after, let upTo):
            return Array(ops.filter { $0.seq > after && $0.seq <= upTo }.prefix(page))
        case .replay(let query, let upTo, _):
            let matching = ops.filter { op in
                guard op.seq <= upTo, query.types?.contains(op.type) ?? true else { return false }
                switch query.since {
                case .seq(let seq): return op.seq > seq
                case .time(let time): return op.at >= time
                }
            }
            return Array(matching.suffix(query.limit))
        }
    }

    func record(of room: RoomName) -> RoomRecord {
        let ops = logs[room]?.durable ?? []
        return RoomRecord(
            name: room, epoch: logs[room]?.epoch ?? "", head: ops.last?.seq ?? .none,
            lastAt: ops.last?.at ?? 0, current: Harness.state(of: ops),
            trimmed: logs[room]?.trimmed ?? .none)
    }

    /// The current named ops after `ops`, in the order of their seqs: the plain way to say what a toolbox
    /// holds.
    static func state(of ops: some Collection<LoggedOp>) -> [LoggedOp] {
        var current: [[String]: LoggedOp] = [:]
        for op in ops {
            guard let name = op.name else { continue }
            if op.type == "remove" {
                current[["upgrade", name]] = nil
            } else {
                current[[op.type, name]] = op
            }
        }
        return current.values.sorted { $0.seq < $1.seq }
    }

    // MARK: Effects

    func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .append(let op, let room): logs[room]?.inFlight.append(op)
            case .send(let message, let member): deliver(message, to: member)
            case .broadcast(let envelope, let members):
                for member in members { deliver(.envelope(envelope), to: member) }
            case .ask(let question, let room, let member):
                questions.append(Question(question: question, room: room, member: member))
            case .load(let name, let opening, let room):
                loads.append(Load(document: name, opening: opening, room: room))
            case .recall(let question, let room): recalls.append(Recall(question: question, room: room))
            case .pause(let member): held.insert(member)
            case .resume(let member): held.remove(member)
            case .close(let member, let reason):
                closed[member] = reason
            case .open(let room):
                openings.append(room)
                if opensAtOnce { open(room) }
            case .create(let room):
                logs[room] = Log(epoch: "epoch of \(room.text)")
                perform(lobby.opened(record(of: room), at: now))
            case .closed(let room): forgotten.append(room)
            case .note(let line): notes.append(line)
            case .fetch(let errand): errands.append(errand)
            }
        }
        while recallsAtOnce, !recalls.isEmpty { recallFirst() }
    }

    private func deliver(_ message: ServerMessage, to member: MemberID) {
        if closed[member] != nil { Issue.record("\(member) was sent something after it was closed") }
        inbox[member, default: []].append(message)
        guard case .envelope(let envelope) = message, let seq = envelope.seq else { return }
        guard let room = memberRoom[member] else {
            Issue.record("\(member) was sent something after it left")
            return
        }
        let op = logs[room]?.durable.first { $0.seq == seq }
        guard let op, envelope == Envelope(op, isReplay: envelope.isReplay) else {
            Issue.record("\(member) was shown \(seq.number), which the durable log does not hold so ([OP4])")
            return
        }
    }
}

extension RoomName {
    static let lobby = RoomName("lobby")!
    static let other = RoomName("other")!
}
