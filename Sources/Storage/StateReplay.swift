internal import HubProtocol

/// What a room's ops come to, one after the other: which named ops are current, and who is present.
///
/// It holds seqs and rows of authors, no payloads. An erased op still replaces what it replaced: what was
/// erased changes no state before or after it.
struct StateReplay {
    private var seqs: [NamedKey: Seq] = [:]
    /// By participant, since one may go under another name than it came.
    private var arrivals: [[UInt8]: Arrival] = [:]
    private var arrived: UInt64 = 0

    private struct Arrival {
        let order: UInt64
        let author: Int64
    }

    /// What an op's row says that may change the state.
    struct Step {
        let seq: Seq
        let type: String
        let name: String?
        /// The row of the author, and its participant's id.
        let author: Int64
        let participant: String
        /// A `joined` that says that nobody else was there: whoever a crash of the hub left in the room is
        /// gone.
        let isFirst: Bool
    }

    mutating func apply(_ step: Step) {
        switch (step.type, step.name) {
        case ("joined", nil): come(step.author, step.participant, isFirst: step.isFirst)
        case ("disconnected", nil): arrivals[Array(step.participant.utf8)] = nil
        case (_, nil): return
        // A document's update replaces none of the others ([DO4]).
        case (let type, let name) where DocumentName(ofType: type, stored: name) != nil: return
        case ("remove", let name?): seqs[NamedKey(type: "upgrade", name: name)] = nil
        case (let type, let name?): seqs[NamedKey(type: type, name: name)] = step.seq
        }
    }

    mutating func come(_ author: Int64, _ participant: String, isFirst: Bool = false) {
        if isFirst { arrivals.removeAll(keepingCapacity: true) }
        arrivals[Array(participant.utf8)] = Arrival(order: arrived, author: author)
        arrived += 1
    }

    mutating func set(_ pair: NamedKey, _ seq: Seq) {
        seqs[pair] = seq
    }

    /// The current ops, in their order.
    var current: [Seq] { seqs.values.sorted() }

    var pairs: [NamedKey: Seq] { seqs }

    /// Rows of authors, in the order of coming.
    var present: [Int64] {
        arrivals.values.sorted { $0.order < $1.order }.map(\.author)
    }
}
