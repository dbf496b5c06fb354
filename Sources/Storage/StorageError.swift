internal import Glibc
internal import SQLite
internal import Threads

/// Why something could not be stored or read.
///
/// It does not cover what a session file says; that is ``SessionFileError``.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another hub holds the data folder.
    case folderInUse(folder: String)
    /// There is no database where one was to be read.
    case noDatabase(path: String)
    /// A newer ChatOS made or changed the database.
    case newerDatabase(path: String, version: Int64, known: Int64)
    /// An older ChatOS made the database, and only a hub that opens it for writing brings it up to date.
    case olderDatabase(path: String, version: Int64, known: Int64)
    /// The system refused; `code` is an `errno`.
    case system(doing: String, path: String, code: Int32)
    /// A file holds something else than it should; it can't be read on.
    case damaged(path: String, reason: String)
    /// SQLite refused; `code` is its extended result code.
    case database(code: Int32, message: String)

    public var description: String {
        switch self {
        case .folderInUse(let folder):
            "the data folder \(folder) is in use by another hub"
        case .noDatabase(let path):
            "there is no database at \(path)"
        case .newerDatabase(let path, let version, let known):
            """
            \(path) has schema version \(version), and this program knows only up to \(known): \
            use a newer ChatOS
            """
        case .olderDatabase(let path, let version, let known):
            "\(path) has schema version \(version), not yet \(known): start the hub on it once"
        case .system(let doing, let path, let code):
            "can't \(doing) \(path): \(String(cString: strerror(code)))"
        case .damaged(let path, let reason):
            "\(path): \(reason)"
        case .database(let code, let message):
            "the database refused (\(code)): \(message)"
        }
    }

    init(_ error: ThreadError) {
        self = .system(doing: "start the thread", path: error.name, code: error.code)
    }

    init(_ error: SQLiteError) {
        self = .database(code: error.code, message: error.message)
    }
}
