public import HubProtocol
internal import SQLite

/// A line of a session file that is no op: a mark, a comment, or one with an unknown code. The log keeps it
/// for the next export ([SF5]), and does nothing with it.
public struct SessionNote: Hashable, Sendable {
    /// The op behind which it stood.
    public let after: Seq
    /// Its place among all such lines of the file, from 1; 0 is the header.
    public let number: Int64
    public let bytes: [UInt8]

    public init(after: Seq, number: Int64, bytes: [UInt8]) {
        self.after = after
        self.number = number
        self.bytes = bytes
    }
}

extension LogSnapshot {
    /// The header of the file that the room came from, and the lines in it that are no ops.
    func importedLines(of room: RoomID) throws(StorageError) -> (header: [UInt8]?, lines: [SessionNote]) {
        do {
            return try queries.notes(of: room)
        } catch {
            throw StorageError(error)
        }
    }
}

extension LogQueries {
    func notes(of room: RoomID) throws(SQLiteError) -> (header: [UInt8]?, lines: [SessionNote]) {
        let query = try connection.statement(
            "SELECT number, after_seq, line FROM session_lines WHERE room = ?1 ORDER BY number")
        defer { query.reset() }
        try query.bind(1, room.number)
        var header: [UInt8]?
        var lines: [SessionNote] = []
        while try query.step() {
            let (number, line) = (query.integer(0), query.bytes(2))
            if number == 0 {
                header = line
            } else {
                let after = UInt64(exactly: query.integer(1)).flatMap { Seq($0) } ?? .none
                lines.append(SessionNote(after: after, number: number, bytes: line))
            }
        }
        return (header, lines)
    }

    func insert(_ note: SessionNote, of room: RoomID) throws(SQLiteError) {
        let insert = try connection.statement(
            "INSERT INTO session_lines (room, number, after_seq, line) VALUES (?1, ?2, ?3, ?4)")
        try insert.bind(1, room.number)
        try insert.bind(2, note.number)
        try insert.bind(3, Int64(truncatingIfNeeded: note.after.number))
        try insert.bind(4, note.bytes)
        try insert.run()
    }
}
