extension YDoc {
    /// Deletes an item and all that is in it. Deep nesting costs no stack.
    func delete(_ index: ItemIndex) {
        guard !at(index).pointee.isDeleted else { return }
        var nested = deleteAlone(index)
        while let slot = nested.popLast() { deleteMembers(of: slot, &nested) }
    }

    /// - Returns: the type that the item is, whose members are still there.
    @inline(__always)
    private func deleteAlone(_ index: ItemIndex) -> [TypeSlot] {
        let item = at(index)
        item.pointee.flags.insert(.deleted)
        let slot = Int(item.pointee.parent)
        if item.pointee.key == noKey, item.pointee.kind.isCountable {
            types[slot].length -= Int(item.pointee.length)
        }
        if types[slot].marker.item != noItem { types[slot].marker = TypeNode.Marker() }
        transaction.noteDeleted(item.pointee.id.client, item.pointee.id.clock, item.pointee.end)
        return item.pointee.kind == .type ? [item.pointee.type] : []
    }

    private func deleteMembers(of slot: TypeSlot, _ nested: inout [TypeSlot]) {
        var member = types[Int(slot)].start
        while member != noItem {
            deleteMember(member, &nested)
            member = at(member).pointee.right
        }
        for entry in types[Int(slot)].entries.values { deleteMember(entry.last, &nested) }
    }

    private func deleteMember(_ member: ItemIndex, _ nested: inout [TypeSlot]) {
        if at(member).pointee.isDeleted {
            // It will be collected with what it is in, and may then be merged.
            transaction.candidates.append(at(member).pointee.id)
        } else {
            nested += deleteAlone(member)
        }
    }

    /// Deletes a range of a client's clocks, which are known.
    func delete(_ range: Range<Clock>, of index: UInt32) {
        let structs = client(index)
        var position = structs.pointee.position(of: range.lowerBound)
        let first = at(structs.pointee.blocks[position].item)
        if first.pointee.id.clock < range.lowerBound, !first.pointee.isDeleted, !first.pointee.isCollected {
            let offset = range.lowerBound - first.pointee.id.clock
            _ = split(structs.pointee.blocks[position].item, at: offset, position: position)
            position += 1
        }
        while position < client(index).pointee.blocks.count {
            let block = client(index).pointee.blocks[position]
            guard block.clock < range.upperBound else { break }
            let item = at(block.item)
            if !item.pointee.isDeleted, !item.pointee.isCollected {
                if item.pointee.end > range.upperBound {
                    _ = split(block.item, at: range.upperBound - block.clock, position: position)
                }
                delete(block.item)
            }
            position += 1
        }
    }

    /// Cuts the items of a client at all borders of the ranges at once: one by one, each would move all
    /// blocks behind it.
    ///
    /// - Parameter ranges: sorted, apart from each other, and known.
    func cut(_ index: UInt32, at ranges: [Range<Clock>]) {
        guard let start = ranges.first?.lowerBound, let end = ranges.last?.upperBound else { return }
        let first = client(index).pointee.position(of: start)
        let last = client(index).pointee.position(of: end - 1)
        var blocks: [ClientStructs.Block] = []
        var borders = ranges.lazy.flatMap { [$0.lowerBound, $0.upperBound] }.makeIterator()
        var border = borders.next()
        for position in first...last {
            var block = client(index).pointee.blocks[position]
            blocks.append(block)
            while let next = border, next <= block.clock { border = borders.next() }
            let item = at(block.item).pointee
            guard !item.isDeleted, !item.isCollected else { continue }
            while let next = border, next < at(block.item).pointee.end {
                let right = splitOutsideBlocks(block.item, at: next - block.clock)
                block = ClientStructs.Block(clock: next, item: right)
                blocks.append(block)
                border = borders.next()
            }
        }
        replaceBlocks(of: index, first..<last + 1, by: blocks)
    }

    private func replaceBlocks(of index: UInt32, _ range: Range<Int>, by blocks: [ClientStructs.Block]) {
        let structs = client(index)
        var behind: [ClientStructs.Block] = []
        for position in range.upperBound..<structs.pointee.blocks.count {
            behind.append(structs.pointee.blocks[position])
        }
        structs.pointee.blocks.removeSubrange(range.lowerBound..<structs.pointee.blocks.count)
        for block in blocks { structs.pointee.blocks.append(block) }
        for block in behind { structs.pointee.blocks.append(block) }
    }
}
