import Testing
import Timetables

@Suite struct CronExpressionTests {
    private func next(_ text: String, after time: CivilTime) throws -> CivilTime? {
        try CronExpression(text).next(after: time.ms ?? 0).map { CivilTime(ms: $0) }
    }

    @Test(arguments: [
        ("* * * * * *", CivilTime(year: 2026, month: 1, day: 1, second: 1)),
        ("0 30 9 * * mon-fri", CivilTime(year: 2026, month: 1, day: 1, hour: 9, minute: 30)),
        ("30 9 * * mon", CivilTime(year: 2026, month: 1, day: 5, hour: 9, minute: 30)),
        ("0 0 0 29 2 *", CivilTime(year: 2028, month: 2, day: 29)),
        ("0 0 0 31 * *", CivilTime(year: 2026, month: 1, day: 31)),
        ("59 59 23 31 12 *", CivilTime(year: 2026, month: 12, day: 31, hour: 23, minute: 59, second: 59)),
        ("0 0 0 1 1 *", CivilTime(year: 2027, month: 1, day: 1)),
        ("0 0 12 13 * fri", CivilTime(year: 2026, month: 1, day: 2, hour: 12)),
    ])
    func `six fields name moments, five those at second 0`(text: String, expected: CivilTime) throws {
        #expect(try next(text, after: CivilTime(year: 2026, month: 1, day: 1)) == expected)
    }

    @Test func `where both kinds of day are named either will do`() throws {
        var time = CivilTime(year: 2026, month: 2, day: 5)
        var days: [Int] = []
        for _ in 0..<5 {
            guard let found = try next("0 0 12 13 * fri", after: time) else { break }
            days.append(found.day)
            time = found
        }
        #expect(days == [6, 13, 20, 27, 6])
    }

    @Test func `a rule is never due more than once a second, and never at the moment asked about`() throws {
        let rule = try CronExpression("* * * * * *")
        #expect(rule.next(after: 1000) == 2000)
        #expect(rule.next(after: 1001) == 2000)
        #expect(rule.next(after: 1999) == 2000)
        #expect(rule.next(after: -1) == 0)
    }

    /// Second by second is the slow way to the same moments.
    @Test(arguments: [
        "*/7 * * * * *", "13 */11 * * * *", "0,59 0-3 */5 * * *", "5 4 3 * * 0", "30 59 23 28-31 * *",
        "0 0 0 1 */2 *", "10 10 10 29 2 *", "0 0 */6 * * 6,7",
    ])
    func `the next moment is the one that counting up finds`(text: String) throws {
        let rule = try CronExpression(text)
        let fields = text.split(separator: " ")
        // The last of February in a leap year, and what follows.
        var ms: Int64 = 1_709_164_795_000
        for _ in 0..<20 {
            guard let found = rule.next(after: ms) else {
                Issue.record("\(text) is never due after \(ms)")
                return
            }
            #expect(found > ms && found % 1000 == 0)
            #expect(matches(fields, CivilTime(ms: found)))
            // Long waits are counted at both ends.
            let first = (ms / 1000 + 1) * 1000
            let early = stride(from: first, to: min(found, first + 1_000_000), by: 1000)
            let late = stride(from: max(first, found - 1_000_000), to: found, by: 1000)
            for between in Array(early) + Array(late) where matches(fields, CivilTime(ms: between)) {
                Issue.record("\(text) is due at \(between), before \(found)")
                return
            }
            ms = found
        }
    }

    /// Understands no more of a field than the rules above say.
    private func matches(_ fields: [Substring], _ time: CivilTime) -> Bool {
        let parts = [time.second, time.minute, time.hour, time.day, time.month, time.weekday]
        return zip(fields, parts).enumerated().allSatisfy { place, pair in
            pair.0.split(separator: ",").contains { part in
                let halves = part.split(separator: "/")
                let lowest = place == 3 || place == 4 ? 1 : 0
                let step = halves.count == 2 ? Int(halves[1]) ?? 1 : 1
                if halves[0] == "*" { return (pair.1 - lowest) % step == 0 }
                let ends = halves[0].split(separator: "-").compactMap { Int($0) }
                let numbers = place == 5 && pair.1 == 0 ? [0, 7] : [pair.1]
                return numbers.contains { (ends[0]...ends[ends.count - 1]).contains($0) }
            }
        }
    }

    @Test(arguments: [
        ("", "six fields"), ("* * * *", "six fields"), ("* * * * * * *", "six fields"),
        ("0 0 0 30 2 *", "no day that ever comes"), ("0 0 0 31 4,6,9,11 *", "no day that ever comes"),
        ("61 * * * * *", "second"), ("* * * * * funday", "day of week"),
        (String(repeating: "1,", count: 300) + "1 * * * * *", "too long"),
    ])
    func `what is no schedule is refused with what is wrong`(text: String, words: String) {
        let error = #expect(throws: CronError.self) { try CronExpression(text) }
        #expect(error?.description.contains(words) == true)
    }

    @Test func `the end of time is no moment to be due at`() throws {
        let rule = try CronExpression("* * * * * *")
        #expect(rule.next(after: .max) == nil)
        #expect(rule.next(after: 8_640_000_000_000_000) == nil)
    }
}
