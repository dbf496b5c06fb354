extension YDoc {
    /// Puts a struct into the document, from `offset` on: what is before that is known already.
    ///
    /// All that it refers to is there. Its bytes are copied.
    func integrate(_ record: StructRecord, of index: UInt32, from offset: Clock, _ base: UnsafePointer<UInt8>)
    {
        let length = record.length - offset
        let id = Ref(client: index, clock: record.id.clock + offset)
        if record.kind == .collected { return appendCollected(id, length) }
        var origin = record.origin.map(ref) ?? .none
        let rightOrigin = record.rightOrigin.map(ref) ?? .none
        if offset > 0 {
            origin = Ref(client: index, clock: id.clock - 1)
        } else if record.kind == .string, origin.client == index, origin.clock &+ 1 == id.clock,
            extendLast(
                of: index, rightOrigin: rightOrigin, length, base + record.content.lowerBound,
                record.content.count)
        {
            return
        }
        let left = origin.isNone ? noItem : itemEnding(at: origin)
        let right = rightOrigin.isNone ? noItem : itemStarting(at: rightOrigin)
        var item = Item(id: id, length: length, kind: record.kind)
        item.origin = origin
        item.rightOrigin = rightOrigin
        guard findParent(&item, record, left, right, base) else { return appendCollected(id, length) }
        storeContent(&item, record, from: offset, base)
        let new = makeItem(item)
        if record.kind == .type { at(new).pointee.type = makeType(record.type, item: new) }
        place(new, left: left, right: right)
    }

    /// Makes the last item of a client longer, if that is all that happens: by far most of what is typed.
    @inline(__always)
    private func extendLast(
        of index: UInt32, rightOrigin: Ref, _ length: Clock, _ text: UnsafePointer<UInt8>, _ count: Int
    ) -> Bool {
        let structs = client(index)
        let last = at(structs.pointee.blocks[structs.pointee.blocks.count - 1].item)
        guard last.pointee.kind == .string, last.pointee.flags.isEmpty, last.pointee.key == noKey,
            last.pointee.rightOrigin == rightOrigin
        else { return false }
        let right = last.pointee.right
        guard rightOrigin.isNone ? right == noItem : right != noItem && at(right).pointee.id == rightOrigin
        else {
            return false
        }
        touch(index)
        contents.extend(&last.pointee, by: text, count)
        last.pointee.length += length
        structs.pointee.state += length
        let parent = Int(last.pointee.parent)
        types[parent].length += Int(length)
        if types[parent].marker.item != noItem { types[parent].marker = TypeNode.Marker() }
        return true
    }

    /// - Returns: false if there is no parent any more, so that nothing but the place is kept.
    @inline(__always)
    private func findParent(
        _ item: inout Item, _ record: StructRecord, _ left: ItemIndex, _ right: ItemIndex,
        _ base: UnsafePointer<UInt8>
    ) -> Bool {
        if left != noItem, at(left).pointee.isCollected { return false }
        if right != noItem, at(right).pointee.isCollected { return false }
        if left != noItem {
            item.parent = at(left).pointee.parent
            item.key = at(left).pointee.key
        } else if right != noItem {
            item.parent = at(right).pointee.parent
            item.key = at(right).pointee.key
        } else {
            switch record.parent {
            case .ofNeighbour: return false
            case .root(let name):
                let text = UnsafeBufferPointer(start: base + name.lowerBound, count: name.count)
                item.parent = rootSlot(keys.index(of: text))
            case .item(let id):
                let owner = at(find(ref(id)))
                guard owner.pointee.kind == .type else { return false }
                item.parent = owner.pointee.type
            }
            if let key = record.key {
                item.key = keys.index(of: UnsafeBufferPointer(start: base + key.lowerBound, count: key.count))
            }
        }
        return true
    }

    @inline(__always)
    private func storeContent(
        _ item: inout Item, _ record: StructRecord, from offset: Clock, _ base: UnsafePointer<UInt8>
    ) {
        let range = record.kind == .type ? record.typeName : record.content
        guard offset > 0 else {
            if !range.isEmpty { contents.store(base + range.lowerBound, range.count, in: &item) }
            return
        }
        let whole = StructContent(
            kind: record.kind, length: record.length,
            bytes: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
        var start = 0
        if record.kind == .string {
            switch UTF8Text.place(whole.bytes, length: Int(record.length), units: Int(offset)) {
            case .border(let border): start = border
            case .insidePair(let pair):
                return contents.replace(
                    &item, by: UTF8Text.replacement + Array(whole.bytes[(pair + 4)...]))
            }
        } else if record.kind == .any || record.kind == .json {
            start = whole.start(ofElement: offset)
        }
        contents.store(base + range.lowerBound + start, range.count - start, in: &item)
    }

    func appendCollected(_ id: Ref, _ length: Clock) {
        append(makeItem(Item(id: id, length: length, kind: .collected)))
    }

    /// Puts an item behind all that its client wrote before.
    @inline(__always)
    private func append(_ index: ItemIndex) {
        let id = at(index).pointee.id
        touch(id.client)
        let structs = client(id.client)
        structs.pointee.blocks.append(ClientStructs.Block(clock: id.clock, item: index))
        structs.pointee.state = at(index).pointee.end
    }

    @inline(__always)
    func touch(_ index: UInt32) {
        let structs = client(index)
        guard !structs.pointee.isTouched else { return }
        structs.pointee.isTouched = true
        structs.pointee.before = structs.pointee.state
        transaction.touched.append(index)
    }
}

// MARK: Places

extension YDoc {
    /// Puts a new item into the list of its parent, between what it was written between.
    func place(_ new: ItemIndex, left wanted: ItemIndex, right: ItemIndex) {
        let item = at(new)
        var left = wanted
        if left == noItem
            ? right == noItem || at(right).pointee.left != noItem : at(left).pointee.right != right
        {
            left = resolve(new, left: left, right: right)
        }
        link(new, behind: left)
        let slot = Int(item.pointee.parent)
        types[slot].marker = TypeNode.Marker()
        if item.pointee.key == noKey, item.pointee.kind.isCountable {
            types[slot].length += Int(item.pointee.length)
        }
        append(new)
        if item.pointee.kind == .format { types[slot].hasFormats = true }
        if item.pointee.kind == .deleted {
            item.pointee.flags.insert(.deleted)
            transaction.noteDeleted(item.pointee.id.client, item.pointee.id.clock, item.pointee.end)
        }
        let owner = types[slot].item
        // An entry has one value: the last. And what is put into what is deleted is deleted.
        if owner != noItem && at(owner).pointee.isDeleted
            || item.pointee.key != noKey && item.pointee.right != noItem
        {
            delete(new)
        }
    }

    private func link(_ new: ItemIndex, behind left: ItemIndex) {
        let item = at(new)
        let slot = Int(item.pointee.parent)
        let key = item.pointee.key
        item.pointee.left = left
        if left != noItem {
            item.pointee.right = at(left).pointee.right
            at(left).pointee.right = new
        } else if key != noKey {
            item.pointee.right = types[slot].entries[key]?.first ?? noItem
            if item.pointee.right != noItem { types[slot].entries[key]?.first = new }
        } else {
            item.pointee.right = types[slot].start
            types[slot].start = new
        }
        if item.pointee.right != noItem {
            at(item.pointee.right).pointee.left = new
        } else if key != noKey {
            if left == noItem {
                types[slot].entries[key] = TypeNode.Entry(first: new, last: new)
            } else {
                types[slot].entries[key]?.last = new
                delete(left)
            }
        }
    }

    /// Finds the place among what others put at the same place at the same time (the rule of YATA, as Yjs has
    /// it).
    ///
    /// - Returns: the item behind which the new one belongs.
    private func resolve(_ new: ItemIndex, left: ItemIndex, right: ItemIndex) -> ItemIndex {
        let item = at(new).pointee
        let ownClient = client(item.id.client).pointee.id
        var left = left
        var other: ItemIndex
        if left != noItem {
            other = at(left).pointee.right
        } else if item.key != noKey {
            other = types[Int(item.parent)].entries[item.key]?.first ?? noItem
        } else {
            other = types[Int(item.parent)].start
        }
        // Items passed since the start have a stamp from `first` on; those in conflict, one from `conflicts`
        // on.
        let first = nextStamp()
        var conflicts = first
        while other != noItem, other != right {
            let candidate = at(other)
            stamp += 1
            candidate.pointee.stamp = stamp
            if candidate.pointee.origin == item.origin {
                if client(candidate.pointee.id.client).pointee.id < ownClient {
                    left = other
                    conflicts = stamp + 1
                } else if candidate.pointee.rightOrigin == item.rightOrigin {
                    break
                }
            } else if !candidate.pointee.origin.isNone {
                let origin = at(find(candidate.pointee.origin)).pointee.stamp
                guard origin >= first else { break }
                if origin < conflicts {
                    left = other
                    conflicts = stamp + 1
                }
            } else {
                break
            }
            other = candidate.pointee.right
        }
        steps += Int(stamp + 1 - first)
        return left
    }

    /// A number that no item has been stamped with yet.
    private func nextStamp() -> UInt32 {
        // Passing every item once must not reach the largest; if it could, all are forgotten.
        if stamp > UInt32.max - UInt32(truncatingIfNeeded: min(items.count + 2, Int(UInt32.max / 2))) {
            for index in 0..<items.count { items.base[index].stamp = 0 }
            stamp = 0
        }
        return stamp + 1
    }
}

// MARK: Types

extension YDoc {
    func rootSlot(_ name: KeyIndex) -> TypeSlot {
        if let known = roots[name] { return known }
        let slot = makeType(nil, item: noItem, rootName: name)
        roots[name] = slot
        return slot
    }

    func makeType(_ kind: SharedKind?, item: ItemIndex, rootName: KeyIndex = noKey) -> TypeSlot {
        var node = TypeNode(item: item, rootName: rootName, kind: kind)
        guard let slot = freeTypes.popLast() else {
            types.append(node)
            return TypeSlot(types.count - 1)
        }
        node.generation = types[Int(slot)].generation
        types[Int(slot)] = node
        return slot
    }
}
