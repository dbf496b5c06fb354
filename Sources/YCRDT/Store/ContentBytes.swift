/// The bytes of all contents of a document, one behind the other.
///
/// A content that has gone leaves its room unused until so much is unused that all is copied together; who
/// owns the items does that.
struct ContentBytes {
    private(set) var bytes = RawVector<UInt8>(capacity: 64)
    /// Room that no item has any more.
    private(set) var wasted = 0

    func deallocate() {
        bytes.deallocate()
    }

    var count: Int { bytes.count }

    /// Worth copying when more than half is unused.
    var isWasteful: Bool { wasted > 32_768 && wasted > bytes.count / 2 }

    @inline(__always)
    func pointer(_ offset: UInt32) -> UnsafePointer<UInt8> {
        UnsafePointer(bytes.base + Int(offset))
    }

    @inline(__always)
    func buffer(of item: Item) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: pointer(item.content), count: Int(item.contentCount))
    }

    @inline(__always)
    mutating func store(_ start: UnsafePointer<UInt8>, _ count: Int, in item: inout Item) {
        item.content = UInt32(bytes.count)
        item.contentCount = UInt32(count)
        bytes.append(start, count)
        if item.kind != .type { item.contentCapacity = UInt32(count) }
    }

    /// Adds to the end of an item's content, where it is if there is room, else at the end of all.
    @inline(__always)
    mutating func extend(_ item: inout Item, by start: UnsafePointer<UInt8>, _ count: Int) {
        let old = Int(item.contentCount)
        if Int(item.content) + Int(item.contentCapacity) == bytes.count {
            // The last of all: what it has not used yet is not there yet either.
            let unused = Int(item.contentCapacity) - old
            if unused < count { _ = bytes.extend(by: count - unused) }
            item.contentCapacity = max(item.contentCapacity, UInt32(old + count))
        } else if old + count > Int(item.contentCapacity) {
            move(&item, capacity: (old + count) * 2)
        }
        (bytes.base + Int(item.content) + old).update(from: start, count: count)
        item.contentCount += UInt32(count)
    }

    private mutating func move(_ item: inout Item, capacity: Int) {
        wasted += Int(item.contentCapacity)
        let place = bytes.count
        let room = bytes.extend(by: capacity)
        room.initialize(from: bytes.base + Int(item.content), count: Int(item.contentCount))
        // Read by nobody before it is written, and defined all the same.
        (room + Int(item.contentCount)).initialize(repeating: 0, count: capacity - Int(item.contentCount))
        item.content = UInt32(place)
        item.contentCapacity = UInt32(capacity)
    }

    /// Adds the content of one item to that of another.
    mutating func join(_ left: inout Item, _ right: Item) {
        if left.content + left.contentCount == right.content, left.contentCapacity == left.contentCount {
            left.contentCount += right.contentCount
            left.contentCapacity += right.contentCapacity
            return
        }
        // What is added to may move the bytes, so that a pointer into them would not do.
        let copy = Array(buffer(of: right))
        copy.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { extend(&left, by: base, source.count) }
        }
        wasted += Int(right.contentCapacity)
    }

    @inline(__always)
    mutating func forget(_ item: inout Item) {
        if item.kind != .type {
            wasted += Int(item.contentCapacity)
        } else {
            wasted += Int(item.contentCount)
        }
        item.contentCount = 0
        item.content = 0
        item.contentCapacity = 0
    }

    /// Replaces a content by others' copy.
    mutating func replace(_ item: inout Item, by copy: [UInt8]) {
        wasted += Int(item.contentCapacity)
        copy.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { store(base, source.count, in: &item) }
        }
    }

    /// Takes the place of another, to which all contents were copied.
    mutating func adopt(_ copied: RawVector<UInt8>) {
        bytes.deallocate()
        bytes = copied
        wasted = 0
    }
}
