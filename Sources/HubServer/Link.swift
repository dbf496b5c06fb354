/// One loop's side of its dealings with another: what is to be posted when the turn ends, and how far the
/// other is behind.
///
/// It posts nothing.
struct Link {
    /// What may be under way to a loop that can't follow: as much as a connection's ample outbox. Beyond that
    /// those who speak in its rooms have to wait.
    static let underwayMost = 1 << 20
    /// What was carried out is told in steps, so that a loop with little to do is not woken for it.
    private static let toldAtLeast = underwayMost / 4

    private(set) var orders: [GuestOrder] = []
    private(set) var news: [GuestNews] = []
    /// The weight of the orders given that the other has not told to be carried out.
    private var underway = 0
    /// The weight of its orders that were carried out here, and not told.
    private var untold = 0
    /// Whether the other loop has said that more is about to come.
    var expectsMore = false

    var isCongested: Bool { underway > Link.underwayMost }

    mutating func add(_ order: GuestOrder) {
        orders.append(order)
        underway += order.weight
    }

    mutating func add(_ news: GuestNews) {
        self.news.append(news)
    }

    /// The other loop has carried out orders of that weight.
    mutating func wasCarriedOut(_ weight: Int) {
        underway -= weight
    }

    /// Orders of that weight of the other's have been carried out here.
    mutating func carriedOut(_ weight: Int) {
        untold += weight
        guard untold >= Link.toldAtLeast else { return }
        news.append(.carriedOut(untold))
        untold = 0
    }

    /// What has been gathered, to be posted; nil when that is nothing.
    mutating func takeLetter(from loop: Int, expectsMore: Bool) -> Letter? {
        guard !orders.isEmpty || !news.isEmpty else { return nil }
        defer { (orders, news) = ([], []) }
        return Letter(from: loop, orders: orders, news: news, expectsMore: expectsMore)
    }
}
