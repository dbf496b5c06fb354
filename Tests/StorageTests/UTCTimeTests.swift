import Storage
import Testing

@Suite struct UTCTimeTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1970-01-01T00:00:00.001Z", 1), ("1969-12-31T23:59:59.999Z", -1),
        ("2000-02-29T12:00Z", 951_825_600_000), ("2026-11-30 18:05:07", 1_796_061_907_000),
        ("2012-10-01T12:34:56.789+0000", 1_349_094_896_789), ("2024-12-31T23:59:59+00:00", 1_735_689_599_000),
        ("0001-01-01", -62_135_596_800_000), ("9999-12-31", 253_402_214_400_000),
    ])
    func `a time is read`(text: String, ms: Int64) {
        #expect(UTCTime.milliseconds(text) == ms)
    }

    @Test(arguments: [
        "", "now", "2026", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-04-31", "2026-1-1",
        "2026-11-30T24:00", "2026-11-30T12:60", "2026-11-30T12:00:60", "2026-11-30T12",
        "2026-11-30T12:00:00.5",
        "2026-11-30T12:00+0100", "2026-11-30T12:00ZZ", "2026-11-30T12:00 Z", "+026-11-30", "２０２６-11-30",
        "0000-01-01",
    ])
    func `what is no time is none`(text: String) {
        #expect(UTCTime.milliseconds(text) == nil)
    }

    @Test func `every day of four centuries comes back, and so do times before 1970`() {
        for day in stride(from: Int64(-40_000), to: 110_000, by: 1) {
            let ms = day * 86_400_000 + 43_267_089
            #expect(UTCTime.milliseconds(UTCTime.text(ms)) == ms)
        }
        #expect(UTCTime.text(1_349_094_896_789) == "2012-10-01T12:34:56.789Z")
    }
}
