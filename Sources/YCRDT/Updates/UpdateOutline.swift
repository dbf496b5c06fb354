/// Where in the bytes of an update each client's structs lie, once all of it was read and found right.
///
/// It holds no struct and no bytes: they are read again when they are integrated.
struct UpdateOutline {
    struct Block {
        var client: ClientID
        var start: Clock
        /// Behind the last of its structs.
        var end: Clock
        var count: Int
        /// Of the structs, without the head of the block.
        var bytes: Range<Int>
    }

    private(set) var blocks: [Block] = []
    /// Where the delete set begins; it reaches to the end of the update.
    private(set) var deletes = 0
    private(set) var deleteCount = 0

    /// Reads an update from the front to the end. What was noted of another before is forgotten.
    mutating func read(_ bytes: UnsafeRawBufferPointer, _ limits: UpdateLimits) throws(UpdateError) {
        blocks.removeAll(keepingCapacity: true)
        deleteCount = 0
        // Places in content are kept as 32-bit offsets.
        guard bytes.count <= Int(Int32.max) else { throw .tooManyBytes(limit: Int(Int32.max)) }
        var reader = ByteReader(bytes)
        let clients = try reader.count(ofSize: 3)
        guard clients <= limits.clients else { throw .tooManyClients(limit: limits.clients) }
        var structs = 0
        for _ in 0..<clients {
            let block = try reader.block(structs: &structs, limits)
            if block.count > 0 { blocks.append(block) }
        }
        try requireDistinctClients()
        deletes = reader.position
        var count = 0
        try reader.visitDeletes(limits) { _, _ in count += 1 }
        deleteCount = count
        try reader.requireEnd()
    }

    private func requireDistinctClients() throws(UpdateError) {
        guard blocks.count > 1 else { return }
        var isDescending = true
        for index in 1..<blocks.count where blocks[index].client >= blocks[index - 1].client {
            isDescending = false
        }
        if isDescending { return }
        var seen: Set<ClientID> = []
        for block in blocks where !seen.insert(block.client).inserted { throw .clientTwice(block.client) }
    }
}

extension ByteReader {
    fileprivate mutating func block(structs: inout Int, _ limits: UpdateLimits) throws(UpdateError)
        -> UpdateOutline.Block
    {
        // A struct has two bytes at least.
        let announced = try number()
        let client = try number()
        var clock = try clock()
        guard announced <= UInt64(left / 2) else { throw .countTooLarge(announced) }
        structs += Int(announced)
        guard structs <= limits.structsPerUpdate else {
            throw .tooManyStructs(limit: limits.structsPerUpdate)
        }
        let start = clock
        let first = position
        for _ in 0..<announced {
            clock = try structure(of: client, at: clock).end
        }
        return UpdateOutline.Block(
            client: client, start: start, end: clock, count: Int(announced), bytes: first..<position)
    }
}
