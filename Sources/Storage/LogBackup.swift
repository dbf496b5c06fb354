internal import Glibc
internal import SQLite

/// A copy of a folder's database of one moment, made while a hub may be writing on.
///
/// It is a whole database, secrets included, without what was freed. Restoring it is putting it into an empty
/// data folder under the database's name.
public enum LogBackup {
    /// Writes the copy to `path`, where nothing may be yet; it is there only when it is whole and on the
    /// disk.
    ///
    /// Returns its size in bytes. Until it is done, the hub's write-ahead log can't shrink.
    public static func write(_ folder: DataFolder, to path: String) throws(StorageError) -> Int64 {
        guard access(path, F_OK) != 0 else {
            throw .system(doing: "write the backup", path: path, code: EEXIST)
        }
        let partial = path + ".partial"
        // Left by a backup that was interrupted.
        unlink(partial)
        do throws(StorageError) {
            try copy(folder, to: partial)
            try sync(partial)
            try place(partial, at: path)
            try sync(parent(of: path))
        } catch {
            unlink(partial)
            throw error
        }
        return FileSize.of(path)
    }

    /// Unlike rename, link does not replace what came to be there meanwhile; some file systems have none.
    private static func place(_ partial: String, at path: String) throws(StorageError) {
        if link(partial, path) == 0 {
            unlink(partial)
            return
        }
        let hasNoLinks = errno == EPERM || errno == EOPNOTSUPP
        guard hasNoLinks, access(path, F_OK) != 0, rename(partial, path) == 0 else {
            throw .system(doing: "write the backup", path: path, code: hasNoLinks ? EEXIST : errno)
        }
    }

    private static func copy(_ folder: DataFolder, to path: String) throws(StorageError) {
        // Made first, for its owner alone: it holds everything said in the rooms, and the hub's keys.
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(doing: "write the backup", path: path, code: errno) }
        close(file)
        let connection = try LogDatabase.openForReading(folder)
        do {
            let copy = try connection.statement("VACUUM INTO ?1")
            try copy.bind(1, path)
            try copy.run()
        } catch {
            throw StorageError(error)
        }
    }

    /// SQLite leaves that to the caller when it writes a copy.
    private static func sync(_ path: String) throws(StorageError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system(doing: "sync", path: path, code: errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw .system(doing: "sync", path: path, code: errno) }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
