import HubProtocol

/// The current named ops of a room: its tools, and whatever else has a name. This is the state that a
/// newcomer gets.
struct Toolbox {
    private var current: [NamedKey: LoggedOp] = [:]
    /// The payloads together.
    private(set) var bytes = 0

    var count: Int { current.count }

    init(_ ops: [LoggedOp]) {
        for op in ops { apply(op) }
    }

    mutating func apply(_ op: LoggedOp) {
        switch op.change {
        case .none: return
        case .sets(let key): replace(key, with: op)
        case .removes(let key): replace(key, with: nil)
        }
    }

    func op(of key: NamedKey) -> LoggedOp? { current[key] }

    /// The current op's payload in bytes; nil if there is none.
    func size(of key: NamedKey) -> Int? {
        current[key]?.payload.bytes.count
    }

    /// Tools first, each part in the order of the log ([HI2]).
    var ordered: [LoggedOp] {
        current.values.sorted { left, right in
            let leftIsTool = left.type == "upgrade"
            guard leftIsTool == (right.type == "upgrade") else { return leftIsTool }
            return left.seq < right.seq
        }
    }

    private mutating func replace(_ key: NamedKey, with op: LoggedOp?) {
        let old = current[key]
        current[key] = op
        bytes += (op?.payload.bytes.count ?? 0) - (old?.payload.bytes.count ?? 0)
    }
}
