import HubProtocol
import Storage

/// A place in a log as the command line names it: by an op's seq, or by a time.
enum LogPlace: Equatable {
    case seq(Seq)
    /// Milliseconds since 1970.
    case time(Int64)

    /// From here on a number says milliseconds, not a seq, as in a `replay` ([RP2]).
    private static let firstTime: UInt64 = 100_000_000_000

    /// A seq, milliseconds since 1970, or a date such as `2026-11-30` or `2026-11-30T18:05:00Z`, always UTC.
    init(_ text: String, of option: String) throws(Failure) {
        if let number = UInt64(text) {
            if number >= LogPlace.firstTime, let ms = Int64(exactly: number) {
                self = .time(ms)
                return
            }
            if let seq = Seq(number) {
                self = .seq(seq)
                return
            }
        } else if let ms = UTCTime.milliseconds(text) {
            self = .time(ms)
            return
        }
        throw Failure(
            .usage, "\(option): a seq, or a time such as 2026-11-30 or 2026-11-30T18:05:00Z, not '\(text)'")
    }
}
