public import HubProtocol

/// What a hub must know of a room to open it: everything at one moment of the log.
///
/// It does not hold history, nor what recognises re-sends; that is read when somebody asks.
public struct RoomImage: Sendable {
    public let id: RoomID
    public let name: RoomName
    /// The identity of the log.
    public let epoch: String
    /// The newest committed seq.
    public let head: Seq
    /// The time of the newest op, in milliseconds since 1970; of the room's making while it has none.
    public let lastAt: Int64
    /// The current named ops: tools (type `upgrade`) first, each part in the order of its seqs ([HI2]).
    public let current: [LoggedOp]
    /// Who resumes after an older seq than this can't: the ops are not in the log any more ([HI4]).
    public let trimmed: Seq
    /// The newest op that came from elsewhere ([MT4]).
    public let imported: Seq

    public init(
        id: RoomID, name: RoomName, epoch: String, head: Seq, lastAt: Int64, current: [LoggedOp],
        trimmed: Seq = .none, imported: Seq = .none
    ) {
        self.id = id
        self.name = name
        self.epoch = epoch
        self.head = head
        self.lastAt = lastAt
        self.current = current
        self.trimmed = trimmed
        self.imported = imported
    }
}

/// A room as the list of rooms shows it ([HT1]), without who is present.
public struct RoomSummary: Hashable, Sendable {
    public let id: RoomID
    public let name: RoomName
    public let epoch: String
    /// The newest committed seq.
    public let head: Seq
    /// The time of the newest op, in milliseconds since 1970; of the room's making while it has none.
    public let at: Int64
    /// Of the ops up to this one only those are left that were current after it; 0 in a log that is whole.
    public let trimmed: Seq
    /// The epoch that the chain starts from; the room's own may have changed since ([HC1]).
    public let origin: String

    public init(
        id: RoomID, name: RoomName, epoch: String, head: Seq, at: Int64, trimmed: Seq = .none,
        origin: String? = nil
    ) {
        self.id = id
        self.name = name
        self.epoch = epoch
        self.head = head
        self.at = at
        self.trimmed = trimmed
        self.origin = origin ?? epoch
    }
}
