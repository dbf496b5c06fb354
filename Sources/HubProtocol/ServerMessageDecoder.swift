import Bytes

/// What is wrong with a message of the hub, in a phrase.
public struct ServerMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Reads what a hub says: the reverse of ``MessageCodec/encode(_:)``.
///
/// It judges form only; whether a message may come where it comes is not looked at.
public enum ServerMessageDecoder {
    /// Reads one text message, whose UTF-8 has been checked. Members that it does not know are left aside.
    public static func decode(_ bytes: [UInt8]) throws(ServerMessageError) -> ServerMessage {
        // An op may nest as deep as JSON may here ([CN4]), and in its envelope it lies a level deeper.
        let object = try MessageObject.read(bytes, depth: JSONScanner.maxDepth + 1)
        guard object.has("hub") else {
            return .envelope(try envelope(object, op: try object.objectBytes("op")))
        }
        switch try object.string("hub") {
        case "welcome": return .welcome(try welcome(object))
        case "reset":
            guard let reason = ResetReason(rawValue: try object.string("reason")) else {
                throw ServerMessageError("`reset` for an unknown reason")
            }
            return .reset(reason, epoch: try object.string("epoch"), head: try seq("head", object))
        case "ready": return .ready(try seq("seq", object))
        case "error": return .error(try error(object))
        case "done":
            return .done(id: try object.string("id"), count: Int(clamping: try object.integer("count")))
        default: throw ServerMessageError("an unknown control frame")
        }
    }

    /// The text of an error that the hub gave over HTTP; nil when the body is none.
    public static func refusal(_ body: [UInt8]) -> String? {
        try? MessageObject.read(body).string("error")
    }

    private static func envelope(
        _ object: MessageObject, op: [UInt8]
    ) throws(ServerMessageError) -> Envelope {
        Envelope(
            seq: object.has("seq") ? try seq("seq", object) : nil,
            at: try object.integer("at"),
            author: try author(try object.object("from")),
            payload: Payload(bytes: op),
            isReplay: object.has("replay") ? try object.bool("replay") : false)
    }

    private static func welcome(_ object: MessageObject) throws(ServerMessageError) -> Welcome {
        guard let room = RoomName(try object.string("room")) else {
            throw ServerMessageError("`room` is no name of a room")
        }
        var members: [Participant] = []
        for member in try object.objects("members") {
            members.append(
                Participant(
                    author: try author(member), connections: Int(clamping: try member.integer("connections")))
            )
        }
        return Welcome(
            room: room,
            you: try author(try object.object("you")),
            token: try object.string("token"),
            epoch: try object.string("epoch"),
            head: try seq("head", object),
            after: object.has("after") ? try seq("after", object) : nil,
            members: members)
    }

    private static func error(_ object: MessageObject) throws(ServerMessageError) -> ProtocolError {
        let word = try object.string("code")
        guard let code = ProtocolError.Code(rawValue: word) else {
            throw ServerMessageError("an error with the unknown code '\(word)'")
        }
        return ProtocolError(
            code, try object.string("message"), id: object.has("id") ? try object.string("id") : nil)
    }

    private static func author(_ object: MessageObject) throws(ServerMessageError) -> Author {
        Author(id: try object.string("id"), name: try object.string("name"))
    }

    private static func seq(
        _ key: StaticString, _ object: MessageObject
    ) throws(ServerMessageError) -> Seq {
        guard let number = UInt64(exactly: try object.integer(key)), let seq = Seq(number) else {
            throw ServerMessageError("`\(key)` is no seq")
        }
        return seq
    }
}
