import Glibc

/// Tells one version of a file from another without reading it.
///
/// Two writes within one tick of the kernel's clock may leave the same stamp: see ``isSettled``.
struct FileStamp: Equatable {
    private let inode: UInt
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int
    let size: Int

    /// Nil unless `path` is a regular file itself, not a link to one.
    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        inode = UInt(status.st_ino)
        modifiedSeconds = status.st_mtim.tv_sec
        modifiedNanoseconds = status.st_mtim.tv_nsec
        size = Int(status.st_size)
    }

    /// Whether a further write would surely change the stamp: the file is older than several ticks.
    var isSettled: Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let seconds = now.tv_sec &- modifiedSeconds
        return seconds > 1
            || (seconds >= 0 && (seconds * 1000 + (now.tv_nsec - modifiedNanoseconds) / 1_000_000) > 50)
    }
}
