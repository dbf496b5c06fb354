import Bytes

/// Bytes to messages and back: the only place that knows the JSON shape of either.
///
/// It judges form only; whether a well-formed message is allowed where it stands is the room's matter.
public enum MessageCodec {
    /// Reads one text message, whose UTF-8 has been checked.
    public static func decode(_ bytes: RawSpan) throws(ProtocolError) -> ClientMessage {
        var members = MessageMembers()
        let kind: JSONKind
        do {
            kind = try JSONScanner.scan(bytes) { members.note($0, in: bytes) }
        } catch {
            throw ProtocolError(.badJSON, error.description)
        }
        guard kind == .object else { throw ProtocolError(.badJSON, "a message is one JSON object") }
        if let hub = members.hub { return try ControlDecoder.decode(bytes, hub: hub) }
        return try OpDecoder.decode(bytes, members)
    }

    /// The same over an array of bytes.
    public static func decode(_ bytes: [UInt8]) throws(ProtocolError) -> ClientMessage {
        try decode(bytes.span.bytes)
    }

    /// Writes one message: a binary one about a document ([DO1]), else text.
    public static func encode(_ message: ServerMessage) -> [UInt8] {
        switch message {
        case .welcome(let welcome): encode(welcome)
        case .reset(let reason, let epoch, let head):
            control("reset") { out in
                out.append(member: "reason", reason.rawValue)
                out.append(member: "epoch", epoch)
                out.append(member: "head", head.number)
            }
        case .ready(let seq): control("ready") { $0.append(member: "seq", seq.number) }
        case .error(let error):
            control("error") { out in
                if let id = error.id { out.append(member: "id", id) }
                if let document = error.document { out.append(member: "doc", document.text) }
                out.append(member: "code", error.code.rawValue)
                out.append(member: "message", error.message)
            }
        case .done(let id, let count):
            control("done") { out in
                out.append(member: "id", id)
                out.append(member: "count", count)
            }
        case .envelope(let envelope): encode(envelope)
        case .document(let message): message.encoded()
        }
    }

    /// An envelope: what the hub knows of an op, and behind it the op as its sender wrote it.
    public static func encode(_ envelope: Envelope) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(envelope.payload.bytes.count + envelope.author.name.utf8.count + 128)
        out.append(UInt8(ascii: "{"))
        if let seq = envelope.seq {
            out.append(literal: "\"seq\":")
            out.appendJSON(seq.number)
            out.append(UInt8(ascii: ","))
        }
        out.append(literal: "\"at\":")
        out.appendJSON(envelope.at)
        out.append(member: "from", envelope.author)
        if envelope.isReplay { out.append(literal: ",\"replay\":true") }
        out.append(literal: ",\"op\":")
        out.append(contentsOf: envelope.payload.bytes)
        out.append(UInt8(ascii: "}"))
        return out
    }

    private static func encode(_ welcome: Welcome) -> [UInt8] {
        control("welcome") { out in
            out.append(member: "protocol", subprotocol)
            out.append(member: "room", welcome.room.text)
            out.append(member: "you", welcome.you)
            out.append(member: "token", welcome.token)
            out.append(member: "epoch", welcome.epoch)
            out.append(member: "head", welcome.head.number)
            if let after = welcome.after { out.append(member: "after", after.number) }
            out.append(literal: ",\"members\":")
            out.append(participants: welcome.members)
            out.append(literal: ",\"limits\":{\"message\":")
            out.appendJSON(MessageLimits.message)
            out.append(UInt8(ascii: "}"))
        }
    }

    private static func control(_ word: StaticString, _ members: (inout [UInt8]) -> Void) -> [UInt8] {
        var out: [UInt8] = []
        out.append(literal: "{\"hub\":\"")
        out.append(literal: word)
        out.append(UInt8(ascii: "\""))
        members(&out)
        out.append(UInt8(ascii: "}"))
        return out
    }

    /// The subprotocol that this codec speaks ([CN1]).
    public static let subprotocol = "chatos.v1"
}
