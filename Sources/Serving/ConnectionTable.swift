/// The connections of one loop, each under a token that is never used again: a slot's number and its
/// generation.
///
/// So an answer that comes late, for a connection that is gone, finds nobody instead of its successor.
struct ConnectionTable {
    private struct Slot {
        var generation: UInt32 = 0
        var connection: ClientConnection?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []

    var count: Int { slots.count - free.count }

    /// Makes room for a connection, which is made with its token.
    mutating func insert(_ make: (UInt64) -> ClientConnection) -> ClientConnection {
        let index: Int
        if let reused = free.popLast() {
            index = reused
        } else {
            index = slots.count
            slots.append(Slot())
        }
        let connection = make(UInt64(slots[index].generation) << 32 | UInt64(index))
        slots[index].connection = connection
        return connection
    }

    subscript(token: UInt64) -> ClientConnection? {
        let index = Int(token & 0xFFFF_FFFF)
        guard index < slots.count, slots[index].generation == UInt32(token >> 32) else { return nil }
        return slots[index].connection
    }

    mutating func remove(_ token: UInt64) {
        guard self[token] != nil else { return }
        let index = Int(token & 0xFFFF_FFFF)
        slots[index].connection = nil
        // Wrapping is harmless: it takes four billion connections through one slot.
        slots[index].generation &+= 1
        free.append(index)
    }

    /// All connections, for what concerns every one of them.
    var all: [ClientConnection] { slots.compactMap(\.connection) }
}
