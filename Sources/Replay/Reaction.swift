import HubProtocol
import Rooms

/// What a room made of one message: of its effects, those that a player looks at.
struct Reaction: CustomStringConvertible {
    private(set) var logged: [LoggedOp] = []
    /// The envelopes that were sent to one member, and not to all.
    private(set) var sent: [Envelope] = []
    /// Whether the room took the op for one that it has already.
    private(set) var isResend = false
    private var refusal: ProtocolError?
    private var isTransient = false

    init() {}

    /// A message that never came to the room.
    init(refusal: ProtocolError) {
        self.refusal = refusal
    }

    mutating func note(_ effect: Effect) {
        switch effect {
        case .append(let op, _): logged.append(op)
        case .send(.envelope(let envelope), _): sent.append(envelope)
        case .send(.error(let error), _): refusal = error
        case .ask(.again, _, _): isResend = true
        case .broadcast(let envelope, _): isTransient = isTransient || envelope.seq == nil
        case .send, .ask, .recall, .pause, .resume, .close, .open, .create, .closed, .note, .fetch, .load:
            break
        }
    }

    var description: String {
        if let refusal { return "refuses it: \(refusal.message)" }
        if logged.count > 1 { return "makes \(logged.count) ops of it" }
        return isTransient ? "shows it and does not log it" : "does not log it"
    }
}
