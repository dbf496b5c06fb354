import HubProtocol

/// Recognises ops that were sent before, among the newest so many that carry an id ([ID4]).
struct ResendWindow {
    private var seqs: [ResendKey: Seq] = [:]
    /// The same keys in the order of their seqs; the first `forgotten` are out of the window.
    private var order: [ResendKey] = []
    private var forgotten = 0
    private let size: Int

    init(size: Int, known: [(ResendKey, Seq)]) {
        self.size = size
        for (key, seq) in known { remember(key, seq) }
    }

    func seq(of key: ResendKey) -> Seq? {
        seqs[key]
    }

    mutating func remember(_ key: ResendKey, _ seq: Seq) {
        seqs[key] = seq
        order.append(key)
        if order.count - forgotten > size {
            seqs[order[forgotten]] = nil
            forgotten += 1
        }
        if forgotten > size {
            order.removeFirst(forgotten)
            forgotten = 0
        }
    }
}
