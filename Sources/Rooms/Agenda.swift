import HubProtocol

/// When each room has something to do by itself, and which is first.
struct Agenda {
    private var dues: [RoomName: Int64] = [:]
    /// The earliest of them, in milliseconds since 1970.
    private(set) var next: Int64?

    func due(_ name: RoomName) -> Int64? {
        dues.isEmpty ? nil : dues[name]
    }

    /// - Parameter due: nil when the room has nothing to do.
    mutating func set(_ name: RoomName, _ due: Int64?) {
        let old = dues[name]
        guard due != old else { return }
        dues[name] = due
        if let due, due <= next ?? .max {
            next = due
        } else if old == next {
            next = dues.values.min()
        }
    }

    /// The rooms whose time has come, in no order; they are on it no more.
    mutating func take(at now: Int64) -> [RoomName] {
        guard let next, next <= now else { return [] }
        let due = dues.filter { $0.value <= now }
        dues = dues.filter { $0.value > now }
        self.next = dues.values.min()
        return Array(due.keys)
    }
}
