/// Who wrote: the number that a client chose for a session of editing, below 2^53.
public typealias ClientID = UInt64

/// How far a client has come: each struct takes as many clocks as it is long.
///
/// Yjs counts further, up to 2^53; four billion keystrokes of one session are enough for all others, and 32
/// bits halve what a document weighs.
public typealias Clock = UInt32

/// A place in what a client wrote, which no other place ever has.
public struct ItemID: Hashable, Sendable {
    public var client: ClientID
    public var clock: Clock

    public init(client: ClientID, clock: Clock) {
        self.client = client
        self.clock = clock
    }
}

/// The largest number that the encoding has: those that JavaScript counts exactly.
let largestNumber: UInt64 = 1 << 53 - 1
