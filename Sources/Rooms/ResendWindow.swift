import HubProtocol

/// Recognises ops that were sent before, among the newest so many that carry an id ([ID4]).
///
/// It starts without those from before the room was opened, and takes them from the log a part at a time; it
/// does not decide who has to wait for that.
struct ResendWindow {
    private var seqs: [ResendKey: Seq] = [:]
    /// The keys of ops since the room was opened, in the order of their seqs.
    private var newer = Queue<ResendKey>()
    /// Those from before, newest first: what falls out does so at the end.
    private var older: [ResendKey] = []
    /// What the log says of ops up to this one is still to be asked; nil when nothing more of it is wanted.
    private(set) var unread: Seq?
    private let size: Int

    /// - Parameter head: the newest op in the log when the room was opened.
    init(size: Int, head: Seq) {
        self.size = size
        unread = head == .none ? nil : head
    }

    private var isFull: Bool { newer.count + older.count >= size }

    func seq(of key: ResendKey) -> Seq? {
        seqs[key]
    }

    /// `key` must not be one that the window still knows.
    mutating func remember(_ key: ResendKey, _ seq: Seq) {
        if isFull, let oldest = older.popLast() ?? newer.popFirst() { seqs[oldest] = nil }
        seqs[key] = seq
        newer.append(key)
    }

    /// Takes the log's newest keys of ops up to ``unread``, newest first; fewer than `limit` are all there
    /// are.
    mutating func recall(_ keys: [(ResendKey, Seq)], limit: Int) {
        // An id that was used twice, long after each other, counts where it was used last.
        for (key, seq) in keys where !isFull && seqs[key] == nil {
            seqs[key] = seq
            older.append(key)
        }
        guard !isFull, keys.count >= limit, let oldest = keys.last?.1, oldest > .none.next else {
            return unread = nil
        }
        unread = Seq(oldest.number - 1)
    }
}
