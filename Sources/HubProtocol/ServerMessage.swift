/// All that the hub can say to a client. ``MessageCodec`` makes bytes of it.
public enum ServerMessage: Hashable, Sendable {
    case welcome(Welcome)
    /// A resume was impossible; the whole state follows ([HI4]).
    case reset(ResetReason, epoch: String, head: Seq)
    case ready(Seq)
    case error(ProtocolError)
    /// The end of the answer to a `replay` that had an id ([RP4]).
    case done(id: String, count: Int)
    case envelope(Envelope)
    /// A binary message; all others are text.
    case document(DocumentMessage)
}

/// Why a client can't go on where it stopped.
public enum ResetReason: String, Hashable, Sendable {
    /// The client's seq is of another log, or it did not say of which.
    case epoch
    /// The client claims to have more than the log holds.
    case ahead
    /// The ops after the client's seq are not in the log any more: it was compacted.
    case trimmed
}

/// The hub's answer to `hello` ([HI2]).
public struct Welcome: Hashable, Sendable {
    public let room: RoomName
    public let you: Author
    public let token: String
    public let epoch: String
    public let head: Seq
    /// Set when the client resumes: the ops after it follow, instead of the state.
    public let after: Seq?
    public let members: [Participant]

    public init(
        room: RoomName, you: Author, token: String, epoch: String, head: Seq, after: Seq?,
        members: [Participant]
    ) {
        self.room = room
        self.you = you
        self.token = token
        self.epoch = epoch
        self.head = head
        self.after = after
        self.members = members
    }
}

/// Somebody present in a room, with the number of connections it has there.
public struct Participant: Hashable, Sendable {
    public let author: Author
    public let connections: Int

    public init(author: Author, connections: Int) {
        self.author = author
        self.connections = connections
    }
}

/// An op as members get it ([OP3]).
public struct Envelope: Hashable, Sendable {
    /// Nil for a transient op, and for an answer that is no past op.
    public let seq: Seq?
    /// The hub's time in milliseconds since 1970.
    public let at: Int64
    public let author: Author
    public let payload: Payload
    /// Whether it answers a `replay`.
    public let isReplay: Bool

    public init(seq: Seq?, at: Int64, author: Author, payload: Payload, isReplay: Bool = false) {
        self.seq = seq
        self.at = at
        self.author = author
        self.payload = payload
        self.isReplay = isReplay
    }

    public init(_ op: LoggedOp, isReplay: Bool = false) {
        self.init(seq: op.seq, at: op.at, author: op.author, payload: op.payload, isReplay: isReplay)
    }
}
