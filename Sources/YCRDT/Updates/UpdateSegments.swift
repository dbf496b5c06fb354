/// The structs of several updates as runs without gaps, and all that they delete.
///
/// It holds the updates' bytes, one behind the other; the structs stay in them.
struct UpdateSegments {
    struct Segment {
        var client: ClientID
        var start: Clock
        var end: Clock
        var count: Int
        var bytes: Range<Int>
    }

    private(set) var bytes: [UInt8] = []
    /// The highest client first, and each client's by where they begin, the longest first.
    private(set) var segments: [Segment] = []
    private(set) var deletes = DeleteSet()

    init(_ updates: [[UInt8]], _ limits: UpdateLimits) throws(UpdateError) {
        bytes.reserveCapacity(updates.reduce(0) { $0 + $1.count })
        var deleted: [ClientID: [Range<Clock>]] = [:]
        for update in updates {
            let base = bytes.count
            bytes.append(contentsOf: update)
            let result = update.withUnsafeBytes { buffer -> Result<Void, UpdateError> in
                do throws(UpdateError) {
                    return .success(try gather(buffer, base, &deleted, limits))
                } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
        for (client, ranges) in deleted { deletes.insert(ranges, of: client) }
        segments.sort {
            ($1.client, $0.start, $1.end) < ($0.client, $1.start, $0.end)
        }
    }

    private mutating func gather(
        _ buffer: UnsafeRawBufferPointer, _ base: Int, _ deleted: inout [ClientID: [Range<Clock>]],
        _ limits: UpdateLimits
    ) throws(UpdateError) {
        var outline = UpdateOutline()
        try outline.read(buffer, limits)
        for block in outline.blocks { try split(block, buffer, base) }
        let whole = ByteReader(buffer)
        var reader = ByteReader(base: whole.base, position: outline.deletes, end: buffer.count)
        try reader.visitDeletes(limits) { client, range in deleted[client, default: []].append(range) }
    }

    private mutating func split(_ block: UpdateOutline.Block, _ buffer: UnsafeRawBufferPointer, _ base: Int)
        throws(UpdateError)
    {
        var reader = ByteReader(
            base: ByteReader(buffer).base, position: block.bytes.lowerBound, end: block.bytes.upperBound)
        var segment = Segment(
            client: block.client, start: block.start, end: block.start, count: 0,
            bytes: base + reader.position..<base + reader.position)
        for _ in 0..<block.count {
            let first = reader.position
            let record = try reader.structure(of: block.client, at: segment.end, isTrusted: true)
            if record.kind == .skip {
                if segment.count > 0 { segments.append(segment) }
                segment.start = record.end
                segment.count = 0
                segment.bytes = base + reader.position..<base + reader.position
            } else {
                if segment.count == 0 { segment.bytes = base + first..<base + first }
                segment.count += 1
                segment.bytes = segment.bytes.lowerBound..<base + reader.position
            }
            segment.end = record.end
        }
        if segment.count > 0 { segments.append(segment) }
    }
}
