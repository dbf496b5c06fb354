/// What became of an update.
public struct AppliedUpdate: Hashable, Sendable {
    /// Whether the document is another than before.
    public internal(set) var didChange = false
    /// Whether all of it is in the document; the rest waits for what it refers to.
    public internal(set) var isComplete = true
    /// Whether a part was not even kept, since too much waits already. A peer has it still: ask it to sync.
    public internal(set) var isCutShort = false
    /// Whether a part is kept until what it waits for comes.
    public internal(set) var isKept = false
    /// Whether someone else wrote under this document's own id. It needs another before the next edit.
    public internal(set) var isClientIDTaken = false
}

extension YDoc {
    /// Integrates what an update says, as far as what it refers to is there.
    ///
    /// All of it is read first: an update that is wrong anywhere changes nothing.
    ///
    /// - Parameter origin: who sends it, for an undo history; nil is nobody's.
    /// - Throws: what is wrong with it, or that the document would grow beyond its limits.
    @discardableResult
    public func apply(_ update: [UInt8], origin: AnyHashable? = nil) throws(UpdateError) -> AppliedUpdate {
        let result = update.withUnsafeBytes { buffer -> Result<AppliedUpdate, UpdateError> in
            do throws(UpdateError) {
                return .success(try apply(buffer, origin: origin))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The same from bytes that stay where they are during the call.
    @discardableResult
    public func apply(_ update: UnsafeRawBufferPointer, origin: AnyHashable? = nil) throws(UpdateError)
        -> AppliedUpdate
    {
        precondition(transaction.depth == 0, "an update is applied outside of an edit")
        try outline.read(update, limits)
        try requireRoom(for: update.count)
        var applied = AppliedUpdate()
        transaction.origin = undoHistories.isEmpty ? nil : origin
        begin()
        var reader = ByteReader(update)
        integrateBlocks(reader.base, &applied)
        drainAwaited(&applied)
        if outline.deleteCount > 0 {
            reader = ByteReader(base: reader.base, position: outline.deletes, end: update.count)
            deleteRanges(&reader, &applied)
        }
        applied.didChange = transaction.touched.count > 0 || transaction.deleted.count > 0
        if let own = knownClient(clientID), client(own).pointee.isTouched { applied.isClientIDTaken = true }
        end()
        return applied
    }

    private func requireRoom(for count: Int) throws(UpdateError) {
        // A text may be copied with twice its room, and half pairs take three bytes for two.
        let needed = contents.count + keys.bytes + count * 4
        guard needed <= min(limits.contentBytes, UpdateLimits.largestContent) else {
            throw .tooManyBytes(limit: limits.contentBytes)
        }
        guard clients.count + outline.blocks.count > limits.clients else { return }
        let new = outline.blocks.count { knownClient($0.client) == nil }
        guard clients.count + new <= limits.clients else { throw .tooManyClients(limit: limits.clients) }
    }

    // MARK: Structs

    /// A client's structs as they are being read.
    private struct Cursor {
        var client: ClientID
        var clock: Clock
        /// Behind the last.
        var endClock: Clock
        var count: Int
        var position: Int
        var end: Int
        var isOnStack = false
        var isParked = false
    }

    private func integrateBlocks(_ base: UnsafePointer<UInt8>, _ applied: inout AppliedUpdate) {
        if outline.blocks.count == 1 {
            var cursor = self.cursor(outline.blocks[0])
            if let missing = advance(&cursor, base) { park(cursor, missing, base, &applied) }
            return
        }
        var cursors = outline.blocks.map(cursor)
        // As Yjs does: the highest client first.
        cursors.sort { $0.client > $1.client }
        var places: [ClientID: Int] = [:]
        for (place, cursor) in cursors.enumerated() { places[cursor.client] = place }
        for first in cursors.indices where !cursors[first].isParked {
            var stack = [first]
            cursors[first].isOnStack = true
            while let top = stack.last {
                guard let missing = advance(&cursors[top], base) else {
                    cursors[top].isOnStack = false
                    stack.removeLast()
                    continue
                }
                if let other = places[missing.client], cursors[other].count > 0, !cursors[other].isOnStack,
                    !cursors[other].isParked
                {
                    cursors[other].isOnStack = true
                    stack.append(other)
                } else {
                    park(cursors[top], missing, base, &applied)
                    cursors[top].isParked = true
                    cursors[top].isOnStack = false
                    stack.removeLast()
                }
            }
        }
    }

    private func cursor(_ block: UpdateOutline.Block) -> Cursor {
        Cursor(
            client: block.client, clock: block.start, endClock: block.end, count: block.count,
            position: block.bytes.lowerBound, end: block.bytes.upperBound)
    }

    /// Integrates a client's structs up to the first that something is missing for.
    private func advance(_ cursor: inout Cursor, _ base: UnsafePointer<UInt8>) -> ItemID? {
        var reader = ByteReader(base: base, position: cursor.position, end: cursor.end)
        var index = knownClient(cursor.client)
        while cursor.count > 0 {
            // It was read before and found right, so nothing is thrown.
            guard let record = try? reader.structure(of: cursor.client, at: cursor.clock, isTrusted: true)
            else {
                return nil
            }
            let state = index.map { client($0).pointee.state } ?? 0
            if record.end > state, record.kind != .skip {
                if let missing = missing(for: record, state) { return missing }
                if index == nil { index = clientIndex(cursor.client) }
                if let index { integrate(record, of: index, from: state - record.id.clock, base) }
            }
            cursor.clock = record.end
            cursor.count -= 1
            cursor.position = reader.position
        }
        return nil
    }

    /// What has to be there before a struct can be.
    @inline(__always)
    private func missing(for record: StructRecord, _ state: Clock) -> ItemID? {
        if record.id.clock > state { return ItemID(client: record.id.client, clock: record.id.clock - 1) }
        if let origin = record.origin, origin.clock >= self.state(of: origin.client) { return origin }
        if let right = record.rightOrigin, right.clock >= self.state(of: right.client) { return right }
        if case .item(let parent) = record.parent, parent.clock >= self.state(of: parent.client) {
            return parent
        }
        return nil
    }

    private func park(
        _ cursor: Cursor, _ missing: ItemID, _ base: UnsafePointer<UInt8>, _ applied: inout AppliedUpdate
    ) {
        applied.isComplete = false
        let rest = UnsafeBufferPointer(start: base + cursor.position, count: cursor.end - cursor.position)
        let run = PendingUpdates.Run(
            client: cursor.client, clock: cursor.clock, end: cursor.endClock, count: cursor.count,
            bytes: Array(rest))
        if pending.add(run, waitingFor: missing, limits) {
            applied.isKept = true
        } else {
            applied.isCutShort = true
        }
    }

    /// Integrates what has waited for what is there now.
    private func drainAwaited(_ applied: inout AppliedUpdate) {
        guard !pending.isEmpty else { return }
        var queue: [UInt32] = (0..<transaction.touched.count).map { transaction.touched[$0] }
        while let index = queue.popLast() {
            while let run = pending.take(awaiting: client(index).pointee.id, at: client(index).pointee.state)
            {
                retry(run, &applied)
                if let other = knownClient(run.client) { queue.append(other) }
            }
            retryDeletes(of: index)
        }
    }

    private func retry(_ run: PendingUpdates.Run, _ applied: inout AppliedUpdate) {
        run.bytes.withUnsafeBytes { buffer in
            let base = ByteReader(buffer).base
            var cursor = Cursor(
                client: run.client, clock: run.clock, endClock: run.end, count: run.count, position: 0,
                end: run.bytes.count)
            if let missing = advance(&cursor, base) { park(cursor, missing, base, &applied) }
        }
    }

    // MARK: Deletes

    private func deleteRanges(_ reader: inout ByteReader, _ applied: inout AppliedUpdate) {
        var ranges: [Range<Clock>] = []
        var isCutShort = false
        var isComplete = true
        var isKept = false
        let alone = outline.deleteCount == 1
        try? reader.visitDeletes(limits) { id, range in
            if alone, let index = knownClient(id), range.upperBound <= client(index).pointee.state {
                delete(range, of: index)
            } else {
                ranges.append(range)
            }
        } afterClient: { id in
            guard !ranges.isEmpty else { return }
            let beyond = deleteKnown(DeleteSet.merged(ranges), of: id)
            ranges.removeAll(keepingCapacity: true)
            guard !beyond.isEmpty else { return }
            isComplete = false
            if pending.add(deletes: beyond, of: id, limits) { isKept = true } else { isCutShort = true }
        }
        if !isComplete { applied.isComplete = false }
        if isCutShort { applied.isCutShort = true }
        if isKept { applied.isKept = true }
    }

    private func retryDeletes(of index: UInt32) {
        let id = client(index).pointee.id
        guard let ranges = pending.takeDeletes(of: id) else { return }
        let beyond = deleteKnown(ranges, of: id)
        if !beyond.isEmpty { _ = pending.add(deletes: beyond, of: id, limits) }
    }

    /// Deletes what is known of some ranges, and returns the rest.
    private func deleteKnown(_ ranges: [Range<Clock>], of id: ClientID) -> [Range<Clock>] {
        guard let index = knownClient(id), client(index).pointee.state > 0 else { return ranges }
        let state = client(index).pointee.state
        let known = ranges.filter { $0.lowerBound < state }.map { $0.clamped(to: 0..<state) }
        if known.count > 32 { cut(index, at: known) }
        for range in known { delete(range, of: index) }
        return ranges.filter { $0.upperBound > state }.map { max($0.lowerBound, state)..<$0.upperBound }
    }
}
