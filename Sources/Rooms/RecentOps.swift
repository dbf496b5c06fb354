import HubProtocol

/// The newest ops of a room, kept in memory for members that were away for a moment.
struct RecentOps {
    /// Seqs without a gap.
    private var ops = Queue<LoggedOp>()
    private var bytes = 0
    private let mostOps: Int
    private let mostBytes: Int

    init(limits: RoomLimits) {
        mostOps = limits.recentOps
        mostBytes = limits.recentBytes
    }

    mutating func append(_ op: LoggedOp) {
        ops.append(op)
        bytes += op.payload.bytes.count
        while ops.count > mostOps || bytes > mostBytes && ops.count > 1 {
            bytes -= ops.popFirst()?.payload.bytes.count ?? 0
        }
    }

    /// The ops after `seq` up to `durable`, the newest op's seq; nil if some of them are not here.
    func after(_ seq: Seq, durable: Seq) -> ArraySlice<LoggedOp>? {
        guard seq < durable else { return [] }
        guard let first = ops.first, seq.next >= first.seq else { return nil }
        return ops.dropFirst(Int(seq.next.number - first.seq.number))
    }
}
