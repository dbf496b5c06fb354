/// What a connection may have a document search for the places of what it writes.
///
/// It is charged afterwards, since nobody knows before: one message may take more than is left.
struct StepBudget {
    private let most: Int
    private let perSecond: Int
    private var left: Int
    private var filledMs: Int64?

    init(_ limits: SyncPeer.Limits) {
        most = limits.steps
        perSecond = limits.stepsPerSecond
        left = limits.steps
    }

    /// Whether anything is left, once what has come since the last call is added.
    mutating func isLeft(atMs nowMs: Int64) -> Bool {
        let passed = Int(clamping: max(0, nowMs - (filledMs ?? nowMs)))
        let (gained, isBeyond) = passed.multipliedReportingOverflow(by: perSecond)
        left = isBeyond ? most : min(most, left + gained / 1000)
        filledMs = nowMs
        return left > 0
    }

    mutating func spend(_ steps: Int) {
        left -= steps
    }
}
