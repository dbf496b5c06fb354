/// A place in a list, between two items.
struct ListPlace {
    var left: ItemIndex
    var right: ItemIndex
    /// How much of the list lies before it.
    var index: Int
}

extension YDoc {
    func requireEdit() {
        precondition(transaction.isLocal, "a shared type is edited inside `edit`")
    }

    /// Whether an item is there, and counts in the length of its list.
    @inline(__always)
    func isCounted(_ item: UnsafeMutablePointer<Item>) -> Bool {
        !item.pointee.isDeleted && item.pointee.kind.isCountable
    }

    /// The place with `index` units or elements before it, or the end.
    ///
    /// What is there is remembered: edits are near one another more often than not.
    func place(in slot: TypeSlot, at index: Int, usesMarker: Bool = true) -> ListPlace {
        var place = ListPlace(left: noItem, right: types[Int(slot)].start, index: 0)
        if usesMarker { startNear(index, of: slot, &place) }
        while place.right != noItem, place.index < index { step(&place, within: index) }
        if place.left != noItem, isCounted(at(place.left)) {
            types[Int(slot)].marker = TypeNode.Marker(
                item: place.left, index: place.index - Int(at(place.left).pointee.length))
        }
        return place
    }

    /// Goes over one item, or the part of it that lies before `end`.
    @inline(__always)
    func step(_ place: inout ListPlace, within end: Int) {
        let item = at(place.right)
        if isCounted(item) {
            if end - place.index < Int(item.pointee.length) {
                let id = item.pointee.id
                _ = itemStarting(at: Ref(client: id.client, clock: id.clock + Clock(end - place.index)))
            }
            place.index += Int(at(place.right).pointee.length)
        }
        place.left = place.right
        place.right = at(place.right).pointee.right
    }

    private func startNear(_ index: Int, of slot: TypeSlot, _ place: inout ListPlace) {
        let marker = types[Int(slot)].marker
        guard marker.item != noItem, index >= marker.index / 2 else { return }
        var item = marker.item
        var start = marker.index
        while start > index {
            item = at(item).pointee.left
            guard item != noItem else { return }
            if isCounted(at(item)) { start -= Int(at(item).pointee.length) }
        }
        place = ListPlace(left: at(item).pointee.left, right: item, index: start)
    }

    /// Puts an item at a place that was found by its index, and remembers it.
    func insert(_ kind: ContentKind, length: Int, content: [UInt8], into slot: TypeSlot, at place: ListPlace)
    {
        let new = insert(
            kind, length: length, content: content, into: slot, left: place.left, right: place.right)
        if isCounted(at(new)) {
            types[Int(slot)].marker = TypeNode.Marker(item: new, index: place.index)
        }
    }

    /// Makes an item here, at a place that was found here.
    @discardableResult
    func insert(
        _ kind: ContentKind, length: Int = 1, content: [UInt8] = [], type: SharedKind = .array,
        into slot: TypeSlot, key: KeyIndex = noKey, left: ItemIndex, right: ItemIndex
    ) -> ItemIndex {
        let own = clientIndex(clientID)
        let state = client(own).pointee.state
        precondition(length < Int(Clock.max - state), "a client has written more than a document counts")
        var item = Item(id: Ref(client: own, clock: state), length: Clock(length), kind: kind)
        item.parent = slot
        item.key = key
        if left != noItem { item.origin = at(left).pointee.lastRef }
        if right != noItem { item.rightOrigin = at(right).pointee.id }
        content.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { contents.store(base, buffer.count, in: &item) }
        }
        let new = makeItem(item)
        if kind == .type { at(new).pointee.type = makeType(type, item: new) }
        place(new, left: left, right: right)
        return new
    }

    /// Deletes what counts of `length` units or elements from a place on; what doesn't count stays.
    func delete(_ length: Int, in slot: TypeSlot, from index: Int) {
        var place = place(in: slot, at: index)
        // What lies before the place stays as it is, and so does what is remembered of it.
        let isMarked = place.left != noItem && isCounted(at(place.left))
        let marker = isMarked ? types[Int(slot)].marker : TypeNode.Marker()
        var rest = length
        while rest > 0, place.right != noItem {
            let item = at(place.right)
            if isCounted(item) {
                if rest < Int(item.pointee.length) {
                    let id = item.pointee.id
                    _ = itemStarting(at: Ref(client: id.client, clock: id.clock + Clock(rest)))
                }
                rest -= Int(at(place.right).pointee.length)
                delete(place.right)
            }
            place.left = place.right
            place.right = at(place.right).pointee.right
        }
        types[Int(slot)].marker = marker
    }

    /// Calls for each item of a list that is there and counts.
    func visit(_ reference: SharedReference, _ body: (Item) -> Void) {
        var index = reference.start
        while index != noItem {
            let item = at(index)
            if isCounted(item) { body(item.pointee) }
            index = item.pointee.right
        }
    }

    /// The elements that an item is.
    func values(of item: Item) -> [SharedValue] {
        let buffer = contents.buffer(of: item)
        switch item.kind {
        case .type: return [.shared(SharedReference(self, item.type))]
        case .binary: return [.value(.bytes(Array(buffer)))]
        case .embed: return [.value(AnyValue(json: buffer) ?? .null)]
        case .string: return String(decoding: buffer, as: UTF8.self).utf16.map { _ in .value(.undefined) }
        case .any, .json, .document:
            guard let base = buffer.baseAddress else { return [] }
            var reader = ByteReader(base: base, position: 0, end: buffer.count)
            // It was read before and found right.
            return (try? elements(&reader, item)) ?? []
        case .collected, .deleted, .format, .skip: return []
        }
    }

    private func elements(_ reader: inout ByteReader, _ item: Item) throws(UpdateError) -> [SharedValue] {
        if item.kind == .document {
            let guid = try reader.string()
            return [.document(guid: guid, options: try reader.value())]
        }
        var values: [SharedValue] = []
        for _ in 0..<item.length {
            if item.kind == .any {
                values.append(.value(try reader.value()))
            } else {
                values.append(.value(AnyValue(json: reader.buffer(try reader.bytes())) ?? .null))
            }
        }
        return values
    }
}
