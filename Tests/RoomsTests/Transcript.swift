import HubProtocol
import Rooms

/// What a member was sent, a line a message: `welcome 3`, `ready 3`, `4 Ada {"type":"a"}`, `- Ada {...}` when
/// transient.
extension Harness {
    /// All that the member was sent since the last taking.
    func take(_ member: MemberID) -> [String] {
        defer { inbox[member] = nil }
        return (inbox[member] ?? []).map(Harness.line)
    }

    func takeMessages(_ member: MemberID) -> [ServerMessage] {
        defer { inbox[member] = nil }
        return inbox[member] ?? []
    }

    private static func line(_ message: ServerMessage) -> String {
        switch message {
        case .welcome(let welcome):
            let after = welcome.after.map { " after \($0.number)" } ?? ""
            return "welcome \(welcome.head.number)" + after
        case .reset(let reason, let epoch, let head): return "reset \(reason) \(head.number) \(epoch)"
        case .ready(let seq): return "ready \(seq.number)"
        case .error(let error): return "error \(error.code.rawValue)" + (error.id.map { " \($0)" } ?? "")
        case .done(let id, let count): return "done \(id) \(count)"
        case .document(let message): return "document \(message.name.text) \(message.body.count)"
        case .envelope(let envelope):
            let seq = envelope.seq.map { "\($0.number)" } ?? "-"
            let text = String(decoding: envelope.payload.bytes, as: UTF8.self)
            return (envelope.isReplay ? "replay " : "") + "\(seq) \(envelope.author.name) \(text)"
        }
    }

    static func joined(_ count: Int) -> String { #"{"type":"joined","participants":\#(count)}"# }
    static func disconnected(_ count: Int) -> String { #"{"type":"disconnected","participants":\#(count)}"# }
}
