internal import Timetables

/// Times as RFC 3339 writes them, in UTC alone.
///
/// It reads no clock, and the calendar is ``CivilTime``'s.
public enum UTCTime {
    /// Milliseconds since 1970 of `2026-11-30`, `2026-11-30T18:05Z` or `2026-11-30T18:05:00.250Z`; nil for
    /// what is none. Without an offset UTC is meant; any offset but zero is refused.
    public static func milliseconds(_ text: String) -> Int64? {
        var parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }[...]
        guard
            let date = parts.popFirst().flatMap({ fields($0, separator: "-", [4, 2, 2]) })?.map({ Int($0) }),
            date[0] > 0, (1...12).contains(date[1]),
            (1...CivilTime.days(inMonth: date[1], ofYear: date[0])).contains(date[2]),
            let day = CivilTime(year: date[0], month: date[1], day: date[2]).ms
        else { return nil }
        guard let time = parts.popFirst() else { return day }
        guard parts.isEmpty else { return nil }
        let zone = ["Z", "+00:00", "+0000"].first { time.hasSuffix($0) }
        return timeOfDay(time.dropLast(zone?.count ?? 0)).map { day + $0 }
    }

    /// `2026-11-30T18:05:00.250Z` for those milliseconds; years beyond four digits are not for people.
    public static func text(_ milliseconds: Int64) -> String {
        let time = CivilTime(ms: milliseconds)
        let fields = [
            padded(time.year, 4), "-", padded(time.month, 2), "-", padded(time.day, 2), "T",
            padded(time.hour, 2), ":", padded(time.minute, 2), ":", padded(time.second, 2), ".",
            padded(time.millisecond, 3), "Z",
        ]
        return fields.joined()
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func timeOfDay(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first,
            let time = fields(whole, separator: ":", [2, 2, 2]) ?? fields(whole, separator: ":", [2, 2]),
            time[0] < 24, time[1] < 60, time.count < 3 || time[2] < 60
        else { return nil }
        var ms: Int64 = 0
        if parts.count == 2 {
            guard let fraction = fields(parts[1], separator: ":", [3]) else { return nil }
            ms = fraction[0]
        }
        return ((time[0] * 60 + time[1]) * 60 + (time.count > 2 ? time[2] : 0)) * 1_000 + ms
    }

    /// Numbers of exactly so many digits.
    private static func fields(_ text: Substring, separator: Character, _ digits: [Int]) -> [Int64]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard parts.map(\.utf8.count) == digits, parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else {
            return nil
        }
        return parts.compactMap { Int64($0) }
    }
}
