extension YDoc {
    /// Tells the undo histories of the transaction at hand, and keeps for them what was deleted.
    func noteForUndo() {
        guard !undoHistories.isEmpty, transaction.touched.count > 0 || transaction.deleted.count > 0 else {
            return
        }
        let interested = undoHistories.compactMap(\.history).filter { $0.isTracked(transaction.origin) }
        guard !interested.isEmpty else { return }
        var insertions = DeleteSet()
        for position in 0..<transaction.touched.count {
            let structs = client(transaction.touched[position]).pointee
            insertions.insert([structs.before..<structs.state], of: structs.id)
        }
        let entry = UndoHistory.Entry(insertions: insertions, deletions: deletedInTransaction)
        let changed = items(in: entry.insertions) + items(in: entry.deletions)
        for history in interested where changed.contains(where: history.isInScope) {
            for index in items(in: entry.deletions) where history.isInScope(index) { keep(index) }
            history.note(entry)
        }
    }

    /// The items in some ranges, cut at their borders; what is collected has none.
    private func items(in set: DeleteSet) -> [ItemIndex] {
        var found: [ItemIndex] = []
        for (id, ranges) in set.ranges.sorted(by: { $0.key < $1.key }) {
            guard let index = knownClient(id) else { continue }
            for range in ranges {
                let range = range.clamped(to: 0..<client(index).pointee.state)
                if range.isEmpty { continue }
                var item = itemStarting(at: Ref(client: index, clock: range.lowerBound))
                while true {
                    let end = at(item).pointee.end
                    if end > range.upperBound {
                        _ = itemEnding(at: Ref(client: index, clock: range.upperBound - 1))
                    }
                    if !at(item).pointee.isCollected { found.append(item) }
                    if end >= range.upperBound { break }
                    item = find(Ref(client: index, clock: end))
                }
            }
        }
        return found
    }

    /// Keeps an item's content, and that of all it is in.
    private func keep(_ index: ItemIndex) {
        var index = index
        while index != noItem, !at(index).pointee.flags.contains(.kept) {
            at(index).pointee.flags.insert(.kept)
            index = types[Int(at(index).pointee.parent)].item
        }
    }

    /// Deletes what an entry brought, and brings back what it deleted.
    ///
    /// - Returns: whether that changed anything.
    func takeBack(_ entry: UndoHistory.Entry, in history: UndoHistory) -> Bool {
        var toDelete: [ItemIndex] = []
        for index in items(in: entry.insertions) {
            let current = current(index)
            if !at(current).pointee.isCollected, !at(current).pointee.isDeleted, history.isInScope(current) {
                toDelete.append(current)
            }
        }
        let toRedo = items(in: entry.deletions).filter {
            history.isInScope($0) && !entry.insertions.contains(id(at($0).pointee.id))
        }
        let redoable = Set(toRedo)
        var hasChanged = false
        for index in toRedo where redo(index, redoable, entry.insertions) != nil { hasChanged = true }
        // Children before parents.
        for index in toDelete.reversed() {
            delete(index)
            hasChanged = true
        }
        return hasChanged
    }

    /// The item that stands for one now, after it was undone, and that was undone, and so on.
    private func current(_ index: ItemIndex) -> ItemIndex {
        var index = index
        while let next = redoneItem(of: index) { index = next }
        return index
    }

    private func redoneItem(of index: ItemIndex) -> ItemIndex? {
        guard at(index).pointee.flags.contains(.redone), let target = redone[id(at(index).pointee.id)] else {
            return nil
        }
        return itemStarting(at: ref(target))
    }

    /// Writes a deleted item anew at its old place, and before that what it is in, if that is to come back
    /// too.
    private func redo(_ index: ItemIndex, _ redoable: Set<ItemIndex>, _ toDelete: DeleteSet) -> ItemIndex? {
        var chain = [index]
        while let last = chain.last, redoneItem(of: last) == nil {
            let parent = types[Int(at(last).pointee.parent)].item
            guard parent != noItem, at(parent).pointee.isDeleted, redoneItem(of: parent) == nil else { break }
            guard redoable.contains(parent) else { return nil }
            chain.append(parent)
        }
        var result: ItemIndex?
        for next in chain.reversed() {
            result = redoneItem(of: next) ?? redoAlone(next, toDelete)
            if result == nil { return nil }
        }
        return result
    }

    private func redoAlone(_ index: ItemIndex, _ toDelete: DeleteSet) -> ItemIndex? {
        let item = at(index).pointee
        guard item.kind != .deleted, !item.isCollected else { return nil }
        var parent = types[Int(item.parent)].item
        if parent != noItem { parent = current(parent) }
        let slot: TypeSlot
        if parent == noItem {
            slot = item.parent
        } else {
            guard at(parent).pointee.kind == .type else { return nil }
            slot = at(parent).pointee.type
        }
        let place: (left: ItemIndex, right: ItemIndex)
        if item.key == noKey {
            place = (
                trace(item.left, in: slot, next: { $0.left }), trace(index, in: slot, next: { $0.right })
            )
        } else {
            guard let left = entryPlace(index, slot, toDelete) else { return nil }
            place = (left, noItem)
        }
        let kind = item.kind == .type ? types[Int(item.type)].kind : nil
        let new = insert(
            item.kind, length: Int(item.length), content: Array(contents.buffer(of: item)),
            type: kind ?? .array, into: slot, key: item.key, left: place.left, right: place.right)
        redone[id(item.id)] = id(at(new).pointee.id)
        at(index).pointee.flags.insert(.redone)
        keep(new)
        return new
    }

    /// Behind which item a value of an entry comes back; nil if someone else has set another since.
    private func entryPlace(_ index: ItemIndex, _ slot: TypeSlot, _ toDelete: DeleteSet) -> ItemIndex? {
        let item = at(index).pointee
        guard item.right != noItem else { return types[Int(slot)].entries[item.key]?.last ?? noItem }
        var left = index
        while at(left).pointee.right != noItem, toDelete.contains(id(at(at(left).pointee.right).pointee.id)) {
            left = at(left).pointee.right
        }
        left = current(left)
        return at(left).pointee.right == noItem ? left : nil
    }

    /// The first of some neighbours that is, or has become, an item of a type.
    private func trace(_ start: ItemIndex, in slot: TypeSlot, next: (Item) -> ItemIndex) -> ItemIndex {
        var neighbour = start
        while neighbour != noItem {
            var candidate: ItemIndex? = neighbour
            while let current = candidate, at(current).pointee.parent != slot {
                candidate = redoneItem(of: current)
            }
            if let candidate { return candidate }
            neighbour = next(at(neighbour).pointee)
        }
        return noItem
    }
}
