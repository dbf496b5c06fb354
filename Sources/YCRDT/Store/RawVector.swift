/// A growing row of plain values at one address, for what is read millions of times a second.
///
/// It does not free itself: its owner does, once.
struct RawVector<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private(set) var capacity: Int

    init(capacity: Int = 4) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    func deallocate() {
        base.deallocate()
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count)
            return base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count)
            base[index] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        (base + count).initialize(to: element)
        count += 1
    }

    @inline(__always)
    mutating func append(_ start: UnsafePointer<Element>, _ added: Int) {
        if count + added > capacity { grow(to: count + added) }
        (base + count).initialize(from: start, count: added)
        count += added
    }

    /// Room at the end that the caller fills.
    mutating func extend(by added: Int) -> UnsafeMutablePointer<Element> {
        if count + added > capacity { grow(to: count + added) }
        defer { count += added }
        return base + count
    }

    mutating func insert(_ element: Element, at index: Int) {
        if count == capacity { grow(to: count + 1) }
        (base + index + 1).moveInitialize(from: base + index, count: count - index)
        (base + index).initialize(to: element)
        count += 1
    }

    mutating func removeSubrange(_ range: Range<Int>) {
        let behind = count - range.upperBound
        if behind > 0 {
            (base + range.lowerBound).moveInitialize(from: base + range.upperBound, count: behind)
        }
        count -= range.count
    }

    mutating func removeAll() {
        count = 0
    }

    mutating func removeLast() -> Element {
        count -= 1
        return base[count]
    }

    /// Half as much again, so that a large document does not have twice what it needs.
    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity + capacity / 2 + 1)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        moved.moveInitialize(from: base, count: count)
        base.deallocate()
        base = moved
        capacity = larger
    }
}
