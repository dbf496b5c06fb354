/// First in, first out, over an array.
///
/// What was taken is cleared away in bulk: at most as much of it is kept as there is left, so that a queue
/// that never runs empty does not grow, and taking costs no shifting each time.
struct Queue<Element> {
    /// The first `taken` are gone already.
    private(set) var stored: [Element] = []
    private var taken = 0

    /// An emptied queue keeps the room it has up to so many elements, and gives back what a burst took.
    private static var largestKept: Int { 4_096 }

    var isEmpty: Bool { taken == stored.count }

    var count: Int { stored.count - taken }

    var first: Element? { isEmpty ? nil : stored[taken] }

    mutating func append(_ element: Element) {
        stored.append(element)
    }

    @discardableResult
    mutating func popFirst() -> Element? {
        guard let element = first else { return nil }
        taken += 1
        if isEmpty {
            stored.removeAll(keepingCapacity: stored.capacity <= Queue.largestKept)
            taken = 0
        } else if taken > count {
            stored.removeFirst(taken)
            taken = 0
        }
        return element
    }

    /// The elements from the one at `offset` on, counted from the first that is left.
    func dropFirst(_ offset: Int) -> ArraySlice<Element> {
        stored[(taken + offset)...]
    }
}
