extension YDoc {
    func begin() {
        if transaction.depth == 0 { transaction.touched.removeAll() }
        transaction.depth += 1
    }

    /// Ends a transaction: what was deleted is forgotten, and neighbours become one where they can.
    ///
    /// - Parameter finish: called behind that, while all that has changed can still be told.
    func end(_ finish: () -> Void = {}) {
        guard transaction.depth == 1 else {
            transaction.depth -= 1
            return
        }
        sortDeleted()
        noteForUndo()
        if collectsGarbage { collect() }
        mergeDeleted()
        mergeNew()
        mergeCandidates()
        finish()
        for position in 0..<transaction.touched.count {
            client(transaction.touched[position]).pointee.isTouched = false
        }
        transaction.deleted.removeAll()
        transaction.candidates.removeAll()
        transaction.depth -= 1
        if contents.isWasteful { compactContents() }
    }

    private func sortDeleted() {
        let count = transaction.deleted.count
        guard count > 1 else { return }
        var ranges = UnsafeMutableBufferPointer(start: transaction.deleted.base, count: count)
        ranges.sort { $0.client != $1.client ? $0.client < $1.client : $0.start < $1.start }
        var last = 0
        for position in 1..<count {
            if ranges[position].client == ranges[last].client, ranges[position].start <= ranges[last].end {
                ranges[last].end = max(ranges[last].end, ranges[position].end)
            } else {
                last += 1
                ranges[last] = ranges[position]
            }
        }
        transaction.deleted.removeSubrange(last + 1..<count)
    }

    // MARK: Collecting

    private func collect() {
        for position in (0..<transaction.deleted.count).reversed() {
            let range = transaction.deleted[position]
            let structs = client(range.client)
            var block = structs.pointee.position(of: range.start)
            while block < structs.pointee.blocks.count, structs.pointee.blocks[block].clock < range.end {
                let index = structs.pointee.blocks[block].item
                let item = at(index).pointee
                // Of what was deleted with its parent the place alone is kept, if the parent came first.
                if item.isDeleted, !item.flags.contains(.kept), item.kind != .deleted, !item.isCollected {
                    collect(index)
                }
                block += 1
            }
        }
    }

    /// Forgets the content of a deleted item; deep nesting costs no stack.
    func collect(_ index: ItemIndex) {
        var nested: [TypeSlot] = []
        forgetContent(of: index, &nested)
        at(index).pointee.kind = .deleted
        while let slot = nested.popLast() { collectMembers(of: slot, &nested) }
    }

    private func forgetContent(of index: ItemIndex, _ nested: inout [TypeSlot]) {
        let item = at(index)
        // The slot is where other contents have their capacity, which is cleared.
        if item.pointee.kind == .type { nested.append(item.pointee.type) }
        contents.forget(&item.pointee)
    }

    private func collectMembers(of slot: TypeSlot, _ nested: inout [TypeSlot]) {
        var member = types[Int(slot)].start
        while member != noItem {
            let next = at(member).pointee.right
            collectMember(member, &nested)
            member = next
        }
        for entry in types[Int(slot)].entries.values {
            var member = entry.last
            while member != noItem {
                let before = at(member).pointee.left
                collectMember(member, &nested)
                member = before
            }
        }
        types[Int(slot)] = TypeNode(
            item: noItem, rootName: noKey, generation: types[Int(slot)].generation &+ 1)
        freeTypes.append(slot)
    }

    /// A member of what is gone is a mere place in its client's history.
    private func collectMember(_ member: ItemIndex, _ nested: inout [TypeSlot]) {
        forgetContent(of: member, &nested)
        let item = at(member).pointee
        at(member).pointee = Item(id: item.id, length: item.length, kind: .collected)
    }

    // MARK: Merging

    private func mergeDeleted() {
        mergeRuns(count: transaction.deleted.count) { position in
            let range = transaction.deleted[position]
            let structs = client(range.client)
            return (
                range.client, structs.pointee.position(of: range.start),
                structs.pointee.position(of: range.end - 1) + 1
            )
        }
    }

    private func mergeNew() {
        for position in 0..<transaction.touched.count {
            let index = transaction.touched[position]
            let structs = client(index)
            let first = structs.pointee.position(of: structs.pointee.before)
            merge(of: index, from: first, through: structs.pointee.blocks.count - 1)
        }
    }

    private func mergeCandidates() {
        let count = transaction.candidates.count
        guard count > 0 else { return }
        if count > 1 {
            var refs = UnsafeMutableBufferPointer(start: transaction.candidates.base, count: count)
            refs.sort {
                $0.client != $1.client ? $0.client < $1.client : $0.clock < $1.clock
            }
        }
        mergeRuns(count: count) { position in
            let ref = transaction.candidates[position]
            let block = client(ref.client).pointee.position(of: ref.clock)
            return (ref.client, block, block + 1)
        }
    }

    /// Merges around each of some runs, which are sorted by client and clock. Many of one client are one long
    /// run: each alone would move all blocks behind it.
    private func mergeRuns(count: Int, _ run: (Int) -> (client: UInt32, first: Int, last: Int)) {
        var position = count - 1
        while position >= 0 {
            let last = run(position)
            var begin = position
            while begin > 0, position - begin < 16, run(begin - 1).client == last.client { begin -= 1 }
            if position - begin < 16 {
                for single in (begin...position).reversed() {
                    let (client, first, last) = run(single)
                    merge(of: client, from: first, through: last)
                }
            } else {
                while begin > 0, run(begin - 1).client == last.client { begin -= 1 }
                merge(of: last.client, from: run(begin).first, through: last.last)
            }
            position = begin - 1
        }
    }

    /// Merges each block from one to another into the one before it, where that can be.
    private func merge(of index: UInt32, from first: Int, through last: Int) {
        let structs = client(index)
        let last = min(last, structs.pointee.blocks.count - 1)
        let first = max(first, 1)
        guard first <= last else { return }
        let base = structs.pointee.blocks.base
        var kept = first - 1
        for position in first...last {
            let block = base[position]
            if join(base[kept].item, block.item) {
                freeItem(block.item)
            } else {
                kept += 1
                base[kept] = block
            }
        }
        structs.pointee.blocks.removeSubrange(kept + 1..<last + 1)
    }

    /// Makes an item a part of the one before it.
    @inline(__always)
    private func join(_ leftIndex: ItemIndex, _ rightIndex: ItemIndex) -> Bool {
        let left = at(leftIndex)
        let right = at(rightIndex)
        guard left.pointee.kind == right.pointee.kind, left.pointee.kind.isMergeable else { return false }
        if left.pointee.isCollected {
            left.pointee.length += right.pointee.length
            return true
        }
        guard left.pointee.right == rightIndex, right.pointee.origin == left.pointee.lastRef,
            left.pointee.rightOrigin == right.pointee.rightOrigin,
            left.pointee.isDeleted == right.pointee.isDeleted,
            !left.pointee.flags.contains(.redone), !right.pointee.flags.contains(.redone)
        else { return false }
        if right.pointee.flags.contains(.kept) { left.pointee.flags.insert(.kept) }
        let length = left.pointee.length
        if right.pointee.contentCount > 0 { contents.join(&left.pointee, right.pointee) }
        left.pointee.length += right.pointee.length
        left.pointee.right = right.pointee.right
        if right.pointee.right != noItem {
            at(right.pointee.right).pointee.left = leftIndex
        } else if right.pointee.key != noKey {
            types[Int(right.pointee.parent)].entries[right.pointee.key]?.last = leftIndex
        }
        let slot = Int(left.pointee.parent)
        if types[slot].marker.item == rightIndex {
            types[slot].marker.item = leftIndex
            if !left.pointee.isDeleted { types[slot].marker.index -= Int(length) }
        }
        return true
    }

    private func compactContents() {
        var copied = RawVector<UInt8>(capacity: max(64, contents.count - contents.wasted))
        for index in 0..<clients.count {
            let blocks = clients[index].blocks
            for position in 0..<blocks.count {
                let item = at(blocks[position].item)
                let count = item.pointee.contentCount
                guard count > 0 else { continue }
                let place = UInt32(copied.count)
                copied.append(contents.pointer(item.pointee.content), Int(count))
                item.pointee.content = place
                if item.pointee.kind != .type { item.pointee.contentCapacity = count }
            }
        }
        contents.adopt(copied)
    }
}
