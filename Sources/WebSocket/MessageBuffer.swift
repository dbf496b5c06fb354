/// Bytes that zlib writes straight into: growing, contiguous, appended at the back and forgotten at once.
///
/// It bounds nothing; whoever fills it knows how much may come.
struct MessageBuffer: ~Copyable {
    /// Storage up to this size is kept between messages, as a receive queue keeps it.
    static let keptBytes = 4_096

    private static let smallestBytes = 512

    private var storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    deinit {
        storage.deallocate()
    }

    /// The bytes of storage held, whether they are in use or kept.
    var capacity: Int { storage.count }

    /// The bytes themselves, valid until the next call that changes the buffer.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }

    /// The storage behind the bytes, at least `minimum` of it. ``advance(by:)`` makes bytes of what was
    /// written.
    mutating func free(atLeast minimum: Int) -> UnsafeMutableRawBufferPointer {
        if storage.count - count < minimum { grow(toHold: minimum) }
        return UnsafeMutableRawBufferPointer(rebasing: storage[count...])
    }

    mutating func advance(by written: Int) {
        precondition(written >= 0 && written <= storage.count - count, "more was written than there was room")
        count += written
    }

    mutating func removeLast(_ n: Int) {
        precondition(n >= 0 && n <= count, "a buffer can't lose more bytes than it holds")
        count -= n
    }

    /// Empties it; what a large message took goes back.
    mutating func clear() {
        count = 0
        if storage.count > MessageBuffer.keptBytes { trim() }
    }

    /// Gives kept storage back if nothing is in it.
    mutating func trim() {
        guard count == 0 else { return }
        storage.deallocate()
        storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    private mutating func grow(toHold more: Int) {
        let (needed, overflow) = count.addingReportingOverflow(more)
        precondition(!overflow, "a message can't be larger than the address space")
        let doubled = storage.count.multipliedReportingOverflow(by: 2)
        let size = max(needed, doubled.overflow ? 0 : doubled.partialValue, MessageBuffer.smallestBytes)
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        larger.copyMemory(from: bytes)
        storage.deallocate()
        storage = larger
    }
}
