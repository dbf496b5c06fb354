import HubProtocol

/// One member's memory of what it was sent, which says what of it breaks the protocol's order.
///
/// It knows the log only to compare what it has with what it should have.
struct Witness {
    private enum Phase {
        case waiting
        case newcomer(head: UInt64)
        case resuming
        case live
    }

    let participant: String
    /// The newest seq it has; nil before it knows any.
    private(set) var at: UInt64?
    private var phase = Phase.waiting
    private var has: [LoggedOp] = []

    init(participant: String) {
        self.participant = participant
    }

    /// - Returns: what is wrong with `message`, or nil.
    mutating func hear(_ message: ServerMessage, _ log: [LoggedOp]) -> String? {
        switch (message, phase) {
        case (.welcome(let welcome), .waiting):
            at = welcome.after?.number
            if let after = at {
                guard after <= welcome.head.number else { return "resumes ahead of the log" }
                has = Array(log.prefix(Int(after)))
                phase = .resuming
            } else {
                phase = .newcomer(head: welcome.head.number)
            }
            return nil
        case (.reset(_, _, let head), .newcomer(let known)):
            return head.number == known ? nil : "reset and welcome name two heads"
        case (.ready(let seq), .newcomer(let head)):
            guard seq.number == head else { return "ready \(seq.number) after welcome \(head)" }
            at = head
            phase = .live
            let state = Harness.state(of: log.prefix(Int(head)))
            return Set(has) == Set(state) ? nil : "got another state at \(head) than the log's"
        case (.ready(let seq), .resuming):
            phase = .live
            return at == seq.number ? nil : "ready \(seq.number) at \(at ?? 0)"
        case (.envelope(let envelope), _): return hear(envelope, log)
        case (.done, .resuming), (.done, .live): return nil
        case (.welcome, _), (.reset, _), (.ready, _), (.done, _), (.error, _), (.document, _):
            return "\(message) in \(phase)"
        }
    }

    private mutating func hear(_ envelope: Envelope, _ log: [LoggedOp]) -> String? {
        if envelope.isReplay { return nil }
        guard let seq = envelope.seq?.number else { return hearTransient(envelope) }
        guard (1...UInt64(log.count)).contains(seq) else { return "got \(seq), beyond the durable log" }
        let op = log[Int(seq) - 1]
        guard let at else {
            has.append(op)
            return nil
        }
        // An op with an id that it has already acknowledges what its participant sent again.
        if seq <= at { return op.resend?.participant == participant ? nil : "got \(seq) again" }
        guard seq == at + 1 else { return "got \(seq) after \(at)" }
        self.at = seq
        has.append(op)
        return nil
    }

    /// A transient op's type is the newest seq that its participant had before it ([OP6]).
    private func hearTransient(_ envelope: Envelope) -> String? {
        guard case .live = phase, let at else { return "got a transient op before ready" }
        guard case .op(let op)? = try? MessageCodec.decode(envelope.payload.bytes),
            let before = UInt64(op.type)
        else { return "got an unreadable transient op" }
        return before <= at ? nil : "got a transient op that overtook \(before) at \(at)"
    }

    /// When nothing is in flight any more it has all there is.
    func atTheEnd(of log: [LoggedOp]) -> [String] {
        guard case .live = phase, at == UInt64(log.count) else { return ["ended at \(at ?? 0) in \(phase)"] }
        return Harness.state(of: has) == Harness.state(of: log)
            ? [] : ["ended with another state than the log's"]
    }
}
