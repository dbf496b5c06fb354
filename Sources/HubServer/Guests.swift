import HubProtocol

/// Members of one loop's rooms whose connections are other loops', by their tokens.
struct Guests {
    struct Guest {
        let room: RoomName
        /// It has been told to go; nothing more is taken from it.
        var isGoing = false
        /// Bytes that were taken from it and not told.
        var untold = 0
    }

    /// So many bytes are told at once at least: a quarter of what a guest may have under way.
    static let toldAtLeast = Visitor.untakenMost / 4

    private var guests: [UInt64: Guest] = [:]
    private var counts: [RoomName: Int] = [:]

    var tokens: [UInt64] { Array(guests.keys) }

    /// Whether a room has any.
    func areIn(_ room: RoomName) -> Bool {
        !counts.isEmpty && counts[room] != nil
    }

    func room(of token: UInt64) -> RoomName? {
        guests[token]?.room
    }

    mutating func enter(_ token: UInt64, _ room: RoomName) {
        guests[token] = Guest(room: room)
        counts[room, default: 0] += 1
    }

    mutating func leave(_ token: UInt64) {
        guard let room = guests.removeValue(forKey: token)?.room, let count = counts[room] else { return }
        counts[room] = count > 1 ? count - 1 : nil
    }

    /// Has nothing more taken from it, if it is one.
    mutating func sendAway(_ token: UInt64) {
        guests[token]?.isGoing = true
    }

    /// The room of a guest that may still speak.
    func roomHearing(_ token: UInt64) -> RoomName? {
        guard let guest = guests[token], !guest.isGoing else { return nil }
        return guest.room
    }

    mutating func took(_ bytes: Int, from token: UInt64) {
        guests[token]?.untold += bytes
    }

    /// Bytes taken that are worth being told now; 0 if they are too few yet.
    mutating func takeUntold(_ token: UInt64) -> Int {
        guard let untold = guests[token]?.untold, untold >= Guests.toldAtLeast else { return 0 }
        guests[token]?.untold = 0
        return untold
    }
}
