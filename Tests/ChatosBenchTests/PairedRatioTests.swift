import Testing

@testable import chatos_bench

struct PairedRatioTests {
    @Test func `what slows both of a pair down leaves their ratio as it is`() throws {
        let second = [100.0, 200, 400, 100, 300, 150]
        let ratio = try #require(PairedRatio(second.map { $0 * 0.9 }, over: second))
        #expect(abs(ratio.median - 0.9) < 1e-12)
        #expect(abs(ratio.ofMedians - 0.9) < 1e-12)
        #expect(abs(ratio.interval.upper - 0.9) < 1e-12)
    }

    @Test func `one disturbed pair does not move the median`() throws {
        let ratio = try #require(PairedRatio([1, 1, 1, 9, 1], over: [2, 2, 2, 2, 2]))
        #expect(ratio.ratios == [0.5, 0.5, 0.5, 4.5, 0.5])
        #expect(ratio.median == 0.5)
        #expect(ratio.ofMedians == 0.5)
    }

    @Test func `runs without a partner, without a value or without cost have no ratio`() {
        #expect(PairedRatio([1], over: [1, 2]) == nil)
        #expect(PairedRatio([], over: []) == nil)
        #expect(PairedRatio([1], over: [0]) == nil)
    }
}
