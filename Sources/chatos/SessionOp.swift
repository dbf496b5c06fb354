import Bytes
import HubProtocol

/// What an op of a session file asks of whoever plays it.
///
/// It does not say whether the hub will take it.
enum SessionOp: Equatable {
    /// Somebody came; `participants` is what the op says of how many were there then.
    case joined(participants: Int64?)
    case disconnected
    /// An op to send as it is, with its own id if it has one.
    case op(id: String?)
    /// An update of a document.
    case update(DocumentOp)
    /// The definition of a schedule, or what came of one: it belongs to the room that ran it ([SC8]).
    case scheduled
    /// This program would refuse it; a newer hub may not.
    case doubtful

    /// Why something can't have come out of a log.
    struct Impossible: Error, Equatable {
        let reason: String
    }

    init(_ payload: Payload) throws(Impossible) {
        guard payload.bytes.count <= MessageLimits.message || DocumentOp(payload) != nil else {
            throw Impossible(
                reason: "it has \(payload.bytes.count) bytes, and a hub takes \(MessageLimits.message)")
        }
        let message: ClientMessage
        do throws(ProtocolError) {
            message = try MessageCodec.decode(payload.bytes)
        } catch {
            guard error.code == .reserved else {
                self = .doubtful
                return
            }
            if let update = DocumentOp(payload) {
                self = .update(update)
                return
            }
            let isFiring = OpFiring.definition(of: payload) != nil
            self = isFiring ? .scheduled : SessionOp.presence(payload)
            return
        }
        switch message {
        case .op(let op):
            guard op.persist else { throw Impossible(reason: "it is transient") }
            self = op.schedule == nil ? .op(id: op.id) : .scheduled
        case .hello, .announce, .replay, .rollcall, .request, .importTool, .document:
            throw Impossible(reason: "it is a question or a control frame, which no log holds")
        }
    }

    /// The hub's own ops ([TY6]).
    private static func presence(_ payload: Payload) -> SessionOp {
        var isJoined = false
        var participants: Int64?
        let bytes = payload.bytes
        // It has been scanned before.
        _ = try? JSONScanner.scan(bytes) { member in
            guard let key = member.key else { return }
            if JSONText.equals("type", in: bytes.span.bytes, at: key) {
                isJoined = JSONText.equals("joined", in: bytes.span.bytes, at: member.value)
            } else if JSONText.equals("participants", in: bytes.span.bytes, at: key), member.kind == .number {
                participants = JSONText.integer(in: bytes.span.bytes, at: member.value)
            }
        }
        return isJoined ? .joined(participants: participants) : .disconnected
    }
}
