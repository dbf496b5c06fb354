public import HubProtocol
internal import SQLite

/// One moment of a database, read by a command while a hub may be writing on.
///
/// It never writes, and is confined to the thread that uses it. While it lives, the write-ahead log can't
/// shrink.
public final class LogSnapshot {
    let queries: LogQueries
    let folder: DataFolder

    /// Opens the folder's database read-only; what is committed later isn't seen.
    public init(folder: DataFolder) throws(StorageError) {
        let connection = try LogDatabase.openForReading(folder)
        do {
            try connection.begin(.deferred)
            // SQLite chooses the moment at the first read, not at BEGIN.
            _ = try connection.userVersion()
        } catch {
            throw StorageError(error)
        }
        queries = LogQueries(connection)
        self.folder = folder
    }

    /// The rooms, newest activity first.
    public func rooms(limit: Int = .max) throws(StorageError) -> [RoomSummary] {
        do {
            return try queries.summaries(limit: limit)
        } catch {
            throw StorageError(error)
        }
    }

    /// Nil when there is no such room.
    public func room(named name: RoomName) throws(StorageError) -> RoomSummary? {
        do {
            return try queries.summary(of: name)
        } catch {
            throw StorageError(error)
        }
    }

    /// Everyone who did something in the room, in the order of their first ops.
    public func authors(of room: RoomID) throws(StorageError) -> [Author] {
        do {
            return try queries.authors(of: room)
        } catch {
            throw StorageError(error)
        }
    }

    /// Hands each op after `after` up to `upTo` to `body`, oldest first, holding one at a time.
    ///
    /// Throws a ``StorageError``, or what `body` throws.
    public func forEachOp(
        in room: RoomID, after: Seq = .none, upTo: Seq = .max, _ body: (LoggedOp) throws -> Void
    ) throws {
        do {
            try queries.eachOp(of: room, after: after, upTo: upTo, limit: .max) { op in
                try body(op)
                return true
            }
        } catch let error as SQLiteError {
            throw StorageError(error)
        }
    }
}
