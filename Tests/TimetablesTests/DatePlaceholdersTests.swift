import Testing
import Timetables

@Suite struct DatePlaceholdersTests {
    /// 2026-09-21T14:13:20Z.
    private let now: Int64 = 1_790_000_000_000

    private func filled(_ json: String) -> String {
        String(decoding: DatePlaceholders.fill(Array(json.utf8), at: now), as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"day":"%d{yyyy-mm-dd}"}"#, #"{"day":"2026-09-21"}"#),
        (#"{"a":"%d{isoDate}","b":"at %d{HH:MM:ss} sharp"}"#, #"{"a":"2026-09-21","b":"at 14:13:20 sharp"}"#),
        (#"{"day":"%d{yyyy-mm-dd--00-00-01T00:00:00}"}"#, #"{"day":"2026-09-20"}"#),
        (#"{"day":"%d{yyyy-mm-dd++1-2-3T10:00:00}"}"#, #"{"day":"2027-11-25"}"#),
        (#"{"t":"%d{HH:MM--00-00-00T15:00:00}"}"#, #"{"t":"23:13"}"#),
        (
            #"{"url":"http://x/?q=%d{yyyy}&r=%d{}"}"#,
            #"{"url":"http://x/?q=2026&r=Mon Sep 21 2026 14:13:20"}"#
        ),
        (#"{"a":"%d{'--' yyyy}"}"#, #"{"a":"-- 2026"}"#),
    ])
    func `a date is written where it is asked for`(json: String, expected: String) {
        #expect(filled(json) == expected)
    }

    @Test(arguments: [
        #"{"a":"100%"}"#, #"{"a":"%d"}"#, #"{"a":"%d{yyyy"}"#, #"{"a":"%d{yyyy","b":{}}"#,
        #"{"a":"%D{yyyy}"}"#,
        #"{"a":"%d{yyyy++999999-0-0T0:0:0}"}"#, "%", "%d{", "",
    ])
    func `what is no placeholder stays as it is`(json: String) {
        #expect(filled(json) == json)
    }

    @Test func `a date that is not moved by whole numbers is only a mask`() {
        #expect(filled("%d{yyyy--1-2}") == "2026--1-2")
        #expect(filled("%d{yyyy--1-2-3T4:5:}") == "2026--1-2-3P4:5:")
        #expect(filled("%d{yyyy--1234567-0-0T0:0:0}") == "2026--1234567-0-0P0:0:0")
    }

    @Test func `a moved month counts over as in ECMAScript`() {
        let march = Array("%d{m/d--0-1-0T0:0:0}".utf8)
        let filled = DatePlaceholders.fill(march, at: CivilTime(year: 2026, month: 3, day: 31).ms ?? 0)
        #expect(String(decoding: filled, as: UTF8.self) == "3/3")
    }

    @Test func `no cut of a text makes it trap`() {
        let text = Array(#"{"a":"%d{'x' yyyy\u00e9 \"q\"--1-2-3T4:5:6}"}"#.utf8)
        for end in text.indices {
            let cut = Array(text[..<end])
            #expect(DatePlaceholders.fill(cut, at: now).count > 0 || cut.isEmpty)
        }
    }
}
