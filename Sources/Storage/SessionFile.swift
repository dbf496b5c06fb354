public import HubProtocol

/// The first line of a session file ([SF1]).
///
/// It does not keep members that it does not know ([SF5]).
public struct SessionHeader: Hashable, Sendable {
    /// What the file says that it is.
    static let format: StaticString = "chatos-session"
    /// The newest version of the format that this program knows.
    static let version: Int64 = 1

    public let room: RoomName
    public let epoch: String
    /// The time of the first op, in milliseconds since 1970.
    public let started: Int64
    public let authors: SessionAuthors

    public init(room: RoomName, epoch: String, started: Int64, authors: SessionAuthors) {
        self.room = room
        self.epoch = epoch
        self.started = started
        self.authors = authors
    }
}

/// A line of a session file behind the header.
public enum SessionLine: Hashable, Sendable {
    /// An op ([SF3]): `ms` counts from the header's `started`; `author` is a key that the header has; the
    /// payload is one JSON object.
    case op(seq: Seq, ms: Int64, author: String, payload: Payload)
    /// A line with a code that this program does not know ([SF5]), as it stands in the file.
    case other(code: String, line: [UInt8])
    /// A line that begins with `#` ([SF4]), as it stands in the file.
    case comment(line: [UInt8])
}

/// What is wrong with a session file, or with reading and writing it.
public enum SessionFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `line` counts from 1.
    case malformed(path: String, line: Int, reason: String)
    case storage(StorageError)

    public var description: String {
        switch self {
        case .malformed(let path, let line, let reason): "\(path), line \(line): \(reason)"
        case .storage(let error): error.description
        }
    }
}
