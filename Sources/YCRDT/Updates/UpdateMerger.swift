/// Writes the runs of several updates as one update, each clock once.
///
/// Neighbours that a document would make one are made one here too: that an item of several units is the same
/// as its units one after another, each with the one before as its origin, is what the format rests on.
struct UpdateMerger {
    private let vector: StateVector
    private var body = ByteWriter()
    /// The structs of the client at hand, which are counted before they are written.
    private var structs = ByteWriter()
    private var count = 0
    private var clients = 0
    private var firstClock: Clock = 0
    /// Behind what is written of the client at hand; nil before the first.
    private var reached: Clock?
    /// The struct that the next may yet become a part of, and its content.
    private var waiting: StructRecord?
    private var waitingContent: [UInt8] = []

    init(vector: StateVector) {
        self.vector = vector
    }

    mutating func write(_ segments: UpdateSegments, _ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let base = ByteReader(bytes).base
        var client: ClientID?
        for segment in segments.segments {
            if segment.client != client {
                finish(client, base)
                client = segment.client
            }
            let known = reached ?? vector[segment.client]
            guard segment.end > known else { continue }
            take(segment, from: known, base)
        }
        finish(client, base)
        var update = ByteWriter(capacity: body.bytes.count + 16)
        update.number(clients)
        update.raw(body.bytes)
        update.deleteSet(segments.deletes)
        return update.bytes
    }

    private mutating func finish(_ client: ClientID?, _ base: UnsafePointer<UInt8>) {
        flush(base)
        if let client, count > 0 {
            clients += 1
            body.number(count)
            body.number(client)
            body.number(firstClock)
            body.raw(structs.bytes)
        }
        structs.removeAll()
        count = 0
        reached = nil
    }

    private mutating func take(
        _ segment: UpdateSegments.Segment, from known: Clock, _ base: UnsafePointer<UInt8>
    ) {
        var reader = ByteReader(base: base, position: segment.bytes.lowerBound, end: segment.bytes.upperBound)
        var clock = segment.start
        if let reached, segment.start > reached {
            flush(base)
            count += 1
            structs.byte(ContentKind.skip.rawValue)
            structs.number(segment.start - reached)
        }
        for _ in 0..<segment.count {
            // It was read before, when the segments were made.
            guard let record = try? reader.structure(of: segment.client, at: clock, isTrusted: true) else {
                return
            }
            clock = record.end
            if record.end > known { add(record, from: max(known, record.id.clock), base) }
        }
        reached = segment.end
    }

    private mutating func add(_ record: StructRecord, from clock: Clock, _ base: UnsafePointer<UInt8>) {
        if count == 0, waiting == nil { firstClock = clock }
        let offset = clock - record.id.clock
        if let left = waiting, canJoin(left, record, from: offset),
            let rest = content(of: record, from: offset, base)
        {
            waiting?.length += record.length - offset
            waitingContent.append(contentsOf: rest)
            return
        }
        flush(base)
        if offset == 0, record.kind.isMergeable {
            waiting = record
            waitingContent.append(contentsOf: buffer(record.content, base))
        } else {
            write(record, content: buffer(record.content, base), from: offset, base)
        }
    }

    private func canJoin(_ left: StructRecord, _ right: StructRecord, from offset: Clock) -> Bool {
        guard left.kind == right.kind, !left.length.addingReportingOverflow(right.length).overflow else {
            return false
        }
        if left.kind == .collected { return true }
        // What is cut off its beginning has that for its origin.
        let follows = offset > 0 || right.origin == ItemID(client: left.id.client, clock: right.id.clock - 1)
        return follows && right.rightOrigin == left.rightOrigin
    }

    /// What a mergeable struct holds from an offset on; nil if that is inside a surrogate pair.
    private func content(of record: StructRecord, from offset: Clock, _ base: UnsafePointer<UInt8>)
        -> UnsafeBufferPointer<UInt8>?
    {
        let whole = buffer(record.content, base)
        guard offset > 0, record.kind != .deleted, record.kind != .collected else { return whole }
        var start = 0
        if record.kind == .string {
            let place = UTF8Text.place(whole, length: Int(record.length), units: Int(offset))
            guard case .border(let border) = place else { return nil }
            start = border
        } else {
            start = StructContent(kind: record.kind, length: record.length, bytes: whole)
                .start(ofElement: offset)
        }
        return UnsafeBufferPointer(rebasing: whole[start...])
    }

    private mutating func flush(_ base: UnsafePointer<UInt8>) {
        guard let record = waiting else { return }
        waiting = nil
        let content = waitingContent
        waitingContent.removeAll(keepingCapacity: true)
        content.withUnsafeBufferPointer { write(record, content: $0, from: 0, base) }
    }

    private mutating func write(
        _ record: StructRecord, content: UnsafeBufferPointer<UInt8>, from offset: Clock,
        _ base: UnsafePointer<UInt8>
    ) {
        count += 1
        if record.kind == .collected {
            structs.byte(ContentKind.collected.rawValue)
            structs.number(record.length - offset)
            return
        }
        var head = StructHead(kind: record.kind, origin: record.origin, rightOrigin: record.rightOrigin)
        if offset > 0 {
            head.origin = ItemID(client: record.id.client, clock: record.id.clock + offset - 1)
        }
        switch record.parent {
        case .ofNeighbour: break
        case .root(let name): head.parent = .root(buffer(name, base))
        case .item(let id): head.parent = .item(id)
        }
        head.key = record.key.map { buffer($0, base) }
        structs.head(head)
        let whole = StructContent(
            kind: record.kind, length: record.length,
            bytes: record.kind == .type ? buffer(record.typeName, base) : content, type: record.type)
        structs.content(whole, from: offset)
    }

    private func buffer(_ range: Range<Int>, _ base: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }
}
