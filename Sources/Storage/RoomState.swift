public import HubProtocol

/// A moment of a log.
public enum LogMoment: Hashable, Sendable {
    /// Right after that op; beyond the head it is the head.
    case seq(Seq)
    /// In milliseconds since 1970: after the last op that is not later.
    case time(Int64)
}

/// A room as it was right after an op.
///
/// It does not hold history, and what was erased since is not in it.
public struct RoomState: Hashable, Sendable {
    public let seq: Seq
    /// The current named ops: tools (type `upgrade`) first, each part in the order of its seqs ([HI2]).
    public let current: [LoggedOp]
    /// Who had joined and not gone, in the order of coming, as far as the log tells ([PR1]).
    public let present: [Author]

    public init(seq: Seq, current: [LoggedOp], present: [Author]) {
        self.seq = seq
        self.current = current
        self.present = present
    }
}
