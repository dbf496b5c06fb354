internal import Glibc

/// A hub's data folder, and the lock that keeps a second hub out of it.
///
/// It does not open the database in it.
public final class DataFolder: Sendable {
    /// The folder as it was given.
    public let path: String
    /// The open lock file, whose lock ends with it; nil when the folder isn't held.
    private let lock: Int32?

    public var databasePath: String { path + "/chatos.sqlite3" }

    /// Opens the folder at `path`.
    ///
    /// With `exclusive` the folder is made if absent and held until the value is gone;
    /// ``StorageError/folderInUse`` when another process (or another value in this one) holds it. Without, it
    /// must exist, and nothing is held.
    public static func open(path: String, exclusive: Bool) throws(StorageError) -> DataFolder {
        guard exclusive else {
            guard access(path, R_OK | X_OK) == 0 else {
                throw .system(doing: "read the folder", path: path, code: errno)
            }
            return DataFolder(path: path, lock: nil)
        }
        try make(path)
        return DataFolder(path: path, lock: try takeLock(of: path))
    }

    private init(path: String, lock: Int32?) {
        self.path = path
        self.lock = lock
    }

    deinit {
        if let lock { close(lock) }
    }

    /// Makes the folder and what lacks above it, for its owner alone: it holds everything said in the rooms.
    ///
    /// A folder that was made is told to the disk by syncing the one it is in: a power cut must not take it
    /// away with all that was made durable inside.
    static func make(
        _ path: String, sync: (String) throws(StorageError) -> Void = DataFolder.sync
    ) throws(StorageError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            let parent = made.isEmpty ? "." : made
            made += part
            if mkdir(made, 0o700) == 0 {
                try sync(parent)
            } else if errno != EEXIST {
                throw .system(doing: "make the folder", path: made, code: errno)
            }
            made += "/"
        }
    }

    /// Makes the names in a folder durable.
    private static func sync(_ path: String) throws(StorageError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(doing: "open", path: path, code: errno) }
        defer { close(descriptor) }
        // Some file systems have no such thing, and say EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw .system(doing: "sync", path: path, code: errno)
        }
    }

    /// 20 ms apart: a fork's way to its exec is shorter, and nobody who starts a second hub notices.
    private static let lockTries = 10

    private static func takeLock(of path: String) throws(StorageError) -> Int32 {
        let file = path + "/lock"
        // Close-on-exec: a child process must not keep the folder after its hub is gone.
        let descriptor = Glibc.open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(doing: "open", path: file, code: errno) }
        var tries = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            // A child of a holder that has just let go has the lock too, until it becomes another program.
            if code == EWOULDBLOCK, tries < lockTries {
                tries += 1
                usleep(20_000)
                continue
            }
            close(descriptor)
            if code == EWOULDBLOCK { throw .folderInUse(folder: path) }
            throw .system(doing: "lock", path: file, code: code)
        }
        return descriptor
    }
}
