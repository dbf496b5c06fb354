import Testing
import Timetables

@Suite struct CivilTimeTests {
    /// Each moment as ECMAScript's `new Date(ms).toISOString()` and `getUTCDay()` give it.
    @Test(arguments: [
        (0, CivilTime(year: 1970, month: 1, day: 1), 4),
        (
            -1, CivilTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59, millisecond: 999),
            3
        ),
        (951_782_400_000, CivilTime(year: 2000, month: 2, day: 29), 2),
        (
            1_790_000_000_123,
            CivilTime(year: 2026, month: 9, day: 21, hour: 14, minute: 13, second: 20, millisecond: 123), 1
        ),
        (4_107_542_400_000, CivilTime(year: 2100, month: 3, day: 1), 1),
        (
            -62_135_596_800_001,
            CivilTime(year: 0, month: 12, day: 31, hour: 23, minute: 59, second: 59, millisecond: 999), 0
        ),
        (8_640_000_000_000_000, CivilTime(year: 275_760, month: 9, day: 13), 6),
        (-8_640_000_000_000_000, CivilTime(year: -271_821, month: 4, day: 20), 2),
    ])
    func `a moment is the date that ECMAScript has for it`(ms: Int64, time: CivilTime, weekday: Int) {
        #expect(CivilTime(ms: ms) == time)
        #expect(CivilTime(ms: ms).ms == ms)
        #expect(CivilTime(ms: ms).weekday == weekday)
    }

    @Test func `days follow one another for four hundred years and more`() {
        var expected = CivilTime(year: 1799, month: 12, day: 31)
        guard let first = expected.ms else {
            Issue.record("no such day")
            return
        }
        var weekday = expected.weekday
        for day in Int64(1)...160_000 {
            if expected.day == CivilTime.days(inMonth: expected.month, ofYear: expected.year) {
                expected.day = 1
                expected.month = expected.month % 12 + 1
                if expected.month == 1 { expected.year += 1 }
            } else {
                expected.day += 1
            }
            weekday = (weekday + 1) % 7
            let time = CivilTime(ms: first + day * 86_400_000)
            guard time == expected, time.weekday == weekday else {
                Issue.record("\(time) is not \(expected)")
                return
            }
        }
    }

    @Test func `a month has the days of its year`() {
        let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        #expect((1...12).map { CivilTime.days(inMonth: $0, ofYear: 2025) } == days)
        #expect([1900, 2000, 2024, 2100].map { CivilTime.days(inMonth: 2, ofYear: $0) } == [28, 29, 29, 28])
    }

    @Test func `parts beyond their ranges are counted over`() {
        #expect(CivilTime(year: 2025, month: 13, day: 1).ms == CivilTime(year: 2026, month: 1, day: 1).ms)
        #expect(CivilTime(year: 2025, month: 0, day: 31).ms == CivilTime(year: 2024, month: 12, day: 31).ms)
        #expect(CivilTime(year: 2025, month: -11, day: 1).ms == CivilTime(year: 2024, month: 1, day: 1).ms)
        #expect(CivilTime(year: 2025, month: 2, day: 31).ms == CivilTime(year: 2025, month: 3, day: 3).ms)
        #expect(CivilTime(year: 2025, month: 1, day: 1, second: -1).ms == 1_735_689_599_000)
    }

    @Test func `what is too far away is no moment, and nothing traps`() {
        #expect(CivilTime(year: 400_000, month: 1, day: 1).ms == nil)
        #expect(CivilTime(year: .max, month: .max, day: .max, hour: .min).ms == nil)
        #expect(CivilTime(year: 1970, month: 1, day: 1, second: 1 << 41).ms == nil)
        #expect(CivilTime(ms: .max).ms == 8_640_000_000_000_000)
        #expect(CivilTime(ms: .min).ms == -8_640_000_000_000_000)
    }

    @Test(arguments: [
        (2026, 1, 1, 1), (2025, 12, 29, 1), (2024, 12, 31, 1), (2023, 1, 1, 52), (2021, 1, 3, 53),
        (2020, 12, 31, 53), (2026, 9, 21, 39),
    ])
    func `[ISO 8601] a week is of the year that has its Thursday`(year: Int, month: Int, day: Int, week: Int)
    {
        #expect(CivilTime(year: year, month: month, day: day).isoWeek == week)
    }

    @Test func `days of a year are counted from 1`() {
        #expect(CivilTime(year: 2024, month: 12, day: 31).dayOfYear == 366)
        #expect(CivilTime(year: 2025, month: 1, day: 1).dayOfYear == 1)
    }
}
