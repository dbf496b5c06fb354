import HubProtocol

/// What a room has taken and not yet shown: logged ops on their way to the disk, and transient ops that may not overtake them.
struct PendingOps {
    enum Item {
        case logged(LoggedOp, from: MemberID?)
        case transient(Envelope)

        var author: Author {
            switch self {
            case .logged(let op, _): op.author
            case .transient(let envelope): envelope.author
            }
        }
    }

    private var items: [Item] = []
    /// How many of `items` were taken already; they are cleared away when all are.
    private var taken = 0
    /// Items by participant, so that a transient op knows whether it has to wait ([OP6]).
    private var waiting: [String: Int] = [:]

    /// How many of the waiting ops will take a place among the current ones, and their payloads in bytes.
    private(set) var named = 0
    private(set) var namedBytes = 0

    var isEmpty: Bool { taken == items.count }

    func holdsAny(of participant: String) -> Bool {
        waiting[participant] != nil
    }

    mutating func append(_ item: Item) {
        items.append(item)
        waiting[item.author.id, default: 0] += 1
        count(item, by: 1)
    }

    /// The next item that may be shown once all up to `durable` is on the disk.
    mutating func next(through durable: Seq) -> Item? {
        guard taken < items.count else { return nil }
        let item = items[taken]
        if case .logged(let op, _) = item, op.seq > durable { return nil }
        taken += 1
        if taken == items.count {
            items.removeAll(keepingCapacity: items.count < 4_096)
            taken = 0
        }
        let left = (waiting[item.author.id] ?? 1) - 1
        waiting[item.author.id] = left == 0 ? nil : left
        count(item, by: -1)
        return item
    }

    private mutating func count(_ item: Item, by one: Int) {
        guard case .logged(let op, _) = item, case .sets = op.change else { return }
        named += one
        namedBytes += one * op.payload.bytes.count
    }
}
