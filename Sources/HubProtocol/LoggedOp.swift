/// An op with its place in the log: what the log stores and what an envelope carries.
public struct LoggedOp: Hashable, Sendable {
    public let seq: Seq
    /// When the hub took it, in milliseconds since 1970; never less than that of the op before.
    public let at: Int64
    public let author: Author
    public let type: String
    /// The op's `name`; for a `remove`, the name of the tool that goes; for the definition of a schedule and
    /// a firing, what keeps them apart from plain ops ([SC2]); for an update, its document ([DO4]).
    public let name: String?
    /// Set when the sender gave the op an `id` and itself a `client`: recognises a re-send ([ID4]).
    public let resend: ResendKey?
    public let payload: Payload

    public init(
        seq: Seq, at: Int64, author: Author, type: String, name: String?, resend: ResendKey?, payload: Payload
    ) {
        self.seq = seq
        self.at = at
        self.author = author
        self.type = type
        self.name = name
        self.resend = resend
        self.payload = payload
    }
}

/// What recognises a re-sent op within a room: the participant, its outbox, and the op's id there.
///
/// It is a word, since the log's newest ops are kept in memory and most of them have none.
public struct ResendKey: Hashable, Sendable {
    private final class Texts: Sendable {
        let participant: String
        let client: String
        let id: String

        init(participant: String, client: String, id: String) {
            self.participant = participant
            self.client = client
            self.id = id
        }
    }

    private let texts: Texts

    public var participant: String { texts.participant }
    public var client: String { texts.client }
    public var id: String { texts.id }

    public init(participant: String, client: String, id: String) {
        texts = Texts(participant: participant, client: client, id: id)
    }

    public static func == (left: ResendKey, right: ResendKey) -> Bool {
        left.participant.isExactly(right.participant) && left.client.isExactly(right.client)
            && left.id.isExactly(right.id)
    }

    public func hash(into hasher: inout Hasher) {
        participant.hashExactly(into: &hasher)
        client.hashExactly(into: &hasher)
        id.hashExactly(into: &hasher)
    }
}

/// A (type, name) pair; the newest op of one is current.
public struct NamedKey: Hashable, Sendable {
    public let type: String
    public let name: String

    public init(type: String, name: String) {
        self.type = type
        self.name = name
    }

    public static func == (left: NamedKey, right: NamedKey) -> Bool {
        left.type.isExactly(right.type) && left.name.isExactly(right.name)
    }

    public func hash(into hasher: inout Hasher) {
        type.hashExactly(into: &hasher)
        name.hashExactly(into: &hasher)
    }
}

/// What a logged op does to the room's current named ops.
public enum StateChange: Hashable, Sendable {
    case none
    /// The op becomes the current one of its pair.
    case sets(NamedKey)
    /// The pair has no current op any more.
    case removes(NamedKey)
}

extension LoggedOp {
    /// The same op at a later time: a log's times never run backwards ([OP3]), and what comes from elsewhere
    /// may.
    public func raised(to at: Int64) -> LoggedOp {
        LoggedOp(
            seq: seq, at: max(self.at, at), author: author, type: type, name: name, resend: resend,
            payload: payload)
    }

    public var change: StateChange {
        guard let name, document == nil else { return .none }
        if type == "remove" {
            return .removes(NamedKey(type: "upgrade", name: name))
        }
        return .sets(NamedKey(type: type, name: name))
    }
}
