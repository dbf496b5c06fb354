public import HTTP1
public import Serving

/// Serves the files of one folder from memory, as they are now on disk.
///
/// It looks paths up in an index and never makes a file's path out of a request's. It does not route: which
/// paths are files, and what `/` means, its owner says.
public struct StaticFiles {
    private struct Entry {
        let file: String
        /// Nil until the file was read, and while it is so new that its stamp proves nothing.
        var stamp: FileStamp?
        var content: StoredContent?
    }

    private let folder: String
    private var entries: [String: Entry] = [:]
    /// When the folder may be walked again, so that requests for what does not exist cost no more than a walk
    /// a second.
    private var nextWalk: UInt64

    /// Nanoseconds between two walks.
    private static let walkPause: UInt64 = 1_000_000_000

    /// Walks `folder`; `now` is the monotonic time in nanoseconds.
    public init(folder: String, now: UInt64) {
        self.folder = folder
        nextWalk = now
        walk(now: now)
    }

    /// The paths that were found, as ``answer(_:path:now:)`` takes them.
    public var paths: [String] {
        entries.keys.sorted()
    }

    /// Nil when there is no such file. `path` is decoded and begins with `/`.
    public mutating func answer(_ request: RequestHead, path: String, now: UInt64) -> HTTPAnswer? {
        content(path: path, now: now)?.answer(to: request)
    }

    /// What the file holds now; nil when there is no such file.
    mutating func content(path: String, now: UInt64) -> StoredContent? {
        if entries[path] == nil, now >= nextWalk { walk(now: now) }
        guard let entry = entries[path] else { return nil }
        guard let current = StaticFiles.refreshed(entry, path: path), let content = current.content else {
            entries[path] = nil
            return nil
        }
        entries[path] = current
        return content
    }

    /// The entry with the content that the file has now; nil when the file is gone.
    private static func refreshed(_ entry: Entry, path: String) -> Entry? {
        guard let stamp = FileStamp(path: entry.file) else { return nil }
        if entry.content != nil, entry.stamp == stamp { return entry }
        var entry = entry
        // Asked before reading: what is written from here on has another stamp, or makes this one unsettled.
        entry.stamp = stamp.isSettled ? stamp : nil
        guard let bytes = FolderWalk.read(entry.file) else { return nil }
        entry.content = StoredContent(bytes: bytes, type: ContentTypes.of(path: path))
        return entry
    }

    private mutating func walk(now: UInt64) {
        nextWalk = now.addingReportingOverflow(StaticFiles.walkPause).partialValue
        let found = FolderWalk.files(in: folder)
        entries = entries.filter { found[$0.key] != nil }
        for (path, file) in found where entries[path] == nil {
            entries[path] = Entry(file: file.file)
        }
    }
}
