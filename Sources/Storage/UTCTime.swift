/// Times as RFC 3339 writes them, in UTC alone.
///
/// It reads no clock and knows no other calendar.
public enum UTCTime {
    /// Milliseconds since 1970 of `2026-11-30`, `2026-11-30T18:05Z` or `2026-11-30T18:05:00.250Z`; nil for
    /// what is none. Without an offset UTC is meant; any offset but zero is refused.
    public static func milliseconds(_ text: String) -> Int64? {
        var parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }[...]
        guard let date = parts.popFirst().flatMap({ fields($0, separator: "-", [4, 2, 2]) }), date[0] > 0,
            (1...12).contains(date[1]), (1...days(in: date[1], of: date[0])).contains(date[2])
        else { return nil }
        let day = daysSince1970(date[0], date[1], date[2]) * 86_400_000
        guard let time = parts.popFirst() else { return day }
        guard parts.isEmpty else { return nil }
        let zone = ["Z", "+00:00", "+0000"].first { time.hasSuffix($0) }
        return timeOfDay(time.dropLast(zone?.count ?? 0)).map { day + $0 }
    }

    /// `2026-11-30T18:05:00.250Z` for those milliseconds; years beyond four digits are not for people.
    public static func text(_ milliseconds: Int64) -> String {
        let (days, inDay) = milliseconds.quotientFloored(dividingBy: 86_400_000)
        let (year, month, day) = date(days)
        let fields = [
            padded(year, 4), "-", padded(month, 2), "-", padded(day, 2), "T", padded(inDay / 3_600_000, 2),
            ":",
            padded(inDay / 60_000 % 60, 2), ":", padded(inDay / 1_000 % 60, 2), ".", padded(inDay % 1_000, 3),
            "Z",
        ]
        return fields.joined()
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
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

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // A year begins in March here, so that the leap day is its last. The calendar repeats every 400 years.

    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let years = month > 2 ? year : year - 1
        let months = (month + 9) % 12
        let leapDays = years / 4 - years / 100 + years / 400
        return years * 365 + leapDays + (months * 153 + 2) / 5 + day - 719_469
    }

    private static func date(_ daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, day) = (daysSince1970 + 719_468).quotientFloored(dividingBy: 146_097)
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let months = (5 * dayOfYear + 2) / 153
        let month = months < 10 ? months + 3 : months - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * months + 2) / 5 + 1)
    }
}

extension Int64 {
    /// The quotient rounded down and what is left, which is never negative; the divisor is positive.
    fileprivate func quotientFloored(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
