import HTTP1
import HubProtocol

/// Files that were read a moment ago, and those who wait for one that is being read: when a picture comes
/// into a room, all who are there ask for it at once, and it is read once.
///
/// It belongs to one loop and reads nothing. What was deleted may be had from it for some seconds yet.
struct AssetShelf {
    struct Key: Hashable, Sendable {
        let room: RoomName
        let hash: AssetHash
    }

    /// Who asked, by the connection's token, and what for.
    struct Waiting {
        let connection: UInt64
        let request: RequestHead
    }

    private struct Entry {
        let content: StoredContent
        let until: UInt64
    }

    /// Bytes on the shelf: a few of the largest, or all of a page's.
    private static let bytesMost = 32 << 20
    /// For a crowd to come, in nanoseconds.
    private static let keptFor: UInt64 = 5_000_000_000

    private var entries: [Key: Entry] = [:]
    /// Of `entries`, oldest first.
    private var order: [Key] = []
    private var waiting: [Key: [Waiting]] = [:]
    private var bytes = 0

    /// `now` is monotonic, in nanoseconds.
    mutating func content(_ key: Key, at now: UInt64) -> StoredContent? {
        dropOld(at: now)
        return entries[key]?.content
    }

    /// Remembers who waits; whether the file is to be read for them.
    mutating func wait(_ waiter: Waiting, for key: Key) -> Bool {
        waiting[key, default: []].append(waiter)
        return waiting[key]?.count == 1
    }

    /// The file was read, or can't be; who waited for it.
    mutating func arrived(_ content: StoredContent?, for key: Key, at now: UInt64) -> [Waiting] {
        dropOld(at: now)
        if let content, entries[key] == nil {
            entries[key] = Entry(content: content, until: now + AssetShelf.keptFor)
            order.append(key)
            bytes += content.bytes.count
            while bytes > AssetShelf.bytesMost { dropFirst() }
        }
        return waiting.removeValue(forKey: key) ?? []
    }

    private mutating func dropOld(at now: UInt64) {
        while let first = order.first, let entry = entries[first], entry.until <= now { dropFirst() }
    }

    private mutating func dropFirst() {
        let key = order.removeFirst()
        bytes -= entries.removeValue(forKey: key)?.content.bytes.count ?? 0
    }
}
