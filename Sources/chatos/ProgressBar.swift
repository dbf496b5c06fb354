import Sockets

/// A bar on standard error for work of known size, while somebody looks.
struct ProgressBar {
    private var line: ProgressLine
    private let what: String

    private static let width = 30

    /// - Parameter what: what is being done, as in `writing`.
    init(_ what: String, isShown: Bool = Terminal.isWatched) {
        self.what = what
        line = ProgressLine(isShown: isShown)
    }

    /// - Parameter total: 0 where it is not known.
    mutating func show(_ done: UInt64, of total: UInt64, _ unit: String) {
        line.show(
            ProgressBar.text(what, done, of: total, unit), now: MonotonicClock.now(), Terminal.progress)
    }

    mutating func clear() {
        line.clear(Terminal.progress)
    }

    static func text(_ what: String, _ done: UInt64, of total: UInt64, _ unit: String) -> String {
        guard total > 0 else { return "\(what): \(done) \(unit)" }
        let share = min(1, Double(done) / Double(total))
        let filled = Int(share * Double(width))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        return "\(what) [\(bar)] \(Int(share * 100)) %, \(done) of \(total) \(unit)"
    }
}
