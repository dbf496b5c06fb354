import Testing

@testable import Timetables

@Suite struct DateMaskTests {
    /// A Saturday.
    private let afternoon = CivilTime(
        year: 2007, month: 6, day: 9, hour: 17, minute: 46, second: 21, millisecond: 431)
    private let night = CivilTime(year: 2026, month: 11, day: 22, hour: 0, minute: 5, second: 7)

    private func written(_ time: CivilTime, _ mask: String) -> String {
        var out: [UInt8] = []
        DateMask.append(time, as: Array(mask.utf8), to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    @Test(arguments: [
        ("d dd ddd dddd", "9 09 Sat Saturday"), ("m mm mmm mmmm", "6 06 Jun June"), ("yy yyyy", "07 2007"),
        ("h hh H HH", "5 05 17 17"), ("M MM s ss", "46 46 21 21"), ("l L", "431 43"),
        ("t tt T TT", "p pm P PM"), ("S", "th"), ("Z o p", "UTC +0000 +00:00"), ("W WW N", "23 23 6"),
        ("DDDD", "Saturday"),
    ])
    func `every letter writes its part`(mask: String, expected: String) {
        #expect(written(afternoon, mask) == expected)
    }

    @Test(arguments: [
        ("", "Sat Jun 09 2007 17:46:21"), ("default", "Sat Jun 09 2007 17:46:21"), ("shortDate", "6/9/07"),
        ("paddedShortDate", "06/09/2007"), ("mediumDate", "Jun 9, 2007"), ("longDate", "June 9, 2007"),
        ("fullDate", "Saturday, June 9, 2007"), ("shortTime", "5:46 PM"), ("mediumTime", "5:46:21 PM"),
        ("longTime", "5:46:21 PM UTC"), ("isoDate", "2007-06-09"), ("isoTime", "17:46:21"),
        ("isoDateTime", "2007-06-09T17:46:21+0000"), ("isoUtcDateTime", "2007-06-09T17:46:21Z"),
        ("expiresHeaderFormat", "Sat, 09 Jun 2007 17:46:21 UTC"), ("UTC:isoDate", "2007-06-09"),
    ])
    func `masks have names`(mask: String, expected: String) {
        #expect(written(afternoon, mask) == expected)
    }

    @Test func `midnight is twelve, and a small part has its zero`() {
        #expect(written(night, "h:MM:ss tt, H.M.s, l L") == "12:05:07 am, 0.5.7, 000 00")
    }

    @Test func `days are ordinal as English has them`() {
        let days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30, 31]
        let written = days.map { self.written(CivilTime(year: 2026, month: 1, day: $0), "dS") }
        #expect(
            written == [
                "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "30th", "31st",
            ])
    }

    @Test func `what is quoted is copied, in either quotes`() {
        #expect(written(afternoon, "'day' d") == "day 9")
        #expect(written(afternoon, #"\"it's d\" d"#) == "it's d 9")
        #expect(written(afternoon, "'not ended d") == "not ended d")
    }

    @Test func `escapes of JSON are copied whole`() {
        #expect(written(afternoon, #"d\td\u00ddd\\d"#) == #"9\t9\u00dd9\\9"#)
        #expect(written(afternoon, #"\"#) == #"\"#)
        #expect(written(afternoon, #"\u0"#) == #"\u0"#)
    }

    @Test func `letters that mean nothing stay, and runs are read from the left`() {
        #expect(written(afternoon, "y x ddddd") == "y x Saturday9")
        #expect(written(afternoon, "é–d") == "é–9")
    }
}
