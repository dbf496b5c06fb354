import HubProtocol

/// The newest ops of a room, kept in memory for members that were away for a moment.
struct RecentOps {
    /// Seqs without a gap; the first `dropped` of them are gone already and wait to be cleared away in bulk.
    private var ops: [LoggedOp] = []
    private var dropped = 0
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
        while ops.count - dropped > mostOps || bytes > mostBytes && ops.count - dropped > 1 {
            bytes -= ops[dropped].payload.bytes.count
            dropped += 1
        }
        if dropped > mostOps {
            ops.removeFirst(dropped)
            dropped = 0
        }
    }

    /// The ops after `seq` up to `durable`, the newest op's seq; nil if some of them are not here.
    func after(_ seq: Seq, durable: Seq) -> ArraySlice<LoggedOp>? {
        guard seq < durable else { return [] }
        guard let first = ops.dropFirst(dropped).first, seq.next >= first.seq else { return nil }
        return ops[(dropped + Int(seq.next.number - first.seq.number))...]
    }
}
