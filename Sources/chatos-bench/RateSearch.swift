/// Finds the highest rate that holds: doubles from a first one until one fails (or halves until one holds),
/// then halves the gap.
///
/// What holding means is its user's matter. A machine that others use too has bad moments, so a rate counts
/// as failed when it failed twice.
struct RateSearch {
    /// The highest that held, 0 before any, and the lowest that did not.
    private(set) var held = 0.0
    private(set) var failed = Double.infinity
    /// The next to try; nil when the gap is narrow enough, or nothing holds.
    private(set) var next: Double?
    /// Of the failed rate: how wide the gap may stay.
    private let gap: Double
    private var hasFailedOnce = false

    init(from first: Double, gap: Double = 0.06) {
        next = first
        self.gap = gap
    }

    mutating func note(_ rate: Double, holds: Bool) {
        if !holds, !hasFailedOnce {
            hasFailedOnce = true
            return
        }
        hasFailedOnce = false
        if holds { held = max(held, rate) } else { failed = min(failed, rate) }
        if failed == .infinity {
            next = held * 2
        } else if held == 0 {
            next = failed >= 100 ? failed / 2 : nil
        } else {
            next = failed - held <= gap * failed ? nil : (held + failed) / 2
        }
    }
}
