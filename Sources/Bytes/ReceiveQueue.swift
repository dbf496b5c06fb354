/// Bytes received and not yet consumed: appended at the back, consumed at the front, contiguous in between.
///
/// It does not bound itself; whoever appends decides how much may wait.
public struct ReceiveQueue: ~Copyable {
    /// Storage up to this size is kept when the queue runs empty, so that a steady stream of small messages
    /// costs no allocation. What is larger goes back at once: ten thousand connections must not each hold
    /// on to the largest message they ever saw.
    public static let keptBytes = 4_096

    /// The smallest storage that is ever allocated; two or three control frames fit.
    static let smallestBytes = 256

    @usableFromInline var storage: UnsafeMutableRawBufferPointer
    @usableFromInline var start = 0
    @usableFromInline var end = 0
    /// The storage is somebody else's, for the moment.
    @usableFromInline var isBorrowed = false

    public init() {
        storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    deinit {
        if !isBorrowed { storage.deallocate() }
    }

    @inlinable public var count: Int { end - start }

    @inlinable public var isEmpty: Bool { start == end }

    /// The bytes of storage held, whether they are in use or kept.
    public var capacity: Int { storage.count }

    @inlinable
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        if bytes.count > storage.count - end { makeRoom(for: bytes.count) }
        (storage.baseAddress! + end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    /// Lets `fill` write up to `room` bytes behind what waits; it returns how many it wrote.
    ///
    /// - Parameter total: how much will wait in the end, so that storage is made once for all of it.
    public mutating func append(
        room: Int, total: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
    ) {
        if room > storage.count - end { makeRoom(for: max(room, total - count)) }
        let free = UnsafeMutableRawBufferPointer(rebasing: storage[end..<end + room])
        let written = fill(free)
        precondition(0...room ~= written, "what was not there can't have been written")
        end += written
    }

    public mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    public mutating func append(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Makes the first `count` bytes of `buffer` what waits, without copying them. The queue must be empty,
    /// and ``endLoan()`` must be called before the buffer is used for anything else.
    @inlinable
    public mutating func borrow(_ buffer: UnsafeMutableRawBufferPointer, count: Int) {
        precondition(start == end && !isBorrowed, "only an empty queue can borrow")
        storage.deallocate()
        storage = buffer
        end = count
        isBorrowed = true
    }

    /// Copies what still waits into storage of its own.
    @inlinable
    public mutating func endLoan() {
        guard isBorrowed else { return }
        let rest = UnsafeRawBufferPointer(rebasing: storage[start..<end])
        storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        start = 0
        end = 0
        isBorrowed = false
        append(rest)
    }

    /// Moves what waits to the front of `buffer`, which must have room for it, and gives its own storage
    /// back.
    public mutating func move(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let waiting = count
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
        start = 0
        end = 0
        trim()
        return waiting
    }

    /// Drops the first `n` bytes. It is a programmer's error to consume more than there are.
    @inlinable
    public mutating func consume(_ n: Int) {
        precondition(n >= 0 && n <= end - start, "a queue can't give more bytes than it holds")
        start += n
        if start == end { rewind() }
    }

    /// Gives kept storage back if nothing waits; for a connection that has gone quiet.
    public mutating func trim() {
        guard isEmpty, !isBorrowed else { return }
        storage.deallocate()
        storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// Where the first `count` bytes that wait are, until the queue is changed.
    @inlinable
    public func front(_ count: Int) -> UnsafeRawBufferPointer {
        precondition(0...self.count ~= count, "a queue can't show more bytes than it holds")
        return UnsafeRawBufferPointer(rebasing: storage[start..<start + count])
    }

    /// Calls `body` with all bytes that wait. The span is valid only during the call.
    @inlinable
    public func withBytes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try body(UnsafeRawBufferPointer(rebasing: storage[start..<end]).bytes)
    }

    /// Calls `body` with all bytes that wait, to be changed in place. The pointer is valid only during the
    /// call.
    @inlinable
    public mutating func withMutableBytes<R>(_ body: (UnsafeMutableRawBufferPointer) -> R) -> R {
        body(UnsafeMutableRawBufferPointer(rebasing: storage[start..<end]))
    }

    @usableFromInline
    mutating func rewind() {
        start = 0
        end = 0
        if storage.count > ReceiveQueue.keptBytes { trim() }
    }

    /// Moves the waiting bytes to the front where that is enough, and to storage of at least twice the size
    /// where it isn't. Either way a byte is moved a bounded number of times, however small the appends are:
    /// moving to the front waits until at least as much was consumed as has to move.
    @usableFromInline
    mutating func makeRoom(for more: Int) {
        endLoan()
        let waiting = count
        let (needed, overflow) = waiting.addingReportingOverflow(more)
        precondition(!overflow, "a queue can't hold more than the address space")
        if needed <= storage.count && waiting <= start {
            let front = storage.baseAddress!
            front.copyMemory(from: front + start, byteCount: waiting)
        } else {
            let doubled = storage.count.multipliedReportingOverflow(by: 2)
            let size = max(needed, doubled.overflow ? 0 : doubled.partialValue, ReceiveQueue.smallestBytes)
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
            storage.deallocate()
            storage = larger
        }
        start = 0
        end = waiting
    }
}
