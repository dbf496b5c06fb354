extension YDoc {
    /// All that is not known to whoever has a state vector, as one update: structs, and every deleted range.
    ///
    /// What still waits for something is in it too: a peer may have what it waits for.
    public func encodeStateAsUpdate(from vector: StateVector = StateVector()) -> [UInt8] {
        let own = encodeIntegrated(from: vector)
        guard !pending.isEmpty else { return own }
        // All were read before, so there is nothing to throw.
        guard let merged = try? Updates.merge([own] + pending.updates(), limits: limits) else { return own }
        return (try? Updates.diff(merged, from: vector, limits: limits)) ?? own
    }

    private func encodeIntegrated(from vector: StateVector) -> [UInt8] {
        var writer = ByteWriter(capacity: 64 + (vector.clocks.isEmpty ? contents.count + items.count * 8 : 0))
        encodeStructs(&writer) { vector[$0.id] }
        writer.deleteSet(deleteSet)
        return writer.bytes
    }

    /// Writes what each client wrote since a clock, the highest client first.
    func encodeStructs(_ writer: inout ByteWriter, since clock: (ClientStructs) -> Clock) {
        var parts: [(client: UInt32, id: ClientID, clock: Clock)] = []
        for index in 0..<UInt32(clients.count) {
            let structs = client(index).pointee
            let known = clock(structs)
            if structs.state > known { parts.append((index, structs.id, known)) }
        }
        parts.sort { $0.id > $1.id }
        writer.number(parts.count)
        for part in parts { encode(&writer, client(part.client).pointee, since: part.clock) }
    }

    private func encode(_ writer: inout ByteWriter, _ structs: ClientStructs, since clock: Clock) {
        let first = structs.position(of: clock)
        writer.number(structs.blocks.count - first)
        writer.number(structs.id)
        writer.number(clock)
        var offset = clock - structs.blocks[first].clock
        for position in first..<structs.blocks.count {
            encode(&writer, at(structs.blocks[position].item), from: offset)
            offset = 0
        }
    }

    @inline(__always)
    func encode(_ writer: inout ByteWriter, _ item: UnsafeMutablePointer<Item>, from offset: Clock) {
        if item.pointee.isCollected {
            writer.byte(ContentKind.collected.rawValue)
            writer.number(item.pointee.length - offset)
            return
        }
        var head = StructHead(kind: item.pointee.kind)
        if offset > 0 {
            head.origin = ItemID(
                client: client(item.pointee.id.client).pointee.id, clock: item.pointee.id.clock + offset - 1)
        } else if !item.pointee.origin.isNone {
            head.origin = id(item.pointee.origin)
        }
        if !item.pointee.rightOrigin.isNone { head.rightOrigin = id(item.pointee.rightOrigin) }
        var content = StructContent(
            kind: item.pointee.kind, length: item.pointee.length, bytes: contents.buffer(of: item.pointee))
        if item.pointee.kind == .type { content.type = types[Int(item.pointee.type)].kind ?? .array }
        if head.origin == nil, head.rightOrigin == nil {
            encodeNamed(&writer, item.pointee, head)
        } else {
            withKey(item.pointee.key) { key in
                head.key = key
                writer.head(head)
            }
        }
        writer.content(content, from: offset)
    }

    @inline(__always)
    private func withKey(_ key: KeyIndex, _ body: (UnsafeBufferPointer<UInt8>?) -> Void) {
        if key == noKey { return body(nil) }
        keys.texts[Int(key)].withUnsafeBufferPointer(body)
    }

    /// An item without neighbours says what it is in.
    private func encodeNamed(_ writer: inout ByteWriter, _ item: Item, _ head: StructHead) {
        withKey(item.key) { key in
            var head = head
            head.key = key
            let parent = types[Int(item.parent)]
            if parent.item != noItem {
                head.parent = .item(id(at(parent.item).pointee.id))
                writer.head(head)
            } else {
                withKey(parent.rootName) { name in
                    if let name { head.parent = .root(name) }
                    writer.head(head)
                }
            }
        }
    }

    /// What of it is deleted.
    public var deleteSet: DeleteSet {
        var set = DeleteSet()
        for index in 0..<clients.count {
            let structs = clients[index]
            var ranges: [Range<Clock>] = []
            for position in 0..<structs.blocks.count {
                let item = at(structs.blocks[position].item)
                guard item.pointee.isDeleted || item.pointee.isCollected else { continue }
                let start = item.pointee.id.clock
                if let last = ranges.last, last.upperBound == start {
                    ranges[ranges.count - 1] = last.lowerBound..<item.pointee.end
                } else {
                    ranges.append(start..<item.pointee.end)
                }
            }
            set.insert(ranges, of: structs.id)
        }
        return set
    }

    /// What the transaction at hand has changed, as an update; empty if it has changed nothing.
    func encodeTransaction() -> [UInt8] {
        guard transaction.touched.count > 0 || transaction.deleted.count > 0 else { return [] }
        var writer = ByteWriter(capacity: 64)
        encodeStructs(&writer) { $0.isTouched ? $0.before : $0.state }
        writer.deleteSet(deletedInTransaction)
        return writer.bytes
    }

    var deletedInTransaction: DeleteSet {
        var ranges: [ClientID: [Range<Clock>]] = [:]
        for position in 0..<transaction.deleted.count {
            let deleted = transaction.deleted[position]
            ranges[client(deleted.client).pointee.id, default: []].append(deleted.start..<deleted.end)
        }
        var set = DeleteSet()
        for (client, ranges) in ranges { set.insert(ranges, of: client) }
        return set
    }
}
