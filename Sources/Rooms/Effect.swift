public import HubProtocol

/// What a room wants done. It does nothing itself; whoever drives it performs these in order.
public enum Effect: Sendable {
    /// Write the op; ``Lobby/committed(_:through:)`` tells the room when it can no longer be lost.
    case append(LoggedOp, room: RoomName)
    case send(ServerMessage, to: MemberID)
    /// One envelope for all of these; the bytes are the same for each.
    case broadcast(Envelope, to: [MemberID])
    /// Read the log; ``Lobby/answered(_:in:with:for:)`` brings what it says.
    case ask(LogQuestion, room: RoomName, for: MemberID)
    /// Read what recognises re-sends, on behalf of the room; ``Lobby/recalled(_:in:_:at:)`` brings it.
    case recall(ResendQuestion, room: RoomName)
    /// Read a document as the log has it; ``Lobby/loaded(_:opening:in:_:at:)`` brings it.
    case load(DocumentName, opening: UInt64, room: RoomName)
    /// Take no more messages from the member for now: what it sent already waits.
    case pause(MemberID)
    case resume(MemberID)
    case close(MemberID, Disconnect)
    /// Read what the log knows of the room: ``Lobby/opened(_:at:)``, or ``Lobby/absent(_:)`` when there is no
    /// such room.
    case open(RoomName)
    /// Make the room, with an epoch of its own: ``Lobby/opened(_:at:)``.
    case create(RoomName)
    /// The room has nobody in it and nothing in flight, and was forgotten.
    case closed(RoomName)
    /// Something that whoever runs the hub should know.
    case note(String)
    /// Fetch something from elsewhere: ``Lobby/fetched(_:_:at:)`` brings what came of it.
    case fetch(Errand)
}

/// What a room asks the log on behalf of one member.
public enum LogQuestion: Hashable, Sendable {
    /// The next ops for a member that resumes; as many as fit one answer.
    case catchUp(after: Seq, upTo: Seq)
    /// The answer to a `replay`; `id` is the asker's.
    case replay(ReplayQuery, upTo: Seq, id: String?)
    /// An op that a member sent again: its first envelope acknowledges it.
    case again(Seq)
    /// The current tool of a room, for an `import`; `id` is the asker's.
    case tool(ToolAddress, id: String?)
}

/// What a room asks the log of ops with an id from before it was opened ([ID4]).
public struct ResendQuestion: Hashable, Sendable {
    /// Tells apart the openings of a room: what was asked by an earlier one is no news to this.
    let opening: UInt64
    /// The newest op that it is about.
    public let upTo: Seq
    /// So many keys at most, the newest.
    public let limit: Int
}
