public import HubProtocol

/// One connection of a participant in a room.
public struct MemberID: Hashable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }
}

/// A connection that said hello, with the identity that the hub found behind its token.
public struct Entry: Sendable {
    public let member: MemberID
    /// The participant's id, proved by its token; its name is the hello's.
    public let participant: String
    /// Sent back in `welcome`: the one presented, or a new one.
    public let token: String
    /// Whether the token was issued just now: such a participant has sent nothing before, to any room.
    public let isNew: Bool
    public let hello: Hello
    /// The one document that the connection is there for; it is told of nothing else ([DO6]).
    public let document: DocumentName?

    public init(
        member: MemberID, participant: String, token: String, isNew: Bool = false, hello: Hello,
        document: DocumentName? = nil
    ) {
        self.member = member
        self.participant = participant
        self.token = token
        self.isNew = isNew
        self.hello = hello
        self.document = document
    }
}

/// What the log knows of a room when it is opened; the room asks later for what recognises re-sends.
public struct RoomRecord: Sendable {
    public let name: RoomName
    public let epoch: String
    /// The newest op's seq and time; `.none` and 0 in an empty room.
    public let head: Seq
    public let lastAt: Int64
    /// The current named ops, in any order.
    public let current: [LoggedOp]
    /// Of the ops up to this one the log has the current ones at most: nobody can resume before it ([HI4]).
    public let trimmed: Seq
    /// The ops up to this one came from elsewhere; their schedules don't run ([SC8]).
    public let imported: Seq

    public init(
        name: RoomName, epoch: String, head: Seq, lastAt: Int64, current: [LoggedOp],
        trimmed: Seq = .none, imported: Seq = .none
    ) {
        self.name = name
        self.epoch = epoch
        self.head = head
        self.lastAt = lastAt
        self.current = current
        self.trimmed = trimmed
        self.imported = imported
    }
}
