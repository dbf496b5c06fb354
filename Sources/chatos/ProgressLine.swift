/// A line that says how far something is, rewritten now and then; nothing where nobody looks.
struct ProgressLine {
    private let isShown: Bool
    private var shownAt: UInt64?

    /// Nanoseconds between two writings: often enough to be seen moving.
    private static let interval: UInt64 = 200_000_000

    init(isShown: Bool) {
        self.isShown = isShown
    }

    /// - Parameter now: a clock's nanoseconds, which never run backwards.
    mutating func show(_ text: @autoclosure () -> String, now: UInt64, _ write: (String) -> Void) {
        guard isShown else { return }
        if let shownAt, now - min(now, shownAt) < ProgressLine.interval { return }
        shownAt = now
        write(text())
    }

    /// Frees the line for what comes next.
    mutating func clear(_ write: (String) -> Void) {
        guard shownAt != nil else { return }
        shownAt = nil
        write("")
    }
}
