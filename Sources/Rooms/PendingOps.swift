import HubProtocol

/// What a room has taken and not yet shown: logged ops on their way to the disk, and transient ops that may
/// not overtake them.
struct PendingOps {
    struct Logged {
        let op: LoggedOp
        /// The member whose load it is; nil for what the hub itself logs at a coming or going.
        let sender: MemberID?
    }

    struct Transient {
        let envelope: Envelope
        let sender: MemberID
    }

    private var logged = Queue<Logged>()
    /// The newest waiting op of each participant: what its transient ops have to wait for ([OP6]).
    private var newest: [String: Seq] = [:]
    /// The transient ops that wait for an op, in their order. Ops of others never hold them.
    private var behind: [Seq: [Transient]] = [:]

    /// How many of the waiting ops will take a place among the current ones, and their payloads in bytes.
    private(set) var named = 0
    private(set) var namedBytes = 0

    var isEmpty: Bool { logged.isEmpty }

    mutating func append(_ op: LoggedOp, from sender: MemberID?) {
        logged.append(Logged(op: op, sender: sender))
        newest[op.author.id] = op.seq
        count(op, by: 1)
    }

    /// - Returns: false if nothing of its participant is waiting, so that it may be shown at once.
    mutating func hold(_ transient: Transient) -> Bool {
        guard let seq = newest[transient.envelope.author.id] else { return false }
        behind[seq, default: []].append(transient)
        return true
    }

    /// The next op that may be shown once all up to `durable` is on the disk, and the transient ops to show
    /// behind it.
    mutating func next(through durable: Seq) -> (Logged, behind: [Transient])? {
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
