/// What was deleted: ranges of each client's clocks, sorted, apart from each other, and never empty.
///
/// It neither knows nor holds what was there.
public struct DeleteSet: Hashable, Sendable {
    public private(set) var ranges: [ClientID: [Range<Clock>]] = [:]

    public init() {}

    public var isEmpty: Bool { ranges.isEmpty }

    public var count: Int { ranges.values.reduce(0) { $0 + $1.count } }

    /// Adds ranges in any order, however they overlap.
    public mutating func insert(_ added: [Range<Clock>], of client: ClientID) {
        let known = ranges[client] ?? []
        let merged = DeleteSet.merged(known + added)
        if !merged.isEmpty { ranges[client] = merged }
    }

    public mutating func formUnion(_ other: DeleteSet) {
        for (client, added) in other.ranges { insert(added, of: client) }
    }

    public func contains(_ id: ItemID) -> Bool {
        guard let ranges = ranges[id.client] else { return false }
        let index = DeleteSet.firstIndex(in: ranges, endingAfter: id.clock)
        return index < ranges.count && ranges[index].lowerBound <= id.clock
    }

    /// What is left without those of another.
    public func subtracting(_ other: DeleteSet) -> DeleteSet {
        var rest = DeleteSet()
        for (client, own) in ranges {
            let left = DeleteSet.subtract(other.ranges[client] ?? [], from: own)
            if !left.isEmpty { rest.ranges[client] = left }
        }
        return rest
    }

    static func firstIndex(in ranges: [Range<Clock>], endingAfter clock: Clock) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound > clock { high = middle } else { low = middle + 1 }
        }
        return low
    }

    static func merged(_ ranges: [Range<Clock>]) -> [Range<Clock>] {
        var isSorted = true
        for index in ranges.indices.dropFirst() where ranges[index].lowerBound <= ranges[index - 1].upperBound
        {
            isSorted = false
        }
        if isSorted, !ranges.contains(where: \.isEmpty) { return ranges }
        var merged: [Range<Clock>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    private static func subtract(_ taken: [Range<Clock>], from own: [Range<Clock>]) -> [Range<Clock>] {
        var left: [Range<Clock>] = []
        var index = 0
        for range in own {
            var start = range.lowerBound
            while index < taken.count, taken[index].upperBound <= start { index += 1 }
            var next = index
            while next < taken.count, taken[next].lowerBound < range.upperBound {
                if taken[next].lowerBound > start { left.append(start..<taken[next].lowerBound) }
                start = max(start, taken[next].upperBound)
                next += 1
            }
            if start < range.upperBound { left.append(start..<range.upperBound) }
        }
        return left
    }
}

extension DeleteSet {
    /// Reads one that stands by itself.
    public init(decoding bytes: [UInt8], limits: UpdateLimits = UpdateLimits()) throws(UpdateError) {
        self.init()
        let result = bytes.withUnsafeBytes { buffer -> Result<DeleteSet, UpdateError> in
            do throws(UpdateError) {
                var reader = ByteReader(buffer)
                let set = try reader.deleteSet(limits)
                try reader.requireEnd()
                return .success(set)
            } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }

    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.deleteSet(self)
        return writer.bytes
    }
}

extension ByteReader {
    mutating func deleteSet(_ limits: UpdateLimits) throws(UpdateError) -> DeleteSet {
        var set = DeleteSet()
        var ranges: [Range<Clock>] = []
        try visitDeletes(limits) { client, range in
            ranges.append(range)
        } afterClient: { client in
            set.insert(ranges, of: client)
            ranges.removeAll(keepingCapacity: true)
        }
        return set
    }

    /// Calls for each deleted range in the order in which they stand there, and after each client's.
    ///
    /// Yjs and others write ranges unsorted or twice after a merge, so neither is refused.
    @inline(__always)
    mutating func visitDeletes(
        _ limits: UpdateLimits, _ visit: (ClientID, Range<Clock>) -> Void,
        afterClient: (ClientID) -> Void = { _ in }
    ) throws(UpdateError) {
        let clients = try count(ofSize: 2)
        guard clients <= limits.clients else { throw .tooManyClients(limit: limits.clients) }
        var total = 0
        for _ in 0..<clients {
            let client = try number()
            let count = try count(ofSize: 2)
            total += count
            guard total <= limits.deletesPerUpdate else {
                throw .tooManyDeletes(limit: limits.deletesPerUpdate)
            }
            for _ in 0..<count {
                let start = try clock()
                let (end, overflow) = start.addingReportingOverflow(try clock())
                guard !overflow else { throw .clockTooLarge }
                if end > start { visit(client, start..<end) }
            }
            afterClient(client)
        }
    }
}

extension ByteWriter {
    mutating func deleteSet(_ set: DeleteSet) {
        number(set.ranges.count)
        for (client, ranges) in set.ranges.sorted(by: { $0.key > $1.key }) {
            number(client)
            number(ranges.count)
            for range in ranges {
                number(range.lowerBound)
                number(Clock(range.count))
            }
        }
    }
}
