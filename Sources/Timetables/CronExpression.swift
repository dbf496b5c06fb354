/// When something is due again and again: six fields for second, minute, hour, day of the month, month and
/// day of the week, or five without the seconds. All times are UTC.
///
/// It is a rule and nothing more: it keeps no time and starts nothing.
public struct CronExpression: Hashable, Sendable {
    private let second: CronField
    private let minute: CronField
    private let hour: CronField
    private let day: CronField
    private let month: CronField
    private let weekday: CronField

    /// A rule's text is no longer than that in bytes: enough to list every second of a minute, and every
    /// minute of an hour.
    private static let longest = 512
    /// Within so many years every day there is has come on every day of the week: leap years are left out
    /// once in 100 years, and then the next 29 February of a given weekday is up to 40 years away.
    private static let yearsAhead = 41

    /// Fields are separated by spaces; each is `*`, a number, a range `a-b`, a list `a,b`, and may have a
    /// step `/n`. Months and days of the week have their English names too, in three letters.
    ///
    /// - Throws: what is wrong, for the one who wrote it; also when the rule names a day that never comes.
    public init(_ text: String) throws(CronError) {
        guard text.utf8.count <= CronExpression.longest else { throw CronError("a schedule is too long") }
        var fields = text.split { $0 == " " || $0 == "\t" }
        if fields.count == 5 { fields.insert("0", at: 0) }
        guard fields.count == 6 else {
            throw CronError("a schedule has six fields, seconds first, and `\(text)` has \(fields.count)")
        }
        second = try CronField(fields[0], .second)
        minute = try CronField(fields[1], .minute)
        hour = try CronField(fields[2], .hour)
        day = try CronField(fields[3], .day)
        month = try CronField(fields[4], .month)
        weekday = try CronField(fields[5], .weekday)
        // In 2000 as in any other cycle of the calendar.
        guard next(after: 946_684_800_000) != nil else {
            throw CronError("`\(text)` names no day that ever comes")
        }
    }

    /// The first moment after `ms`, both in milliseconds since 1970, that the rule names; a whole second.
    public func next(after ms: Int64) -> Int64? {
        let (soon, overflow) = ms.addingReportingOverflow(1000)
        guard !overflow else { return nil }
        var time = CivilTime(ms: soon)
        time.millisecond = 0
        let last = time.year + CronExpression.yearsAhead
        // Each field that does not fit moves on and begins those below it anew; once all fit, that is it.
        while time.year <= last {
            guard let month = month.next(from: time.month), month <= 12 else {
                time = CivilTime(year: time.year + 1, month: 1, day: 1)
                continue
            }
            if month != time.month { time = CivilTime(year: time.year, month: month, day: 1) }
            guard let day = dayOfMonth(from: time) else {
                time = CivilTime(year: time.year, month: time.month + 1, day: 1)
                if time.month > 12 { time = CivilTime(year: time.year + 1, month: 1, day: 1) }
                continue
            }
            if day != time.day { time = CivilTime(year: time.year, month: time.month, day: day) }
            if let moment = moment(onDayOf: time)?.ms { return moment > ms ? moment : nil }
            time = CivilTime(year: time.year, month: time.month, day: time.day + 1)
        }
        return nil
    }

    /// The first day of this month that fits, from this one on.
    private func dayOfMonth(from time: CivilTime) -> Int? {
        let last = CivilTime.days(inMonth: time.month, ofYear: time.year)
        guard time.day <= last else { return nil }
        return (time.day...last).first { fits($0, of: time) }
    }

    /// As cron has it: where both kinds of day are named, either will do.
    private func fits(_ number: Int, of time: CivilTime) -> Bool {
        let date = CivilTime(year: time.year, month: time.month, day: number)
        if day.isAny { return weekday.contains(date.weekday) }
        if weekday.isAny { return day.contains(number) }
        return day.contains(number) || weekday.contains(date.weekday)
    }

    /// The first moment of this day, from this one on.
    private func moment(onDayOf time: CivilTime) -> CivilTime? {
        guard let nextHour = hour.next(from: time.hour) else { return nil }
        var from = time
        if nextHour != time.hour {
            (from.hour, from.minute, from.second) = (nextHour, 0, 0)
        }
        guard let nextMinute = minute.next(from: from.minute) else {
            return moment(onDayOf: from, hour: from.hour + 1)
        }
        if nextMinute != from.minute {
            (from.minute, from.second) = (nextMinute, 0)
        }
        guard let nextSecond = second.next(from: from.second) else {
            return moment(onDayOf: from, minute: from.minute + 1)
        }
        from.second = nextSecond
        return from
    }

    private func moment(onDayOf time: CivilTime, hour: Int) -> CivilTime? {
        var later = time
        (later.hour, later.minute, later.second) = (hour, 0, 0)
        return moment(onDayOf: later)
    }

    private func moment(onDayOf time: CivilTime, minute: Int) -> CivilTime? {
        var later = time
        (later.minute, later.second) = (minute, 0)
        return moment(onDayOf: later)
    }
}

/// What is wrong with a schedule, in words for the one who wrote it.
public struct CronError: Error, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
