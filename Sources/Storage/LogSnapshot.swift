public import HubProtocol

/// One moment of a database, read by a command while a hub may be writing on.
///
/// It never writes, and is confined to the thread that uses it.
public final class LogSnapshot {
    /// Opens the database of the folder read-only; what is committed later isn't seen.
    public init(folder: DataFolder) throws(StorageError) {
        fatalError("to come")
    }

    /// The rooms, newest activity first.
    public func rooms(limit: Int = .max) throws(StorageError) -> [RoomSummary] { [] }

    /// Nil when there is no such room.
    public func room(named name: RoomName) throws(StorageError) -> RoomSummary? { nil }

    /// Everyone who did something in the room, in the order of their first ops.
    public func authors(of room: RoomID) throws(StorageError) -> [Author] { [] }

    /// Hands each op after `after` up to `upTo` to `body`, oldest first, holding one at a time.
    public func forEachOp(
        in room: RoomID, after: Seq = .none, upTo: Seq = .max, _ body: (LoggedOp) throws -> Void
    ) throws {
    }
}
