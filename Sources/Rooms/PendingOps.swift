import HubProtocol

/// What a room has taken and not yet shown: logged ops on their way to the disk, and what may not overtake
/// them.
struct PendingOps {
    struct Logged {
        let op: LoggedOp
        /// The member whose load it is; nil for what the hub itself logs at a coming or going.
        let sender: MemberID?
    }

    /// What is to be said behind an op.
    enum Held {
        /// A transient op, to all.
        case transient(Envelope, sender: MemberID)
        /// What says something of the op.
        case message(ServerMessage, to: MemberID)
    }

    private var logged = Queue<Logged>()
    /// The newest waiting op of each participant: what its transient ops have to wait for ([OP6]).
    private var newest: [String: Seq] = [:]
    /// What waits for an op, in its order. Ops of others never hold a transient op.
    private var behind: [Seq: [Held]] = [:]

    /// How many of the waiting ops will take a place among the current ones, and their payloads in bytes.
    private(set) var named = 0
    private(set) var namedBytes = 0

    var isEmpty: Bool { logged.isEmpty }

    mutating func append(_ op: LoggedOp, from sender: MemberID?) {
        logged.append(Logged(op: op, sender: sender))
        newest[op.author.id] = op.seq
        count(op, by: 1)
    }

    /// Keeps a transient op.
    ///
    /// - Returns: false if nothing of its participant is waiting, so that it may be shown at once.
    mutating func hold(_ transient: Envelope, from sender: MemberID) -> Bool {
        guard let seq = newest[transient.author.id] else { return false }
        behind[seq, default: []].append(.transient(transient, sender: sender))
        return true
    }

    /// Keeps a message until the op with this seq, which waits, is shown.
    mutating func hold(_ message: ServerMessage, to member: MemberID, behind seq: Seq) {
        behind[seq, default: []].append(.message(message, to: member))
    }

    /// The next op that may be shown once all up to `durable` is on the disk, and what to show behind it.
    mutating func next(through durable: Seq) -> (Logged, behind: [Held])? {
        guard let first = logged.first, first.op.seq <= durable else { return nil }
        logged.popFirst()
        let op = first.op
        if newest[op.author.id] == op.seq { newest[op.author.id] = nil }
        count(op, by: -1)
        return (first, behind.removeValue(forKey: op.seq) ?? [])
    }

    private mutating func count(_ op: LoggedOp, by one: Int) {
        guard case .sets = op.change else { return }
        named += one
        namedBytes += one * op.payload.bytes.count
    }
}
