/// What a change of a document has touched so far, so that its end can tidy up and tell what was new.
struct Transaction {
    /// A deleted run of one client, by its place in the document.
    struct Deleted: BitwiseCopyable {
        var client: UInt32
        var start: Clock
        var end: Clock
    }

    /// Clients that have written more.
    var touched = RawVector<UInt32>()
    var deleted = RawVector<Deleted>()
    /// Where items were cut, which may have become unnecessary.
    var candidates = RawVector<Ref>()
    /// How many transactions are open, one inside the other.
    var depth = 0
    /// Who changes: what an undo history goes by.
    var origin: AnyHashable?
    var isLocal = false

    func deallocate() {
        touched.deallocate()
        deleted.deallocate()
        candidates.deallocate()
    }

    @inline(__always)
    mutating func noteDeleted(_ client: UInt32, _ start: Clock, _ end: Clock) {
        let last = deleted.count - 1
        if last >= 0, deleted[last].client == client, deleted[last].end == start {
            deleted.base[last].end = end
        } else {
            deleted.append(Deleted(client: client, start: start, end: end))
        }
    }
}
