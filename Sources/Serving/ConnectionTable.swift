/// The connections of one loop, each under a token that is never used again: a slot's number and its
/// generation.
///
/// So an answer that comes late, for a connection that is gone, finds nobody instead of its successor.
struct ConnectionTable {
    private struct Slot {
        var generation: UInt32 = 0
        var connection: ClientConnection?
    }

    /// A token names its loop too, between the slot's number and the generation.
    private static let slotBits: UInt64 = 26
    private static let slotMask = (1 as UInt64) << slotBits - 1

    private let loop: UInt64
    private var slots: [Slot] = []
    private var free: [Int] = []

    /// - Parameter loop: the number of the loop that has the connections.
    init(loop: Int = 0) {
        precondition(0..<ConnectionLoop.loopsMost ~= loop, "more loops than a token can name")
        self.loop = UInt64(loop)
    }

    /// The number of the loop that a connection of this token is of.
    static func loop(of token: UInt64) -> Int {
        Int(token >> slotBits & 63)
    }

    var count: Int { slots.count - free.count }

    /// Makes room for a connection, which is made with its token.
    mutating func insert(_ make: (UInt64) -> ClientConnection) -> ClientConnection {
        let index: Int
        if let reused = free.popLast() {
            index = reused
        } else {
            index = slots.count
            slots.append(Slot())
            precondition(index <= ConnectionTable.slotMask, "no process has so many descriptors")
        }
        let connection = make(
            UInt64(slots[index].generation) << 32 | loop << ConnectionTable.slotBits | UInt64(index))
        slots[index].connection = connection
        return connection
    }

    subscript(token: UInt64) -> ClientConnection? {
        let index = Int(token & ConnectionTable.slotMask)
        guard index < slots.count, slots[index].generation == UInt32(token >> 32),
            ConnectionTable.loop(of: token) == loop
        else { return nil }
        return slots[index].connection
    }

    mutating func remove(_ token: UInt64) {
        guard self[token] != nil else { return }
        let index = Int(token & ConnectionTable.slotMask)
        slots[index].connection = nil
        // Wrapping is harmless: it takes four billion connections through one slot.
        slots[index].generation &+= 1
        free.append(index)
    }

    /// All connections, for what concerns every one of them.
    var all: [ClientConnection] { slots.compactMap(\.connection) }
}
