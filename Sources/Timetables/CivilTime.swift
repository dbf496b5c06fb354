/// A moment as a calendar and a clock show it, in UTC, by the Gregorian calendar also before it was made.
///
/// It knows no time zone and no leap second.
public struct CivilTime: Hashable, Sendable {
    public var year: Int
    /// From 1 to 12.
    public var month: Int
    /// From 1 on.
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int
    public var millisecond: Int

    /// What has been counted over: month 13 is January of the next year, second -1 is in the minute before.
    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.millisecond = millisecond
    }

    private static let dayMs: Int64 = 86_400_000
    /// Beyond these, 100,000,000 days on either side of 1970, ECMAScript has no dates either.
    private static let furthestMs = 100_000_000 * dayMs

    /// The moment `ms` milliseconds after the beginning of 1970; the nearest that there is of those too far
    /// away.
    public init(ms: Int64) {
        let ms = min(max(ms, -CivilTime.furthestMs), CivilTime.furthestMs)
        let (days, rest) = ms.flooredDivision(by: CivilTime.dayMs)
        (year, month, day) = CivilTime.date(ofDay: Int(days))
        let time = Int(rest)
        hour = time / 3_600_000
        minute = time / 60_000 % 60
        second = time / 1000 % 60
        millisecond = time % 1000
    }

    /// Milliseconds since the beginning of 1970; the parts may lie outside of their ranges, and nil is what
    /// they come to when that is too far away.
    public var ms: Int64? {
        // Far below what would overflow once multiplied.
        let bound = 1 << 40
        let parts = [year, month, day, hour, minute, second, millisecond]
        guard parts.allSatisfy({ (-bound...bound).contains($0) }) else { return nil }
        let (years, monthIndex) = (month - 1).flooredDivision(by: 12)
        let days = Int64(CivilTime.day(ofYear: year + years, month: monthIndex + 1) + day - 1)
        guard days.magnitude <= 200_000_000 else { return nil }
        let time =
            Int64(hour) * 3_600_000 + Int64(minute) * 60_000 + Int64(second) * 1000 + Int64(millisecond)
        let ms = days * CivilTime.dayMs + time
        return ms.magnitude <= CivilTime.furthestMs.magnitude ? ms : nil
    }

    /// Sunday is 0.
    public var weekday: Int {
        (CivilTime.day(ofYear: year, month: month) + day - 1 + 4).flooredDivision(by: 7).remainder
    }

    /// How many days a month has.
    public static func days(inMonth month: Int, ofYear year: Int) -> Int {
        let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
        return day(ofYear: nextYear, month: nextMonth) - day(ofYear: year, month: month)
    }

    /// The day of the year, from 1 on.
    public var dayOfYear: Int {
        CivilTime.day(ofYear: year, month: month) + day - CivilTime.day(ofYear: year, month: 1)
    }

    /// The week of ISO 8601: weeks begin on Monday, and the first is the one with the year's first Thursday.
    public var isoWeek: Int {
        let mondayBased = (weekday + 6) % 7
        // The Thursday of this week says which year the week is of.
        let thursday = CivilTime.day(ofYear: year, month: month) + day - 1 - mondayBased + 3
        let (ofYear, _, _) = CivilTime.date(ofDay: thursday)
        return (thursday - CivilTime.day(ofYear: ofYear, month: 1)) / 7 + 1
    }

    // MARK: Days since 1970-01-01

    // Years are counted from March, so that a leap day is the last of its year, in cycles of 400 years, after
    // which the calendar repeats.

    private static func day(ofYear year: Int, month: Int) -> Int {
        let fromMarch = (month + 9) % 12
        let (cycle, yearOfCycle) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
        let dayOfYear = (153 * fromMarch + 2) / 5
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return cycle * 146_097 + dayOfCycle - 719_468
    }

    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let (cycle, dayOfCycle) = (day + 719_468).flooredDivision(by: 146_097)
        let leaps = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
        let yearOfCycle = (dayOfCycle - leaps) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }
}

extension FixedWidthInteger {
    /// The quotient rounded down, and what is left, which is never negative.
    fileprivate func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
