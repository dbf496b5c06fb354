import HubProtocol

/// Recognises ops that were sent before, among the newest so many that carry an id ([ID4]).
struct ResendWindow {
    private var seqs: [ResendKey: Seq] = [:]
    /// The same keys in the order of their seqs.
    private var order = Queue<ResendKey>()
    private let size: Int

    init(size: Int, known: [(ResendKey, Seq)]) {
        self.size = size
        for (key, seq) in known { remember(key, seq) }
    }

    func seq(of key: ResendKey) -> Seq? {
        seqs[key]
    }

    /// `key` must not be one that the window still knows.
    mutating func remember(_ key: ResendKey, _ seq: Seq) {
        seqs[key] = seq
        order.append(key)
        if order.count > size, let oldest = order.popFirst() { seqs[oldest] = nil }
    }
}
