/// What a document was given and can't integrate yet: structs that wait for another, and ranges to delete of
/// what isn't there.
///
/// It knows what each waits for and how much of it there is; it integrates nothing.
struct PendingUpdates {
    /// The rest of what an update had of one client.
    struct Run {
        var client: ClientID
        var clock: Clock
        var end: Clock
        var count: Int
        /// The structs, without the head of the block.
        var bytes: [UInt8]
        var position = 0
    }

    private struct Waiting {
        /// The clock that has to be there first.
        var clock: Clock
        var run: Int
    }

    private(set) var byteCount = 0
    private(set) var deleteCount = 0
    private var runs: [Int: Run] = [:]
    private var nextRun = 0
    /// By the client waited for, the one with the lowest clock last.
    private var waiting: [ClientID: [Waiting]] = [:]
    private var runStarts: [ItemID: Int] = [:]
    private(set) var deletes: [ClientID: [Range<Clock>]] = [:]

    var isEmpty: Bool { runs.isEmpty && deletes.isEmpty }

    /// - Returns: false if it has no room. What it has already takes none.
    mutating func add(_ run: Run, waitingFor missing: ItemID, _ limits: UpdateLimits) -> Bool {
        let size = run.bytes.count - run.position
        let start = ItemID(client: run.client, clock: run.clock)
        if let known = runStarts[start], let other = runs[known], other.end >= run.end { return true }
        guard runs.count < limits.pendingUpdates, byteCount + size <= limits.pendingBytes else {
            return false
        }
        var kept = run
        if kept.position > 0 {
            kept.bytes = Array(kept.bytes[kept.position...])
            kept.position = 0
        }
        runs[nextRun] = kept
        runStarts[start] = nextRun
        byteCount += size
        var row = waiting[missing.client] ?? []
        // Sorted downwards: looked up by halving.
        var low = 0
        var high = row.count
        while low < high {
            let middle = (low + high) / 2
            if row[middle].clock > missing.clock { low = middle + 1 } else { high = middle }
        }
        row.insert(Waiting(clock: missing.clock, run: nextRun), at: low)
        waiting[missing.client] = row
        nextRun += 1
        return true
    }

    /// One that waited for what a client has written by now.
    mutating func take(awaiting client: ClientID, at state: Clock) -> Run? {
        guard let next = waiting[client]?.last, next.clock < state else { return nil }
        waiting[client]?.removeLast()
        if waiting[client]?.isEmpty == true { waiting[client] = nil }
        guard let run = runs.removeValue(forKey: next.run) else { return nil }
        let start = ItemID(client: run.client, clock: run.clock)
        if runStarts[start] == next.run { runStarts[start] = nil }
        byteCount -= run.bytes.count
        return run
    }

    /// - Returns: false if there is no room.
    mutating func add(deletes ranges: [Range<Clock>], of client: ClientID, _ limits: UpdateLimits) -> Bool {
        guard deleteCount + ranges.count <= limits.pendingDeletes else { return false }
        let before = deletes[client]?.count ?? 0
        if ranges.count > 8 {
            deletes[client] = DeleteSet.merged((deletes[client] ?? []) + ranges)
        } else {
            // One by one, since many may come so: sorting all for each would take ever longer.
            for range in ranges { PendingUpdates.insert(range, &deletes[client, default: []]) }
        }
        deleteCount += (deletes[client]?.count ?? 0) - before
        return true
    }

    /// Keeps the row sorted, and what touches in one.
    private static func insert(_ range: Range<Clock>, _ row: inout [Range<Clock>]) {
        var low = 0
        var high = row.count
        while low < high {
            let middle = (low + high) / 2
            if row[middle].upperBound < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        var end = low
        var whole = range
        while end < row.count, row[end].lowerBound <= whole.upperBound {
            let lower = min(whole.lowerBound, row[end].lowerBound)
            whole = lower..<max(whole.upperBound, row[end].upperBound)
            end += 1
        }
        row.replaceSubrange(low..<end, with: CollectionOfOne(whole))
    }

    /// The ranges of a client, which the caller adds again where they are still beyond what is known.
    mutating func takeDeletes(of client: ClientID) -> [Range<Clock>]? {
        guard let ranges = deletes.removeValue(forKey: client) else { return nil }
        deleteCount -= ranges.count
        return ranges
    }

    /// All of it, as updates.
    func updates() -> [[UInt8]] {
        var updates = runs.sorted { $0.key < $1.key }.map { _, run in
            var writer = ByteWriter(capacity: run.bytes.count + 24)
            writer.number(1)
            writer.number(run.count)
            writer.number(run.client)
            writer.number(run.clock)
            writer.raw(run.bytes)
            writer.number(0)
            return writer.bytes
        }
        if !deletes.isEmpty {
            var set = DeleteSet()
            for (client, ranges) in deletes { set.insert(ranges, of: client) }
            updates.append([0] + set.encoded())
        }
        return updates
    }
}
