import HubProtocol
import Testing

@testable import Rooms

@Suite struct ErrandsTests {
    private let limits = RoomLimits()

    @Test func `[RQ3] so many are under way at once`() {
        var errands = Errands()
        for _ in 0..<8 {
            #expect(errands.whyTooMany(limits, at: 0) == nil)
            errands.begin(nil, at: 0)
        }
        #expect(errands.whyTooMany(limits, at: 0) == "8 requests of the room are under way")
        errands.end(nil)
        #expect(errands.whyTooMany(limits, at: 0) == nil)
    }

    @Test func `[RQ3] so many begin within a minute, and a clock set back costs nobody more`() {
        var errands = Errands()
        for second in 0..<60 {
            errands.begin(nil, at: Int64(second) * 1000)
            errands.end(nil)
        }
        #expect(
            errands.whyTooMany(limits, at: 59_999) == "the room has made 60 requests within a minute")
        #expect(errands.whyTooMany(limits, at: 60_000) == nil)
        errands.begin(nil, at: 60_000)
        #expect(errands.whyTooMany(limits, at: 60_500) != nil)
        #expect(errands.whyTooMany(limits, at: 10) == nil)
    }

    @Test func `[RQ4] which schedules' requests are under way is known`() throws {
        let seq = try #require(Seq(3))
        var errands = Errands()
        errands.begin(seq, at: 0)
        #expect(errands.isUnderway(seq) && errands.underway == 1)
        errands.end(seq)
        errands.end(seq)
        #expect(!errands.isUnderway(seq) && errands.underway == 0)
    }
}
