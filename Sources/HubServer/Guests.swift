import HubProtocol

/// Members of one loop's rooms whose connections are other loops', by their tokens, and what they said that
/// the room does not want yet.
struct Guests {
    struct Remark {
        let said: Result<ClientMessage, ProtocolError>
        let bytes: Int
    }

    private struct Guest {
        let room: RoomName
        /// It has been told to go; nothing more is taken from it.
        var isGoing = false
        /// Its room wants it to wait. The other loop hears of that too late for what was on the way.
        var isPaused = false
        var waiting: ArraySlice<Remark> = []
        /// Bytes that were taken from it and not told.
        var untold = 0
    }

    /// So many bytes are told at once at least: a quarter of what a guest may have under way.
    static let toldAtLeast = Visitor.untakenMost / 4

    private var guests: [UInt64: Guest] = [:]
    private var counts: [RoomName: Int] = [:]
    /// Those that may go on with what waits.
    private var resumed: [UInt64] = []

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
}

// MARK: - What they say

extension Guests {
    mutating func pause(_ token: UInt64) {
        guests[token]?.isPaused = true
    }

    mutating func resume(_ token: UInt64) {
        guard guests[token]?.isPaused == true else { return }
        guests[token]?.isPaused = false
        resumed.append(token)
    }

    /// Puts what a guest said behind what waits of it; nobody's words are lost.
    mutating func say(_ remark: Remark, _ token: UInt64) {
        guests[token]?.waiting.append(remark)
    }

    /// The next that a guest said, if its room wants to hear it now; with how much it was.
    mutating func next(from token: UInt64) -> Remark? {
        guard let guest = guests[token], !guest.isPaused, !guest.isGoing else { return nil }
        guard let remark = guests[token]?.waiting.popFirst() else { return nil }
        guests[token]?.untold += remark.bytes
        return remark
    }

    /// A guest that was resumed since the last call.
    mutating func takeResumed() -> UInt64? {
        resumed.popLast()
    }

    /// Bytes taken that are worth being told now; 0 if they are too few yet.
    mutating func takeUntold(_ token: UInt64) -> Int {
        guard let untold = guests[token]?.untold, untold >= Guests.toldAtLeast else { return 0 }
        guests[token]?.untold = 0
        return untold
    }
}
