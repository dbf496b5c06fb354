import Testing

@testable import chatos_bench

struct SampleTests {
    @Test func `the median of an odd and of an even number of values`() throws {
        #expect(try #require(Sample([3, 1, 2])).median == 2)
        #expect(try #require(Sample([4, 1, 3, 2])).median == 2.5)
        #expect(try #require(Sample([7])).median == 7)
    }

    @Test func `no values are no sample`() {
        #expect(Sample([]) == nil)
    }

    @Test func `quantiles lie between the values in proportion`() throws {
        let sample = try #require(Sample([0, 10, 20, 30]))
        #expect(sample.quantile(0.25) == 7.5)
        #expect(sample.quantile(0) == 0)
        #expect(sample.quantile(1) == 30)
    }

    @Test func `coin tosses have the probabilities of Pascal's triangle`() {
        for (heads, ways) in [1, 4, 6, 4, 1].enumerated() {
            #expect(abs(Sample.tossProbability(heads: heads, of: 4) - Double(ways) / 16) < 1e-12)
        }
        let sum = (0...1_000).map { Sample.tossProbability(heads: $0, of: 1_000) }.reduce(0, +)
        #expect(abs(sum - 1) < 1e-9)
    }

    /// From the tables for the sign test: with so many values the k-th from either end.
    @Test(arguments: [(6, 1), (8, 1), (9, 2), (12, 3), (15, 4), (20, 6), (25, 8), (30, 10)])
    func `the interval of the median is that of the tables`(count: Int, place: Int) throws {
        let sample = try #require(Sample((1...count).map(Double.init)))
        let interval = sample.medianInterval()
        #expect(interval.lower == Double(place))
        #expect(interval.upper == Double(count + 1 - place))
        #expect(interval.coverage >= 0.95)
    }

    @Test func `too few values give their whole range and say how little that is worth`() throws {
        let interval = try #require(Sample([5, 1, 3])).medianInterval()
        #expect(interval == Sample.Interval(lower: 1, upper: 5, coverage: 0.75))
        #expect(
            try #require(Sample([5])).medianInterval() == Sample.Interval(lower: 5, upper: 5, coverage: 0))
    }

    @Test func `the interval holds the true median about as often as it says`() throws {
        var state: UInt64 = 42
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }
        var held = 0
        for _ in 0..<2_000 {
            // The square of what is even over 0 to 1 has its median at 1/4, far from its mean.
            let values = (0..<15).map { _ in
                let value = random()
                return value * value
            }
            let interval = try #require(Sample(values)).medianInterval()
            if interval.lower <= 0.25, 0.25 <= interval.upper { held += 1 }
        }
        // 96.5 % by the theory; this many tosses stay within 1.5 % of it.
        #expect((1_900...1_960).contains(held))
    }
}
