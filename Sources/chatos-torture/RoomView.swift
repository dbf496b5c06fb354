import HubProtocol

/// An op as a client was shown it, or as the log has it.
struct ShownOp: Hashable {
    let at: Int64
    let author: Author
    let payload: Fingerprint

    init(at: Int64, author: Author, payload: [UInt8]) {
        self.at = at
        self.author = author
        self.payload = Fingerprint(payload)
    }

    init(_ envelope: Envelope) {
        self.init(at: envelope.at, author: envelope.author, payload: envelope.payload.bytes)
    }
}

/// The ops of a room that a client has been shown, from the first on, without a gap.
struct RoomView {
    enum Outcome: Equatable {
        case isNext
        /// It was shown before, and is the same.
        case isKnown
        /// It was shown before as something else.
        case isDifferent
        /// Ops before it were never shown.
        case leavesGap
    }

    private(set) var ops: [ShownOp] = []

    var head: Int { ops.count }

    mutating func show(_ op: ShownOp, at seq: Int) -> Outcome {
        if seq == head + 1 {
            ops.append(op)
            return .isNext
        }
        guard (1...head + 1).contains(seq) else { return .leavesGap }
        return ops[seq - 1] == op ? .isKnown : .isDifferent
    }
}
