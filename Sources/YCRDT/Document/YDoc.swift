/// A shared document: everything that was written to it, and what of that is there now.
///
/// It is used from one thread. It reads no clock, sends nothing and calls nobody back: updates are put in,
/// and come out as the result of an edit.
public final class YDoc {
    /// Under which edits that are made here are written. Nobody else may write under it, ever.
    public var clientID: ClientID
    /// What it takes from now on; what it holds may be more.
    public var limits: UpdateLimits
    /// Whether what is deleted is forgotten, but for its place. Snapshots need it kept.
    public let collectsGarbage: Bool

    // Everything below is the store: used by the extensions of this class and by the handles of shared types.
    var items = RawVector<Item>(capacity: 16)
    /// The first of the places that are free again; each names the next in `left`.
    var freeItem = noItem
    var clients = RawVector<ClientStructs>()
    var clientIndices: [ClientID: UInt32] = [:]
    /// The client that was looked up last.
    var latestClient: (id: ClientID, index: UInt32) = (.max, .max)
    var contents = ContentBytes()
    var keys = KeyTable()
    var types: [TypeNode] = []
    var freeTypes: [TypeSlot] = []
    var roots: [KeyIndex: TypeSlot] = [:]
    var pending = PendingUpdates()
    /// Items that were undone: the item that stands for each now.
    var redone: [ItemID: ItemID] = [:]

    // Of the transaction at hand, kept between them for their memory.
    var transaction = Transaction()
    var outline = UpdateOutline()
    /// Counts up with every item that is passed in looking for a place.
    var stamp: UInt32 = 0
    /// How many items were ever passed so: what updates cost beyond their length.
    public internal(set) var steps = 0
    var undoHistories: [UndoWatcher] = []

    /// - Parameter clientID: below 2^53, and new for every session of editing; a document that is only read
    ///   or relayed may have any.
    public init(clientID: ClientID, collectsGarbage: Bool = true, limits: UpdateLimits = UpdateLimits()) {
        self.clientID = clientID
        self.collectsGarbage = collectsGarbage
        self.limits = limits
    }

    deinit {
        for index in 0..<clients.count { clients[index].blocks.deallocate() }
        clients.deallocate()
        items.deallocate()
        contents.deallocate()
        transaction.deallocate()
    }

    /// How far a client has come.
    public func clock(of client: ClientID) -> Clock { state(of: client) }

    /// Whether an update says nothing that is not known here.
    public func knows(_ summary: UpdateSummary) -> Bool {
        for (client, clocks) in summary.clocks where clocks.upperBound > state(of: client) { return false }
        return summary.deletes.ranges.allSatisfy { client, ranges in
            ranges.allSatisfy { isDeleted($0, of: client) }
        }
    }

    private func isDeleted(_ range: Range<Clock>, of id: ClientID) -> Bool {
        guard let index = knownClient(id), range.upperBound <= client(index).pointee.state else {
            return false
        }
        var position = client(index).pointee.position(of: range.lowerBound)
        while position < client(index).pointee.blocks.count {
            let block = client(index).pointee.blocks[position]
            guard block.clock < range.upperBound else { break }
            guard at(block.item).pointee.isDeleted || at(block.item).pointee.isCollected else { return false }
            position += 1
        }
        return true
    }

    /// How many structs it is made of.
    public var structCount: Int {
        (0..<clients.count).reduce(0) { $0 + clients[$1].blocks.count }
    }

    /// Whether it is made of more structs than that.
    public func hasMore(structsThan most: Int) -> Bool {
        // Counting takes a look at each client; the places that there are for items take none.
        items.count > most && structCount > most
    }

    public var stateVector: StateVector {
        var clocks: [ClientID: Clock] = [:]
        for index in 0..<clients.count where clients[index].state > 0 {
            clocks[clients[index].id] = clients[index].state
        }
        return StateVector(clocks)
    }

    /// Whose writing the last update, or edit, has added to.
    public var latestWriters: [ClientID] {
        (0..<transaction.touched.count).map { client(transaction.touched[$0]).pointee.id }
    }

    /// Whether something that was applied waits for what it refers to.
    public var isIncomplete: Bool { !pending.isEmpty }
}

// MARK: Items and clients

extension YDoc {
    @inline(__always)
    func at(_ index: ItemIndex) -> UnsafeMutablePointer<Item> {
        assert(Int(index) < items.count)
        return items.base + Int(index)
    }

    @inline(__always)
    func client(_ index: UInt32) -> UnsafeMutablePointer<ClientStructs> {
        assert(Int(index) < clients.count)
        return clients.base + Int(index)
    }

    @inline(__always)
    func makeItem(_ item: Item) -> ItemIndex {
        if freeItem == noItem {
            items.append(item)
            return ItemIndex(items.count - 1)
        }
        let index = freeItem
        freeItem = at(index).pointee.left
        at(index).pointee = item
        return index
    }

    func freeItem(_ index: ItemIndex) {
        at(index).pointee.left = freeItem
        freeItem = index
    }

    @inline(__always)
    func knownClient(_ id: ClientID) -> UInt32? {
        if latestClient.id == id { return latestClient.index }
        guard let index = clientIndices[id] else { return nil }
        latestClient = (id, index)
        return index
    }

    func clientIndex(_ id: ClientID) -> UInt32 {
        if let known = knownClient(id) { return known }
        let index = UInt32(clients.count)
        clients.append(ClientStructs(id: id))
        clientIndices[id] = index
        latestClient = (id, index)
        return index
    }

    @inline(__always)
    func state(of id: ClientID) -> Clock {
        guard let index = knownClient(id) else { return 0 }
        return client(index).pointee.state
    }

    /// The place of an id that the document has; none if it has not.
    @inline(__always)
    func ref(_ id: ItemID) -> Ref {
        guard let index = knownClient(id.client) else { return .none }
        return Ref(client: index, clock: id.clock)
    }

    func id(_ ref: Ref) -> ItemID {
        ItemID(client: client(ref.client).pointee.id, clock: ref.clock)
    }

    /// The item that holds a known place.
    @inline(__always)
    func find(_ ref: Ref) -> ItemIndex {
        let structs = client(ref.client)
        return structs.pointee.blocks[structs.pointee.position(of: ref.clock)].item
    }

    /// The item that begins at a known place, cut off what is before it if need be.
    @inline(__always)
    func itemStarting(at ref: Ref) -> ItemIndex {
        let position = client(ref.client).pointee.position(of: ref.clock)
        let index = client(ref.client).pointee.blocks[position].item
        let start = at(index).pointee.id.clock
        if start == ref.clock || at(index).pointee.isCollected { return index }
        return split(index, at: ref.clock - start, position: position)
    }

    /// The item that ends with a known place, cut off what is behind it if need be.
    @inline(__always)
    func itemEnding(at ref: Ref) -> ItemIndex {
        let position = client(ref.client).pointee.position(of: ref.clock)
        let index = client(ref.client).pointee.blocks[position].item
        if at(index).pointee.end - 1 == ref.clock || at(index).pointee.isCollected { return index }
        _ = split(index, at: ref.clock - at(index).pointee.id.clock + 1, position: position)
        return index
    }

    /// Cuts an item in two and returns the second. The list of the client's blocks has it at `position`, and
    /// the new one behind it.
    func split(_ index: ItemIndex, at offset: Clock, position: Int) -> ItemIndex {
        let right = splitOutsideBlocks(index, at: offset)
        let block = ClientStructs.Block(clock: at(right).pointee.id.clock, item: right)
        client(at(index).pointee.id.client).pointee.blocks.insert(block, at: position + 1)
        return right
    }

    /// The same, and leaves it to the caller to put the new item into the list of blocks.
    func splitOutsideBlocks(_ index: ItemIndex, at offset: Clock) -> ItemIndex {
        let right = makeItem(at(index).pointee)
        let leftItem = at(index)
        let rightItem = at(right)
        rightItem.pointee.id.clock += offset
        rightItem.pointee.length -= offset
        leftItem.pointee.length = offset
        if !leftItem.pointee.isCollected {
            rightItem.pointee.origin = leftItem.pointee.lastRef
            rightItem.pointee.left = index
            leftItem.pointee.right = right
            if rightItem.pointee.right != noItem {
                at(rightItem.pointee.right).pointee.left = right
            } else if rightItem.pointee.key != noKey {
                types[Int(rightItem.pointee.parent)].entries[rightItem.pointee.key]?.last = right
            }
            splitContent(of: leftItem, rightItem, at: offset)
            if leftItem.pointee.flags.contains(.redone) { splitRedone(leftItem.pointee, rightItem.pointee) }
        }
        transaction.candidates.append(rightItem.pointee.id)
        return right
    }

    private func splitContent(
        of left: UnsafeMutablePointer<Item>, _ right: UnsafeMutablePointer<Item>, at offset: Clock
    ) {
        guard left.pointee.contentCount > 0 else { return }
        var cut = Int(offset)
        if left.pointee.kind != .string {
            cut = StructContent(
                kind: left.pointee.kind, length: left.pointee.length + right.pointee.length,
                bytes: contents.buffer(of: left.pointee)
            ).start(ofElement: offset)
        } else {
            let length = Int(left.pointee.length + right.pointee.length)
            switch UTF8Text.place(contents.buffer(of: left.pointee), length: length, units: cut) {
            case .border(let border): cut = border
            case .insidePair(let pair): return cutPair(of: left, right, at: pair)
            }
        }
        right.pointee.content += UInt32(cut)
        right.pointee.contentCount -= UInt32(cut)
        right.pointee.contentCapacity -= UInt32(cut)
        left.pointee.contentCount = UInt32(cut)
        left.pointee.contentCapacity = UInt32(cut)
    }

    /// Half a surrogate pair can't be encoded: as in Yjs, each becomes U+FFFD for good.
    private func cutPair(
        of left: UnsafeMutablePointer<Item>, _ right: UnsafeMutablePointer<Item>, at pair: Int
    ) {
        let whole = Array(contents.buffer(of: left.pointee))
        right.pointee.contentCapacity = 0
        contents.replace(&left.pointee, by: Array(whole[..<pair]) + UTF8Text.replacement)
        contents.replace(&right.pointee, by: UTF8Text.replacement + Array(whole[(pair + 4)...]))
    }

    private func splitRedone(_ left: Item, _ right: Item) {
        guard let target = redone[id(left.id)] else { return }
        redone[id(right.id)] = ItemID(client: target.client, clock: target.clock + left.length)
    }
}
