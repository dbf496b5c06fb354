/// An op's place in its room's log: 1 for the first, one more for each next, without a gap.
///
/// A seq means nothing without the log's ``Epoch``. `Seq.none` (0) is the head of an empty log.
public struct Seq: Hashable, Comparable, Sendable {
    /// At most `Seq.max`.
    public let number: UInt64

    /// The largest seq: 2^40 - 1, which the log's row keys leave room for (a thousand ops a second for 34
    /// years).
    public static let max = Seq(unchecked: (1 << 40) - 1)

    /// The seq before the first op.
    public static let none = Seq(unchecked: 0)

    /// Nil when `number` is beyond ``max``; seqs come from the wire too.
    public init?(_ number: UInt64) {
        guard number <= Seq.max.number else { return nil }
        self.number = number
    }

    private init(unchecked number: UInt64) {
        self.number = number
    }

    /// The seq after this one. A log that reaches ``max`` is a programmer's error.
    public var next: Seq {
        precondition(self < .max, "a log can't hold more than 2^40 - 1 ops")
        return Seq(unchecked: number + 1)
    }

    public static func < (left: Seq, right: Seq) -> Bool {
        left.number < right.number
    }
}
